// npm run test:long [-- part of a name] [-- --again] [-- --record]
// Runs the long tests, some of which have a short form in npm test. Resumes after an interruption: what passed at this
// commit is skipped, unless --again is given. Results: test-results/long.json, and with --record test/long/RESULTS.md.
import { execFileSync, spawnSync } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'

import { buildIfStale } from '../server/build-if-stale.ts'

/** `files` are Vitest files. Without them the browser journeys run. */
type Form = { name: string; about: string; files?: string[]; env: Record<string, string> }

/** Tests that use the built site. */
const visiting = globSync(['app/**/*.test.{ts,tsx}', 'test/*.test.ts']).filter((file) =>
  readFileSync(file, 'utf8').includes('startApp('),
)

const forms: Form[] = [
  {
    name: 'ledger',
    about: '500 random histories against the plain model',
    files: ['app/consistency-checks/inconsistencies.property.test.ts'],
    env: { LEDGER_RUNS: '500' },
  },
  {
    name: 'batches',
    about: '500 random batches against the same requests one by one',
    files: ['app/bookings/booking-queue.property.test.ts'],
    env: { BATCH_RUNS: '500' },
  },
  {
    name: 'obstacles',
    about: '1,000 markets in which every day without a start has a reason',
    files: ['app/availability/unavailable-reason.property.test.ts'],
    env: { OBSTACLE_RUNS: '1000' },
  },
  {
    name: 'sums',
    about:
      '200 random histories with concurrent actions, after which every counter equals the sum of its bookings',
    files: ['app/bookings/scheduled-jobs.totals.property.test.ts'],
    env: { SUMS_RUNS: '200' },
  },
  {
    name: 'offered',
    about: '500 random plans that change after bookings, counted by week and by slot',
    files: ['app/reports/offered.property.test.ts'],
    env: { OFFERED_RUNS: '500' },
  },
  {
    name: 'reports',
    about: '500 random reports against a plain count',
    files: ['app/reports/report.property.test.ts'],
    env: { REPORT_RUNS: '500' },
  },
  {
    name: 'crashes',
    about: 'the site and Postgres killed 100 times each while many people book',
    files: ['test/faults/crash.test.ts'],
    env: { FAULT_ROUNDS: '100' },
  },
  {
    name: 'lines',
    about: 'a database connection that is cut, silent or very slow',
    files: ['test/faults/cut-connection.test.ts', 'test/faults/slow-database.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'dev',
    about: 'edits that an open page of `npm run dev` shows',
    files: ['test/long/dev.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'production',
    about: 'a folder made by `npm run production` serves the site',
    files: ['test/long/production.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'durations',
    about: 'time limits, on a quiet machine',
    files: [
      'app/places/gazetteer.server.test.ts',
      'test/faults/database-away.test.ts',
      'test/faults/pipelining.test.ts',
    ],
    env: { LONG: 'yes' },
  },
  {
    name: 'backup',
    about: 'a backup made while people book, and restored',
    files: ['test/long/backup.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'releases',
    about: 'two versions on one database, old, both, new and back again, and a backup of the last release',
    files: ['test/long/releases.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'rolling-restart',
    about: 'two processes behind a balancer, restarted one after the other',
    files: ['test/long/rolling-restart.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'two-processes',
    about: 'the suite with two processes of the site on one database, used in turn',
    files: [...visiting, 'test/long/two-sites.test.ts'],
    env: { SITE_PROCESSES: '2', LONG: 'yes' },
  },
  {
    name: 'two-processes-journeys',
    about: 'the journeys with two sites and two workers behind a balancer',
    env: { SITE_PROCESSES: '2' },
  },
  {
    name: 'standby',
    about: 'a streaming standby of the database: which reads use it, and when none does',
    files: ['test/long/standby.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'full-disk',
    about: 'a full disk under database and pictures, for root on Linux',
    files: ['test/long/full-disk.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'overload',
    about: 'three times as many visitors as the site can serve',
    files: ['test/long/overload.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'clock',
    about:
      'the site’s clock two hours and 400 days off, and jumps of 16 days and two hours, with libfaketime (apt-get install faketime)',
    files: ['test/long/clock.test.ts', 'test/long/clock-jumps.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'mail-kills',
    about: 'the worker killed 100 times',
    files: ['server/jobs/mail-kill.test.ts'],
    env: { MAIL_KILLS: '100' },
  },
  {
    name: 'mail-races',
    about: '300 races of confirming and cancelling a booking, each with the right last email',
    files: ['server/jobs/mail-order.test.ts'],
    env: { MAIL_RACES: '300' },
  },
  {
    name: 'injection',
    about: '20,000 inputs that try to write mail headers',
    files: ['app/emails/header-injection.test.ts'],
    env: { MAIL_INJECTIONS: '20000' },
  },
  {
    name: 'enumeration',
    about: 'known and unknown email addresses at every login and form, by text, status and time',
    files: ['test/long/enumeration.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'fuzz',
    about: '100,000 requests generated from the API document',
    files: ['test/fuzz.test.ts'],
    env: { FUZZ_REQUESTS: '100000' },
  },
  {
    name: 'hostile',
    about: '100,000 hostile requests made from the API document, over HTTP',
    files: ['test/faults/hostile.test.ts'],
    env: { HOSTILE_REQUESTS: '100000' },
  },
]

const file = 'test-results/long.json'
const written = 'test/long/RESULTS.md'
/** `day`: yyyy-MM-dd. */
type Result = { name: string; commit: string; day: string; passed: boolean; seconds: number }

const args = process.argv.slice(2)
const again = args.includes('--again')
const part = args.find((arg) => !arg.startsWith('--')) ?? ''
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
let results: Result[] = !again && existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Result[]) : []

buildIfStale()

mkdirSync('test-results', { recursive: true })
for (const { name, about, files, env } of forms.filter(({ name }) => name.includes(part))) {
  if (results.some((one) => one.name === name && one.commit === commit && one.passed)) {
    console.log(`${name}: passed already at ${commit}`)
    continue
  }
  console.log(`\n── ${name}: ${about} ──`)
  const started = performance.now()
  const { status } = spawnSync(files ? 'vitest' : 'playwright', files ? ['run', ...files] : ['test'], {
    env: { SEED: String(randomInt(2 ** 31)), ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const seconds = Math.round((performance.now() - started) / 1000)
  const day = new Date().toISOString().slice(0, 10)
  const one = { name, commit, day, passed: status === 0, seconds }
  results = [...results.filter((other) => other.name !== name), one]
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`)
}

if (args.includes('--record')) writeFileSync(written, record())

const shown = results.filter(({ name }) => forms.some((form) => form.name === name && name.includes(part)))
console.log(
  `\n${shown.map(({ name, passed, seconds, commit: at }) => `${passed ? 'passed' : 'FAILED'}  ${name}  ${seconds} s  (${at})`).join('\n')}`,
)
process.exit(shown.every(({ passed }) => passed) ? 0 : 1)

/** The Markdown of the results. Entries that were not run keep their text. */
function record(): string {
  const before = existsSync(written) ? readFileSync(written, 'utf8').split('\n') : []
  const writtenOf = (name: string) =>
    before.find((line) => line.startsWith(`- \`${name}\`, `))?.match(/: ((?:passed|\*\*failed).*)\.$/)?.[1]
  const lines = forms.map(({ name, about }) => {
    const last = results.find((one) => one.name === name)
    const ended = last
      ? `${last.passed ? 'passed' : '**failed**'} on ${last.day} at ${last.commit}, in ${last.seconds} s`
      : (writtenOf(name) ?? 'no record yet')
    return `- \`${name}\`, ${about}: ${ended}.`
  })
  return `# Results of the long tests

Written by \`npm run test:long -- --record\`: the result of the last run of each.

${lines.join('\n')}
`
}
