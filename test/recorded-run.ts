import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'

/** The files that a result depends on: the program and its tests, without texts such as the records themselves. */
const decisive = ['app', 'server', 'db', 'test', 'package-lock.json', ':!*.md']

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1024 ** 3 })

/** A run. `code`: a hash of the program and its tests, committed or not, which survives a rebase. `day`: yyyy-MM-dd. */
export type Run = {
  name: string
  version: string
  code: string
  day: string
  passed: boolean
  seconds: number
}

/**
 * Reads `[part of a name] [--again] [--record]`. Ends the process with 2 if no name contains the part, or if a result
 * would be recorded with uncommitted changes.
 */
export function readRun(names: string[]) {
  const args = process.argv.slice(2)
  const part = args.find((arg) => !arg.startsWith('--')) ?? ''
  const mayRecord = args.includes('--record')
  const chosen = names.filter((name) => name.includes(part))
  const changes = git('status', '--porcelain', '--', ...decisive)
  if (chosen.length === 0) refuse(`There is no ${part}. The names are ${names.join(', ')}.`)
  if (mayRecord && changes !== '') refuse(`Commit these changes before recording a result:\n${changes}`)
  const state =
    git('ls-files', '--stage', '--', ...decisive) + changes + git('diff', 'HEAD', '--', ...decisive)
  return {
    chosen,
    mayRecord,
    again: args.includes('--again'),
    version: (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
    code: createHash('sha256').update(state).digest('hex').slice(0, 8),
    today: () => new Date().toISOString().slice(0, 10),
  }
}

function refuse(why: string): never {
  console.error(why)
  process.exit(2)
}

/** Returns the results of earlier runs, without those that an older form of this file wrote. */
export function readRuns<Result extends Run>(file: string): Result[] {
  const runs = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Result>[]) : []
  return runs.filter((run): run is Result => run.code !== undefined)
}

/** Shows the results of the chosen names and ends the process: with 0 if all of them have passed. */
export function finish(results: Run[], chosen: string[]): never {
  const shown = results.filter(({ name }) => chosen.includes(name))
  const lines = shown.map(
    ({ name, passed, seconds, day, code }) =>
      `${passed ? 'passed' : 'FAILED'}  ${name}  ${seconds} s  (${day}, code ${code})`,
  )
  console.log(`\n${lines.join('\n')}`)
  process.exit(shown.length === chosen.length && shown.every(({ passed }) => passed) ? 0 : 1)
}
