import { writeFileSync } from 'node:fs'

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

/** Writes down what the benches printed, charts as charts. */
export function writeResults(file: string, machine: string[], measured: Measured[]): void {
  const parts = measured.map(
    ({ name, about, form, commit, day, seconds, load, met, output }) =>
      `## ${about}\n\n\`npm run bench:${name}${form === 'full' ? ' -- --full' : ''}\`, ${form} form, ${day} at ${commit}, ` +
      `${seconds} s, load before it ${load.toFixed(1)}; its aims were ${met ? '' : 'not all '}met.\n\n${asMarkdown(output)}`,
  )
  writeFileSync(
    file,
    `${head}\n\n${machine.map((line) => `- ${line}`).join('\n')}\n\n${parts.join('\n\n')}\n`,
  )
}

const head = `# What was measured

Written by \`npm run bench -- --full\`. Every figure stands beside another that was taken in the same minutes on the same machine: the
ratios say something, single figures are noise. A load above the number of processors says that other work ran.`

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
