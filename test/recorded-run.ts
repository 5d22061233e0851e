import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8', maxBuffer: 1024 ** 3 })

/** A test or bench whose results are recorded. `guards` are the folders and files that it checks; `files` are its own tests. */
export type Guard = { name: string; guards: readonly string[]; files?: readonly string[] }

/**
 * Returns whether a change of the file makes results of the test out of date. In a guarded folder, the files of other
 * tests never count, and Markdown files count only if they are listed by name. A change of package-lock.json makes the
 * results of every test out of date.
 */
export function isGuarded(file: string, { guards, files = [] }: Guard): boolean {
  if (file === 'package-lock.json' || files.includes(file) || guards.includes(file)) return true
  if (/\.test\.tsx?$|\.md$/.test(file)) return false
  return guards.some((folder) => file.startsWith(`${folder}/`))
}

/** Returns the names of the tests that guard at least one of the files. */
export function namesGuarding(files: readonly string[], tests: readonly Guard[]): string[] {
  return tests.filter((one) => files.some((file) => isGuarded(file, one))).map(({ name }) => name)
}

let allFiles: string[] | undefined
/** The lines of TypeScript, SQL and style sheets that contain only a comment. */
const commentLines = /^[ \t]*(?:(?:\/\/|--).*|\*(?:[ /].*)?|\{?\/\*(?:(?!\*\/).)*(?:\*\/\}?)?)\n/gm

/**
 * Returns a hash of the files that a test guards, whether committed or not. A rebase does not change the hash, and neither
 * does a comment in lines of its own.
 */
export function codeOf(one: Guard): string {
  allFiles ??= git('ls-files', '--cached', '--others', '--exclude-standard', '-z').split('\0').toSorted()
  const hash = createHash('sha256')
  for (const file of allFiles.filter((each) => isGuarded(each, one) && existsSync(each)))
    hash
      .update(file)
      .update('\0')
      .update(
        /\.(?:tsx?|mjs|sql|css)$/.test(file)
          ? withoutComments(readFileSync(file, 'utf8'))
          : readFileSync(file),
      )
  return hash.digest('hex').slice(0, 8)
}

/** Returns the code without the lines that contain only a comment. */
export function withoutComments(code: string): string {
  return code.replaceAll(commentLines, '')
}

/** A run. `code` is a hash of the files that the test guards. `day` has the form yyyy-MM-dd. */
export type Run = {
  name: string
  version: string
  code: string
  day: string
  passed: boolean
  seconds: number
}

/**
 * Returns the names of the chosen tests. Each word chooses the test with that name or, if there is none, all tests whose names
 * contain the word. If there are no words, all tests are chosen. Ends the process with 2 if a word chooses no test.
 */
export function chooseTests(words: readonly string[], tests: readonly Guard[]): string[] {
  const names = tests.map(({ name }) => name)
  if (words.length === 0) return names
  const chosen = words.flatMap((word) => {
    const found = names.includes(word) ? [word] : names.filter((name) => name.includes(word))
    return found.length > 0 ? found : refuse(`There is no ${word}. The names are ${names.join(', ')}.`)
  })
  return names.filter((name) => chosen.includes(name))
}

/**
 * Reads the arguments `[parts of names] [--again] [--record]`. Ends the process with 2 if a part is in no test's name, or if
 * a result would be recorded while there are uncommitted changes.
 */
export function readRun(tests: readonly Guard[]) {
  const args = process.argv.slice(2)
  const mayRecord = args.includes('--record')
  const chosen = chooseTests(
    args.filter((arg) => !arg.startsWith('--')),
    tests,
  )
  const changes = git('status', '--porcelain', '--', ':!*.md')
  if (mayRecord && changes !== '') refuse(`Commit these changes before recording a result:\n${changes}`)
  return {
    chosen,
    mayRecord,
    again: args.includes('--again'),
    version: (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version,
    today: () => new Date().toISOString().slice(0, 10),
  }
}

function refuse(why: string): never {
  console.error(why)
  process.exit(2)
}

/** Returns the results of earlier runs. Results in an older format, without `code`, are left out. */
export function readRuns<Result extends Run>(file: string): Result[] {
  const runs = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<Result>[]) : []
  return runs.filter((run): run is Result => run.code !== undefined)
}

/** Shows the results of the chosen tests, and ends the process: with 0 if all of them passed, otherwise with 1. */
export function finish(results: Run[], chosen: string[]): never {
  const shown = results.filter(({ name }) => chosen.includes(name))
  const lines = shown.map(
    ({ name, passed, seconds, day, code }) =>
      `${passed ? 'passed' : 'FAILED'}  ${name}  ${seconds} s  (${day}, code ${code})`,
  )
  console.log(`\n${lines.join('\n')}`)
  process.exit(shown.length === chosen.length && shown.every(({ passed }) => passed) ? 0 : 1)
}
