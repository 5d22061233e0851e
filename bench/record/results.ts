import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** A bench as it was run last, with what it printed. */
export type Measured = {
  name: string
  about: string
  form: 'short' | 'full'
  commit: string
  /** yyyy-MM-dd. */
  day: string
  seconds: number
  /** How many programs wanted a processor when it began. */
  load: number
  /** Its aims were met. */
  met: boolean
  output: string
}

/**
 * Writes down what the benches printed, charts as charts, in the order of `about`: what each bench is about. What was not measured here stands
 * as it is written, and a long form is not followed by a short one.
 */
export function writeResults(file: string, machine: string[], measured: Measured[], about: string[]): void {
  const written = existsSync(file) ? partsOf(readFileSync(file, 'utf8')) : new Map<string, string>()
  const parts = about.flatMap((title) => {
    const before = written.get(title)
    const now = measured.find((one) => one.about === title)
    const stays = before !== undefined && (!now || (now.form === 'short' && before.includes(', full form, ')))
    return stays ? before : now ? partOf(now) : []
  })
  writeFileSync(
    file,
    `${head}\n\n${machine.map((line) => `- ${line}`).join('\n')}\n\n${parts.join('\n\n')}\n`,
  )
}

function partOf({ name, about, form, commit, day, seconds, load, met, output }: Measured): string {
  return (
    `## ${about}\n\n\`npm run bench:${name}${form === 'full' ? ' -- --full' : ''}\`, ${form} form, ${day} at ${commit}, ` +
    `${seconds} s, load at the start ${load.toFixed(1)}; ${met ? 'all aims met' : 'not all aims met'}.\n\n${asMarkdown(output)}`
  )
}

/** The parts of what is written, by their titles. */
function partsOf(text: string): Map<string, string> {
  const parts = text.trimEnd().split(/\n\n(?=## )/)
  return new Map(parts.slice(1).map((part) => [part.slice(3, part.indexOf('\n')), part]))
}

const head = `# Bench results

Written by \`npm run bench -- --full\`. Read the ratios: both sides were measured in turns on the same machine. Single
figures vary from run to run. A load above the number of processors means that other work was running.`

/** Text as it was printed, between charts. */
function asMarkdown(output: string): string {
  return output
    .trim()
    .split(/(```mermaid\n.*?\n```)/s)
    .map((part) => part.replace(/^\n+|\n+$/g, ''))
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('```mermaid') ? part : `\`\`\`text\n${part}\n\`\`\``))
    .join('\n\n')
}
