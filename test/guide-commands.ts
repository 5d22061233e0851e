import { mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A fenced `sh` block: its lines, and the words after `sh`. */
export type CommandBlock = { lines: string[]; test: string | null; untested: string | null }

/** Returns a page's blocks of commands in their order. A page is named like `run/start`. */
export function commandsOf(page: string): CommandBlock[] {
  return blocksIn(readFileSync(`docs/guide/${page}.md`, 'utf8'))
}

/** A command that runs whole suites, which have records of their own. `--status` only prints the records. */
const runsSuites =
  /^npm (test|run (test:long|test:faults|test:deploy|test:monitoring|bench))\b(?!.* --status$)/

/**
 * Returns the commands of CONTRIBUTING.md that can be tried in minutes, from its blocks (without comments) and from its
 * sentences. Commands that run whole suites are left out.
 */
export function commandsOfFirstDay(text = readFileSync('CONTRIBUTING.md', 'utf8')) {
  const blocks = blocksIn(text).map(({ lines, ...block }) => ({
    ...block,
    lines: lines.map((line) => line.replace(/ +# .*$/, '')),
  }))
  const inBlocks = blocks.flatMap(({ lines }) => lines)
  const inSentences = [...text.matchAll(/`((?:npm|npx) [^`]+)`/g)].map(([, line = '']) => line)
  const others = [...new Set(inSentences)].filter(
    (line) => !inBlocks.includes(line) && !runsSuites.test(line),
  )
  return { first: blocks.filter(({ untested }) => untested === null).flatMap(({ lines }) => lines), others }
}

export function blocksIn(text: string): CommandBlock[] {
  return [...text.matchAll(/^```sh(?: (.*))?\n([\s\S]*?)^```$/gm)].map(([, info = '', body = '']) => {
    const known = /^(?:test=(\S+)|untested="([^"]+)")?$/.exec(info)
    if (!known)
      throw new Error(`A block of commands may have test=FILE or untested="REASON" after sh, but not ${info}`)
    return {
      lines: body.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#')),
      test: known[1] ?? null,
      untested: known[2] ?? null,
    }
  })
}

/** Makes a folder with links to the repository's files and folders except .data and .git. Commands there use their own .data. */
export function makeClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'guide-'))
  for (const name of readdirSync('.'))
    if (name !== '.data' && name !== '.git') symlinkSync(join(process.cwd(), name), join(folder, name))
  return folder
}
