import { globSync, readFileSync } from 'node:fs'

/** A form of the tests. `files` are Vitest files. Without `files` the browser journeys run. */
type Form = { name: string; about: string; files?: string[]; env: Record<string, string> }

/** Tests that use the built site. */
const visiting = globSync(['app/**/*.test.{ts,tsx}', 'test/*.test.ts']).filter((file) =>
  readFileSync(file, 'utf8').includes('startApp('),
)

export const forms: Form[] = [
  {
    name: 'benches',
    about: 'each bench in its short form, so that it still measures',
    files: ['test/long/benches.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'ledger',
    about: '500 random histories against the plain model',
    files: ['app/operations/consistency-checks/inconsistencies.property.test.ts'],
    env: { LEDGER_RUNS: '500' },
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
    files: ['app/staff/reports/offered.property.test.ts'],
    env: { OFFERED_RUNS: '500' },
  },
  {
    name: 'reports',
    about: '500 random reports against a plain count',
    files: ['app/staff/reports/report.property.test.ts'],
    env: { REPORT_RUNS: '500' },
  },
  {
    name: 'crashes',
    about: 'the site and Postgres killed 100 times each while many people book',
    files: ['test/faults/crash.test.ts'],
    env: { FAULT_ROUNDS: '100' },
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
    name: 'guide',
    about: 'the commands of the guide that start the site, back it up, restore it and start `npm run dev`',
    files: ['test/long/guide-commands.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'durations',
    about: 'time limits, on a quiet machine',
    files: [
      'app/catalogue/locations/gazetteer.server.test.ts',
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
    name: 'overload',
    about: 'three times as many visitors as the site can serve',
    files: ['test/long/overload.test.ts'],
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
    files: ['app/mail/header-injection.test.ts'],
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
