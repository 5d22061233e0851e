import { existsSync, readFileSync, writeFileSync } from 'node:fs'

/** The last run of a bench, with its output. */
export type Measured = {
  name: string
  about: string
  form: 'short' | 'full'
  commit: string
  /** yyyy-MM-dd. */
  day: string
  seconds: number
  /** The load average at the start. */
  load: number
  /** Whether all aims were met. */
  met: boolean
  output: string
}

/**
 * Writes the output of benches to a Markdown file, in the order of `about`, their titles. Keeps the sections of benches
 * that did not run, and never replaces a long form by a short one.
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

/** Returns the sections of the file by title. */
function partsOf(text: string): Map<string, string> {
  const parts = text.trimEnd().split(/\n\n(?=## )/)
  return new Map(parts.slice(1).map((part) => [part.slice(3, part.indexOf('\n')), part]))
}

const head = `# Bench results

Written by \`npm run bench -- --full\`. Read the ratios: both sides were measured in turns on the same machine. Single
figures vary from run to run. A load above the number of processors means that other work was running.`

/** Returns the output as text blocks, with its charts between them. */
function asMarkdown(output: string): string {
  return output
    .trim()
    .split(/(```mermaid\n.*?\n```)/s)
    .map((part) => part.replace(/^\n+|\n+$/g, ''))
    .filter((part) => part !== '')
    .map((part) => (part.startsWith('```mermaid') ? part : `\`\`\`text\n${part}\n\`\`\``))
    .join('\n\n')
}
