// npm run test:long [-- parts of names] [-- --again] [-- --record]
// Runs the long tests, some of which have a short form in npm test. Resumes after an interruption: skips tests that passed with
// the same code, unless --again is given. Writes test-results/long.json and, with --record, test/long/RESULTS.md.
// npm run test:long -- --status   prints the records of all kinds that failed, are missing or are older than their code
import { spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

import { buildIfStale } from '../server/build-if-stale.ts'
import { forms } from './long/forms.ts'
import { codeOf, finish, readRun, readRuns, type Run } from './recorded-run.ts'
import { printStatus } from './records.ts'

const file = 'test-results/long.json'
const written = 'test/long/RESULTS.md'

if (process.argv.includes('--status')) {
  printStatus()
  process.exit(0)
}

const { chosen, again, mayRecord, version, today } = readRun(forms)
let results = readRuns<Run>(file)

buildIfStale()

mkdirSync('test-results', { recursive: true })
for (const form of forms.filter(({ name }) => chosen.includes(name))) {
  const { name, about, files, env } = form
  const code = codeOf(form)
  if (!again && results.some((one) => one.name === name && one.code === code && one.passed)) {
    console.log(`${name}: passed already with this code`)
    continue
  }
  console.log(`\n── ${name}: ${about} ──`)
  const started = performance.now()
  // Many long tests run hundreds of random scenarios, so they need a longer timeout than the tests in npm test.
  const command = files ? ['run', '--testTimeout=1800000', ...files] : ['test']
  const { status } = spawnSync(files ? 'vitest' : 'playwright', command, {
    env: { SEED: String(randomInt(2 ** 31)), ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  const one = { name, version, code, day: today(), passed: status === 0, seconds }
  results = [...results.filter((other) => other.name !== name), one]
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}

if (mayRecord) writeFileSync(written, record())
finish(results, chosen)

/** Returns the Markdown of the results. Keeps the recorded text of tests that were not run. */
function record(): string {
  const before = existsSync(written) ? readFileSync(written, 'utf8').split('\n') : []
  const writtenOf = (name: string) =>
    before.find((line) => line.startsWith(`- \`${name}\`, `))?.match(/: ((?:passed|\*\*failed).*)\.$/)?.[1]
  const lines = forms.map(({ name, about }) => {
    const last = results.find((one) => one.name === name)
    const ended = last
      ? `${last.passed ? 'passed' : '**failed**'} on ${last.day}, version ${last.version}, code ${last.code}, in ${last.seconds} s`
      : (writtenOf(name) ?? 'no record yet')
    return `- \`${name}\`, ${about}: ${ended}.`
  })
  return `# Results of the long tests

Written by \`npm run test:long -- --record\`: the last result of each test. “Code” is a hash of the files that the test guards
(\`test/long/forms.ts\`). Older results name a commit instead: the measured commit or, if it no longer exists, the commit that
recorded the result. \`npm run test:long -- --status\` prints what to run again.

${lines.join('\n')}
`
}
