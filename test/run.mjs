// `npm test`: makes the clone ready, then runs every check there is and says in one line how it went.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

import { prepare, root, runtime } from '../server/prepare.mjs'
import { readResults } from './results.mjs'

const started = Date.now()
prepare()

const browser = findBrowser()
const results = 'test-results'
rmSync(join(root, results), { recursive: true, force: true })
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

const counts = readResults(join(root, results))
console.log(
  `\nSlowest tests:\n${counts.slowest.map(({ seconds, name }) => `  ${seconds.toFixed(1)} s  ${name}`).join('\n')}`,
)
console.log(`${Math.round((Date.now() - started) / 1000)} s in all`)
// Repeated at the end, because the output above is long.
for (const { name, why } of counts.flaky) console.log(`\nFlaky (failed, then passed): ${name}\n${why}`)
for (const { name, why } of counts.failures) console.log(`\n✗ ${name}\n${why}`)
for (const [name] of failed) console.log(`Failed: ${name}`)
// A check without tests of its own counts as one.
const checks = failed.some(([name]) => name === steps[0][0]) ? [0, 1] : [1, 0]
console.log(`${counts.passed + checks[0]} passed, ${counts.failed + checks[1]} failed`)
process.exit(failed.length > 0 || counts.passed === 0 ? 1 : 0)

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
