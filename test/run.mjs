// `npm test`: makes the clone ready, then runs every check there is and says in one line how it went.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

import { prepare, root, runtime } from '../server/prepare.mjs'

const started = Date.now()
prepare()

const browser = findBrowser()
const results = 'test-results'
mkdirSync(join(root, results), { recursive: true })
const env = {
  ...process.env,
  PATH: `${dirname(runtime)}${delimiter}${process.env.PATH}`,
  CHROMIUM_PATH: browser,
  FORCE_COLOR: '0',
}

const steps = [
  ['Types, lint, format and unused code', ['npm', 'run', '--silent', 'check']],
  [
    'Rules, pages and database',
    ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${results}/vitest.json`],
  ],
  ['Journeys in the browser', ['playwright', 'test']],
]
const failed = steps.filter(([name, [command, ...args]]) => {
  console.log(`\n── ${name} ──`)
  const { status } = spawnSync(command, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] })
  return status !== 0
})

const counts = tally()
console.log(
  `\nSlowest tests:\n${counts.slowest.map(({ seconds, name }) => `  ${seconds.toFixed(1)} s  ${name}`).join('\n')}`,
)
console.log(`${Math.round((Date.now() - started) / 1000)} s in all`)
// Said once more at the end: what stands above it is long.
for (const { name, why } of counts.failures) console.log(`\n✗ ${name}\n${why}`)
for (const [name] of failed) console.log(`Failed: ${name}`)
// A check without tests of its own counts as one.
const checks = failed.some(([name]) => name === steps[0][0]) ? [0, 1] : [1, 0]
console.log(`${counts.passed + checks[0]} passed, ${counts.failed + checks[1]} failed`)
process.exit(failed.length > 0 || counts.passed === 0 ? 1 : 0)

function tally() {
  const unit = read('vitest.json')
  const journeys = read('journeys.json')
  const tests = [
    ...(unit?.testResults ?? []).flatMap(({ assertionResults }) =>
      assertionResults.map(({ fullName, duration, status, failureMessages }) => ({
        name: fullName,
        seconds: (duration ?? 0) / 1000,
        ok: status === 'passed',
        skipped: status === 'pending' || status === 'skipped',
        why: beginning(failureMessages?.join('\n')),
      })),
    ),
    ...specsOf(journeys?.suites ?? []),
  ].filter(({ skipped }) => !skipped)
  const failures = tests.filter(({ ok }) => !ok)
  return {
    passed: tests.filter(({ ok }) => ok).length,
    failed: failures.length,
    failures,
    slowest: tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, 10),
  }
}

/** The first lines of what a test said, which name the difference; the rest stands where it ran. */
function beginning(message = '') {
  return message.trim().split('\n').slice(0, 25).join('\n')
}

function specsOf(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests.map(({ projectName, status, results: runs }) => ({
        name: `${title} (${projectName})`,
        seconds: runs.reduce((sum, { duration }) => sum + duration, 0) / 1000,
        ok: status === 'expected' || status === 'flaky',
        skipped: status === 'skipped',
        why: beginning(runs.map(({ error }) => error?.message ?? '').join('\n')),
      })),
    ),
    ...specsOf(inner),
  ])
}

function read(name) {
  const file = join(root, results, name)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}

/** A Chromium of this machine, installed with apt where that is possible. */
function findBrowser() {
  const found = () =>
    process.env.CHROMIUM_PATH ??
    ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
      .flatMap((name) => (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, name)))
      .find((file) => existsSync(file))
  if (found()) return found()
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('Installing Chromium for the browser tests …')
    const apt = (...args) =>
      spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
    apt('update')
    apt('install', '-y', '--no-install-recommends', 'chromium')
    if (found()) return found()
  }
  console.error(
    'The browser tests need Chromium and there is none on this machine. Install it (on Debian: apt-get install chromium)\nor name one with CHROMIUM_PATH=/path/to/chromium npm test.',
  )
  process.exit(1)
}
