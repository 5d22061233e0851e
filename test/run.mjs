// `npm test`: makes the clone ready, runs every check, and ends with one line that counts the passed and the failed tests.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'

import { installPackages, prepare, root, runtime } from '../server/prepare.mjs'
import { readResults } from './results.mjs'

const started = Date.now()
installPackages(true)
installBrowser()
const results = 'test-results'
rmSync(join(root, results), { recursive: true, force: true })
mkdirSync(join(root, results), { recursive: true })
const env = {
  ...process.env,
  PATH: `${dirname(runtime())}${delimiter}${process.env.PATH}`,
  // FORCE_COLOR=0 would make the output of Vitest coloured.
  NO_COLOR: '1',
}

const unitTests = `vitest run --reporter=default --reporter=json --outputFile.json=${results}/vitest.json`
const failed = []
// These checks use one core, while the build uses the other core and blocks this process.
const checking = run('Types, lint, format and unused code', 'npm run --silent check', 'pipe')
prepare({ tools: true })
// Unit tests often wait for processes and timers, so the journeys run at the same time.
const journeys = run('Journeys in the browser', 'playwright test', 'pipe')
await run('Unit tests', unitTests, 'inherit')
await Promise.all([checking, journeys])

const counts = readResults(join(root, results))
console.log(
  `\nSlowest tests:\n${counts.slowest.map(({ seconds, name }) => `  ${seconds.toFixed(1)} s  ${name}`).join('\n')}`,
)
console.log(`${Math.round((Date.now() - started) / 1000)} s in all`)
// The flaky and the failed tests are listed again at the end, because the output above is long.
for (const { name, why } of counts.flaky) console.log(`\nFlaky (failed, then passed): ${name}\n${why}`)
for (const { name, why } of counts.failures) console.log(`\n✗ ${name}\n${why}`)
for (const name of failed) console.log(`Failed: ${name}`)
// All checks together count as one test.
const checks = failed.some((name) => name.startsWith('Types')) ? [0, 1] : [1, 0]
console.log(`${counts.passed + checks[0]} passed, ${counts.failed + checks[1]} failed`)
process.exit(failed.length > 0 || counts.passed === 0 ? 1 : 0)

/** Runs a command and records its name if it fails. With `pipe`, prints the output when the command ends. */
async function run(name, command, output) {
  if (output === 'inherit') console.log(`\n── ${name} ──`)
  const [file, ...args] = command.split(' ')
  const child = spawn(file, args, { cwd: root, env, stdio: ['ignore', output, output] })
  const parts = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => parts.push(part))
  const [code] = await once(child, 'close')
  if (output === 'pipe') console.log(`\n── ${name} ──\n${Buffer.concat(parts)}`)
  if (code !== 0) failed.push(name)
}

/**
 * Makes sure that this machine has Chromium for the journeys and curl for the examples. If possible, apt installs the
 * missing programs. The headless shell is optional, but most journeys run in it with less CPU time.
 */
function installBrowser() {
  const isOnPath = (...names) =>
    names.some((name) =>
      (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name))),
    )
  const isComplete = () =>
    (process.env.CHROMIUM_PATH !== undefined ||
      isOnPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable')) &&
    isOnPath('curl')
  const isQuick = process.env.CHROMIUM_PATH !== undefined || isOnPath('chromium-headless-shell')
  if (isComplete() && isQuick) return
  if (process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0) {
    console.log('Installing Chromium, its headless shell and curl for the tests …')
    const apt = (...args) =>
      spawnSync('apt-get', ['-qq', ...args], { stdio: ['ignore', 'ignore', 'inherit'] })
    apt('update')
    if (!isComplete()) apt('install', '-y', '--no-install-recommends', 'chromium', 'curl')
    // Some systems, such as Ubuntu, have no package of the headless shell.
    if (!isQuick) apt('install', '-y', '--no-install-recommends', 'chromium-headless-shell')
  }
  if (isComplete()) return
  console.error(
    'The tests need Chromium and curl. Install them (on Debian: apt-get install chromium chromium-headless-shell curl)\nor name a Chromium with CHROMIUM_PATH=/path/to/chromium npm test.',
  )
  process.exit(1)
}
