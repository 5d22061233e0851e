// npm run test:quick [-- PATH…] [-- --since=COMMIT]
// For the named files, or the files changed since a commit: checks types, and runs the nearest unit tests and the shortest
// journeys that open the nearest screens. Prints which tests are left out: `npm test` and `npm run test:long` run them.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync, readFileSync, statSync } from 'node:fs'
import { text } from 'node:stream/consumers'

import routes from '../app/routes.ts'
import { buildIfStale } from '../server/build-if-stale.ts'
import { parseSource, readSources } from './sources.ts'
import { guardCommands } from './guards.ts'
import { screensIn } from './journeys/screens.ts'

/** The most files of each kind to run. With more files, the tests take longer than a minute. */
const most = { units: 8, journeys: 1 }

const sources = readSources()
const changed = changedFiles()
if (changed.length === 0) {
  console.log('Nothing has changed. Name files: npm run test:quick -- app/bookings/booking.server.ts')
  process.exit(0)
}
const nearest = nearestImporters(changed.flatMap(entriesOf))
const isShort = (file: string) =>
  /\.test\.tsx?$/.test(file) && !/\.long\.test|^test\/(long|faults)\//.test(file)
// Tests of command-line tools come last, because they start processes, which takes the most time.
const units = limited(
  nearest
    .filter(isShort)
    .toSorted((a, b) => Number(a.startsWith('server/')) - Number(b.startsWith('server/'))),
  most.units,
)
const journeys = limited(journeysOf(nearest), most.journeys)

buildIfStale()
const runs = [
  // Several checkers would each resolve the types of the API again, which takes twice the processor's time.
  start('Types', 'tsc', '--checkers', '1'),
  start('Unit tests', 'vitest', 'run', 'test/architecture.test.ts', ...units.run),
  ...(journeys.run.length > 0
    ? [start('Journeys', 'playwright', 'test', '--retries=0', ...journeys.run)]
    : []),
]
const failed: string[] = []
for (const { name, child, output } of runs) {
  console.log(`\n── ${name} ──\n${await output}`)
  if (child.exitCode === null) await once(child, 'exit')
  if (child.exitCode !== 0) failed.push(name)
}
for (const [kind, { left }] of Object.entries({ 'unit tests': units, journeys }))
  if (left.length > 0)
    console.log(
      `Not run, because other files import the changed code more directly: ${left.length} ${kind}: ${left.join(' ')}`,
    )
for (const command of guardCommands(changed)) console.log(`Guards these files: ${command}`)
console.log(failed.length > 0 ? `Failed: ${failed.join(', ')}` : 'Passed')
process.exit(failed.length > 0 ? 1 : 0)

/** Returns the files that the arguments name, or the files that differ from a commit, including new files. */
function changedFiles(): string[] {
  const words = process.argv.slice(2).filter((word) => word !== '--')
  const since = words.find((word) => word.startsWith('--since='))?.slice('--since='.length) ?? 'HEAD'
  const named = words.filter((word) => !word.startsWith('--'))
  const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory()
  if (named.length > 0) return named.flatMap((path) => (isFolder(path) ? globSync(`${path}/**/*.*`) : [path]))
  const git = (...args: string[]) =>
    spawnSync('git', args, { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  return [...git('diff', '--name-only', since), ...git('ls-files', '--others', '--exclude-standard')]
}

/**
 * Returns the TypeScript files that a changed file affects first: the file itself or, for SQL, the files that name the
 * functions in it.
 */
function entriesOf(file: string): string[] {
  if (!file.startsWith('db/functions/')) return [file]
  const { exports } = parseSource(file, readFileSync(file, 'utf8'))
  const named = new RegExp(`\\b(${exports.join('|')})\\b`)
  return sources.map(({ path }) => path).filter((path) => named.test(readFileSync(path, 'utf8')))
}

/**
 * Returns `files`, the files that import one of them, directly or through others, and the tests beside all
 * these files. The nearest files come first.
 */
function nearestImporters(files: string[]): string[] {
  const importers = Map.groupBy(
    sources.flatMap(({ path, imports }) =>
      imports.filter(({ typeOnly }) => !typeOnly).map(({ target }) => ({ path, target })),
    ),
    ({ target }) => target,
  )
  const found = new Set(files)
  for (const file of found) {
    for (const { path } of importers.get(file) ?? []) found.add(path)
    const subject = file.replace(/(\.server|\.api|\.shapes)?\.tsx?$/, '')
    for (const { path } of sources)
      if (path.startsWith(`${subject}.`) && path.includes('.test.')) found.add(path)
  }
  return [...found]
}

/** Returns the journeys that open screens among `files`, sorted by the nearest screen and then by length. */
function journeysOf(files: string[]): string[] {
  // The journey that opens every screen takes minutes, so only `npm test` runs it.
  const written = globSync('test/journeys/*.spec.ts', { exclude: ['**/every-screen.spec.ts'] })
    .map((path) => ({ path, code: readFileSync(path, 'utf8') }))
    .filter(({ code }) => hasShort(code))
  const screens = screensIn(routes).map(({ file, pattern }) => ({
    file: `app/${file}`,
    url: pattern.split('/:')[0] ?? '',
  }))
  const opened = files.flatMap((file) =>
    screens.filter((screen) => screen.file === file && screen.url.length > 1),
  )
  const shortest = written.toSorted((a, b) => a.code.length - b.code.length)
  const opens = ({ url }: { url: string }) =>
    shortest.filter(({ code }) => new RegExp(`['"\`}]${url}\\b`).test(code))
  return [
    ...new Set([
      ...files.filter((file) => file.endsWith('.spec.ts') && hasShort(readFileSync(file, 'utf8'))),
      ...opened.flatMap(opens).map(({ path }) => path),
    ]),
  ]
}

/** Returns whether a file of journeys has a journey that is not tagged @long. */
function hasShort(code: string): boolean {
  return [...code.matchAll(/^ *test\(/gm)].length > [...code.matchAll(/@long/g)].length
}

function limited(files: string[], count: number) {
  return { run: files.slice(0, count), left: files.slice(count) }
}

/** Starts a program of the project. Its output is printed after the programs before it have ended. */
function start(
  name: string,
  program: string,
  ...args: string[]
): { name: string; child: ChildProcess; output: Promise<string> } {
  const { FORCE_COLOR: _, ...env } = process.env
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, NO_COLOR: '1' },
  })
  const output = Promise.all([text(child.stdout), text(child.stderr)]).then((parts) => parts.join(''))
  return { name, child, output }
}
