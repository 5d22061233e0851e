import { globSync, readFileSync } from 'node:fs'

import type { Guard } from '../recorded-run.ts'

/** A long form of some tests. `files` are Vitest files. Without `files`, the browser journeys run. */
type Form = Guard & { about: string; files?: string[]; env: Record<string, string> }

const site = ['app', 'db', 'server']
const database = ['app/platform/database', 'db/functions', 'db/migrations']
const booking = ['app/availability', 'app/bookings', ...database]
const emails = ['app/mail', 'app/bookings/emails', 'db/functions/mail', 'server/jobs']

/** The test files that use the built site. */
const visiting = globSync(['app/**/*.test.{ts,tsx}', 'test/*.test.ts']).filter((file) =>
  readFileSync(file, 'utf8').includes('startApp('),
)

export const forms: Form[] = [
  {
    name: 'benches',
    about: 'every bench in its short form, which shows that it still measures',
    guards: ['bench', 'server'],
    files: ['test/long/benches.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'ledger',
    about: '500 random histories against the plain model',
    guards: [...booking, 'app/operations/consistency-checks', 'app/partners', 'test/market-model.ts'],
    files: ['app/operations/consistency-checks/inconsistencies.property.test.ts'],
    env: { LEDGER_RUNS: '500' },
  },
  {
    name: 'money',
    about: '1,000 random histories of takings, sales, refunds and visits against the plain model',
    guards: ['app/bookings', 'db/functions/bookings', 'db/migrations'],
    files: ['app/bookings/payments/payment.property.test.ts'],
    env: { MONEY_RUNS: '1000' },
  },
  {
    name: 'reasons',
    about: '1,000 markets in which every day without a start has a reason',
    guards: ['app/availability', 'db/functions/availability', 'db/migrations'],
    files: ['app/availability/unavailable-reason.property.test.ts'],
    env: { REASON_RUNS: '1000' },
  },
  {
    name: 'lists',
    about:
      '200 random histories with concurrent actions, or with merged customers, after which lists, counts and customers equal the bookings',
    guards: [...booking, 'app/operations'],
    files: [
      'app/bookings/booking-list.property.test.ts',
      'app/bookings/customers/customer-merge.property.test.ts',
    ],
    env: { LIST_RUNS: '200', MERGE_RUNS: '200' },
  },
  {
    name: 'searches',
    about: '150 random edits around each clock change and 400 random searches, against a plain search',
    guards: ['app/explore', 'db/functions/explore', ...booking],
    files: [
      'app/explore/search/search.edits.test.ts',
      'app/explore/search/search.property.test.ts',
      'app/explore/search/search.hosts.test.ts',
    ],
    env: { EDIT_RUNS: '150', SEARCH_RUNS: '400' },
  },
  {
    name: 'holds',
    about:
      '200 random histories of holds, of group holds, of hosts and of moved sessions, each against a plain model',
    guards: booking,
    files: [
      'app/bookings/new-bookings/hold.property.test.ts',
      'app/bookings/group-holds/group-hold.property.test.ts',
      'app/bookings/sessions/session-host.test.ts',
      'app/bookings/sessions/session-move.property.test.ts',
    ],
    env: { HOLD_RUNS: '200' },
  },
  {
    name: 'offered',
    about: '500 random plans that change after bookings, with their places counted by week and by slot',
    guards: ['app/staff/reports', 'app/availability', ...database],
    files: ['app/staff/reports/offered.property.test.ts'],
    env: { OFFERED_RUNS: '500' },
  },
  {
    name: 'reports',
    about: '500 random reports against a plain count',
    guards: ['app/staff/reports', ...database],
    files: ['app/staff/reports/report.property.test.ts'],
    env: { REPORT_RUNS: '500' },
  },
  {
    name: 'crashes',
    about: 'the site killed 300 times and Postgres 101 times while many people book',
    guards: [...booking, 'server', 'test/faults'],
    files: ['test/faults/crash.test.ts'],
    env: { FAULT_ROUNDS: '100', LONG: 'yes' },
  },
  {
    name: 'processes',
    about:
      'programs that crash, hang, are suspended or cannot start: supervisor, workers, backups, the embedded database, traces',
    guards: ['server'],
    files: [
      ...globSync('{app,server,db,test}/**/*.long.test.ts'),
      'server/backups/backups.test.ts',
      'server/start-checks.test.ts',
    ],
    env: { LONG: 'yes' },
  },
  {
    name: 'crosswise',
    about: 'three processes that book 210 parties each in the same slots, the second in reverse order',
    guards: booking,
    files: ['app/bookings/new-bookings/create-booking.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'fields',
    about: 'five numbers beyond the range of every field',
    guards: ['app', 'test/fuzz'],
    files: ['test/body-fields.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'made-files',
    about: 'the files of the map made again, and the demonstration made for three different days',
    guards: ['basemap', 'db/catalogue'],
    files: ['basemap/build.test.ts', 'db/catalogue/demo/parties.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'journeys',
    about:
      'all journeys in Chromium instead of its headless shell, and axe on every screen at both widths in both colour schemes',
    guards: ['app', 'test/journeys'],
    env: { LONG: 'yes' },
  },
  {
    name: 'api',
    about: 'two linters of the API document, and 4,000 requests of an OCTO client',
    guards: ['app/api.server.ts', 'app/platform/http', 'app/partners'],
    files: ['test/openapi.test.ts', 'app/partners/octo/octo.fuzz.test.ts'],
    env: { LONG: 'yes', OCTO_RUNS: '4000' },
  },
  {
    name: 'dev',
    about: 'edits that an open page of `npm run dev` shows',
    guards: ['server', 'vite.config.ts', 'react-router.config.ts'],
    files: ['test/long/dev.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'production',
    about: 'a folder made by `npm run production` serves the site',
    guards: ['server', 'package.json', 'clone-packages'],
    files: ['test/long/production.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'guide',
    about:
      'the commands of the guide that start, back up and restore the site, and the commands of CONTRIBUTING.md in a fresh clone',
    guards: ['CONTRIBUTING.md', 'docs/guide', 'package.json', 'server', 'test/tools.mjs'],
    files: ['test/guide-commands.test.ts', 'test/long/guide-commands.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'durations',
    about: 'time limits, on a quiet machine',
    guards: ['app/catalogue/locations', 'app/platform', 'server'],
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
    guards: ['server', ...database],
    files: ['test/long/backup.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'releases',
    about:
      'two versions on one database: the old version, both, only the new version, and the old version again; and a backup of the last release',
    guards: ['server', 'test/releases', ...booking],
    files: ['test/long/releases.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'rolling-restart',
    about: 'two processes behind a balancer, restarted one after the other',
    guards: ['app/platform', 'server', 'test/faults'],
    files: ['test/long/rolling-restart.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'two-processes',
    about: 'the suite with two processes of the site on one database, used in turn',
    guards: site,
    files: [...visiting, 'test/long/two-sites.test.ts'],
    env: { SITE_PROCESSES: '2', LONG: 'yes' },
  },
  {
    name: 'two-processes-journeys',
    about: 'the journeys with two sites and two workers behind a balancer',
    guards: [...site, 'test/journeys'],
    env: { SITE_PROCESSES: '2' },
  },
  {
    name: 'standby',
    about:
      'the reads that use a streaming standby of the database, and the times when no read uses the standby',
    guards: ['app/platform/database', 'app/platform/http', 'server'],
    files: ['test/long/standby.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'overload',
    about: 'three times as many visitors as the site can serve',
    guards: [...booking, 'app/platform/http', 'server', 'test/faults'],
    files: ['test/long/overload.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'mail-kills',
    about: 'the worker killed 100 times',
    guards: emails,
    files: ['server/jobs/mail-kill.long.test.ts'],
    env: { MAIL_KILLS: '100', LONG: 'yes' },
  },
  {
    name: 'mail-races',
    about: '300 races between confirming and cancelling a booking, each ending with the right email',
    guards: [...emails, 'app/bookings', 'db/functions/bookings'],
    files: ['server/jobs/mail-order.test.ts'],
    env: { MAIL_RACES: '300' },
  },
  {
    name: 'injection',
    about: '20,000 inputs that try to write mail headers',
    guards: ['app/mail'],
    files: ['app/mail/header-injection.test.ts'],
    env: { MAIL_INJECTIONS: '20000' },
  },
  {
    name: 'enumeration',
    about:
      'the answers of every sign-in form to known and unknown email addresses, compared by text, status and time',
    guards: ['app/people', 'app/platform/http', 'app/routes', 'db/functions/people'],
    files: ['test/long/enumeration.test.ts'],
    env: { LONG: 'yes' },
  },
  {
    name: 'fuzz',
    about: '100,000 requests generated from the API document',
    guards: [...site, 'test/fuzz'],
    files: ['test/fuzz.test.ts'],
    env: { FUZZ_REQUESTS: '100000' },
  },
  {
    name: 'hostile',
    about: '100,000 hostile requests made from the API document, over HTTP',
    guards: [...site, 'test/faults', 'test/fuzz'],
    files: ['test/faults/hostile.test.ts'],
    env: { HOSTILE_REQUESTS: '100000', LONG: 'yes' },
  },
]
