import type { Guard } from '../recorded-run.ts'
import type { Fault } from './cycles/stack.ts'

/**
 * A scenario of `npm run test:faults`: it causes `kinds` of faults in cycles under load, or runs Vitest `files`. On a
 * quiet machine, the site or worker must run again within `within_ms`.
 */
export type Scenario = Guard & {
  about: string
  under_way: string
  checked: string
  kinds?: readonly Fault[]
  cycles?: number
  within_ms?: number
  files?: string[]
  env?: Record<string, string>
}

const database = ['app/platform/database', 'db/functions', 'db/migrations']
const booking = ['app/availability', 'app/bookings', ...database]
const cycled = [...booking, 'app/mail', 'app/partners', 'server', 'test/faults']

const load =
  'bookings, cancellations and moves; holds that are booked, released or expire; walk-ins; marks and payments at the gate, each sent up to three times; reservations by resellers; webhooks and emails.'
const wholeAudit =
  'after each cycle, every acknowledged booking, hold, mark and payment is stored once, no place is sold twice, webhooks are signed and in order, each email arrives once (or twice with one Message-ID), and the consistency check finds nothing. The same checks run at the end, when all messages are delivered and all holds have ended.'

export const scenarios: Scenario[] = [
  {
    name: 'kills',
    about: 'kill -9 of the site, the worker or all of Postgres at a random moment',
    guards: cycled,
    under_way: load,
    checked: wholeAudit,
    kinds: ['site', 'worker', 'postgres'],
    cycles: 200,
    within_ms: 3000,
  },
  {
    name: 'hangs',
    about: 'a site or worker that hangs until its heartbeat is missed, a Postgres paused for 6 s',
    guards: cycled,
    under_way: load,
    checked: wholeAudit,
    kinds: ['hung site', 'hung worker', 'paused postgres'],
    cycles: 9,
  },
  {
    name: 'rushes',
    about:
      'kill -9 of the site, or of Postgres (one backend, the postmaster or all of it), while many visitors book one session',
    guards: [...booking, 'server', 'test/faults'],
    under_way: '150 visitors who want 250 places, holds being booked, guests of a called-off session.',
    checked:
      'each answer agrees with the database, even when every request is repeated, and the consistency check finds nothing.',
    files: ['test/faults/crash.test.ts'],
    env: { FAULT_ROUNDS: '3' },
  },
  {
    name: 'full-disk',
    about: 'a full disk with the database and the pictures (needs root on Linux)',
    guards: ['app/platform', 'server', 'test/faults'],
    under_way: 'bookings, an upload.',
    checked:
      'refused requests get 503, nothing acknowledged is lost, and everything works once there is space again.',
    files: ['test/long/full-disk.test.ts'],
  },
  {
    name: 'clock',
    about:
      'a clock that is hours or 400 days off, jumps by 16 days and two hours under running processes, and the nights of clock change',
    guards: ['app/availability', 'app/bookings', 'app/people/sign-in', 'app/platform', 'server'],
    under_way:
      'bookings, holds, emails, webhooks, limits, attempts to sign in, cached pages, scheduled jobs, two-step sign-in.',
    checked:
      'all of these work while the clock is wrong and after it is corrected, and the consistency check finds nothing.',
    files: [
      'test/long/clock.test.ts',
      'test/long/clock-jumps.test.ts',
      'server/jobs/reset-future-times.test.ts',
      'app/availability/clock-changes.test.ts',
      'app/bookings/scheduled-jobs.server.test.ts',
      'app/people/sign-in/admin-sign-in.server.test.ts',
      'app/people/sign-in/attempt-limit.server.test.ts',
      'app/platform/http/rate-limit.server.test.ts',
    ],
  },
  {
    name: 'secrets',
    about: 'secrets that are damaged, wrong or missing, in file, setting and database',
    guards: ['app/people', 'app/platform/encryption.server.ts', 'server'],
    under_way: 'starts of the site and worker, sign-in of an admin with an app, webhooks.',
    checked:
      'the site prints one clear sentence, or refuses only the feature that needs the secret; a corrected secret works again.',
    files: ['test/long/secrets.test.ts', 'server/secrets.test.ts'],
  },
  {
    name: 'connections',
    about: 'connections cut at COMMIT, slow and silent databases, databases that are away',
    guards: [...database, 'app/platform/http', 'server', 'test/faults'],
    under_way: 'bookings by form and API, pages.',
    checked: 'each booking is made once, refused requests get 503, and cached pages are shown.',
    files: [
      'test/faults/cut-connection.test.ts',
      'test/faults/slow-database.test.ts',
      'test/faults/database-away.test.ts',
      'test/faults/mail-away.test.ts',
    ],
  },
  {
    name: 'clients',
    about: 'clients that send slowly, read slowly or send everything at once',
    guards: ['app/platform/http', 'server', 'test/faults'],
    under_way: 'bookings, pages, many open connections.',
    checked: 'slow clients are cut off, and other clients are served.',
    files: [
      'test/faults/slow-clients.test.ts',
      'test/faults/pipelining.test.ts',
      'test/faults/page-waves.test.ts',
      'test/faults/rush.test.ts',
    ],
  },
  {
    name: 'supervision',
    about: 'processes that crash, hang, cannot start or are suspended',
    guards: ['server'],
    under_way: 'programs of the test.',
    checked: 'the right processes are restarted, with the right messages and exit codes.',
    files: ['server/supervise.long.test.ts', 'server/heartbeat.long.test.ts'],
  },
  {
    name: 'deliveries',
    about: 'a worker killed while it sends emails and webhooks',
    guards: ['app/mail', 'app/partners/webhooks', 'server/jobs'],
    under_way: 'emails to a slow server, webhooks to a slow receiver.',
    checked: 'nothing is lost, no email arrives more than twice, and webhooks arrive in order.',
    files: ['server/jobs/mail-kill.long.test.ts', 'server/jobs/webhook-kill.long.test.ts'],
    env: { MAIL_KILLS: '10', WEBHOOK_KILLS: '10' },
  },
]
