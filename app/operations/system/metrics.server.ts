import { Hono } from 'hono'
import { setTimeout as sleep } from 'node:timers/promises'
import { register, Registry } from 'prom-client'

import type { AppDependencies } from '../../platform/app-dependencies.ts'
import { attempt } from '../../platform/attempt.server.ts'
import { isFromTrusted } from '../../platform/http/client-address.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { addGauge, addPoolGauges, type GaugeValues } from '../../platform/metrics.server.ts'
import { findBackupAge } from './backups.server.ts'
import { findSystem } from './system.server.ts'

/** The load of this process: the requests in the load limiter, its limits, and the waiting requests to book. */
type Load = { working: number; waiting: number; at_once: number; max_waiting: number; booking: number }

/** Milliseconds to wait for the database. Prometheus needs an answer within 10 s, even while the database is down. */
const databasePatience = 3000

/** Ages in seconds. For each age, a gauge counts the waiting emails that are at least that old. */
const emailAges = [0, 60, 300, 900, 3600, 86_400]

/** Serves /metrics to trusted proxies only: figures of this process and the database in Prometheus's format. */
export function metrics(dependencies: AppDependencies, loadOf: () => Load): Hono {
  const { config, log, sql } = dependencies
  const ping = coalesce(async () => attempt(log, 'The database does not answer', () => sql`select`))
  const read = coalesce(async () =>
    attempt(log, 'Could not read metrics from the database', () => readDatabase(dependencies)),
  )
  return new Hono().get('/', async (c) => {
    if (!isFromTrusted(c, config.trusted_proxies)) return c.text('Not found.', 404)
    // The ping asks for a connection first, so that slow gauges do not delay it.
    const [answered, fromDatabase] = await Promise.all([inTime(ping()), inTime(read())])
    const isUp = answered?.ok === true
    const gauges = fromDatabase?.ok ? fromDatabase.value : undefined
    const parts = [register, readProcess(dependencies, loadOf(), { isUp, isComplete: gauges !== undefined })]
    const texts = await Promise.all([...parts, ...(gauges ? [gauges] : [])].map((part) => part.metrics()))
    const lines = texts.map((text) => text.trimEnd()).filter(Boolean)
    return c.text(`${lines.join('\n')}\n`, 200, { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE })
  })
}

/** Returns a function that runs `work` at most once at a time. Callers during a run share its result. */
function coalesce<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let running: Promise<Value> | undefined
  return () => (running ??= work().finally(() => (running = undefined)))
}

/** Returns the result of `work`, or null if the work takes too long. */
async function inTime<Value>(work: Promise<Value>): Promise<Value | null> {
  const late = new AbortController()
  const timeout = sleep(databasePatience, null, { signal: late.signal, ref: false }).catch(() => null)
  return Promise.race([work, timeout]).finally(() => late.abort())
}

/** Returns the gauges of this process: how much of its limits is used, and whether the database answers. */
function readProcess(
  { sql, replica }: AppDependencies,
  load: Load,
  database: { isUp: boolean; isComplete: boolean },
): Registry {
  const registry = new Registry()
  addGauge(
    registry,
    'chalk_load_limiter_requests',
    'Requests that are worked on or wait, by state.',
    statesOf({ working: load.working, waiting: load.waiting }),
  )
  addGauge(
    registry,
    'chalk_load_limiter_limit',
    'The most requests of each state. Further requests get 503.',
    statesOf({ working: load.at_once, waiting: load.max_waiting }),
  )
  addGauge(
    registry,
    'chalk_booking_queue_waiting',
    'Requests to book that wait until fewer bookings are under way.',
    [[{}, load.booking]],
  )
  addPoolGauges(registry, { primary: sql.usage?.(), replica: replica?.usage() })
  addGauge(registry, 'chalk_database_up', 'Whether the database answered within three seconds: 1 or 0.', [
    [{}, Number(database.isUp)],
  ])
  addGauge(
    registry,
    'chalk_database_gauges_complete',
    'Whether the gauges that come from the database could be read within three seconds: 1 or 0.',
    [[{}, Number(database.isComplete)]],
  )
  return registry
}

/** Reads the gauges that are the same in every process. */
async function readDatabase({ sql, config, now }: AppDependencies): Promise<Registry> {
  const at = now()
  const [{ mail, worker, database, storage, slots }, ages, calendars, webhooks, holds, backupAge] =
    await Promise.all([
      findSystem(sql, config, at),
      countEmailAges(sql, at),
      countCalendars(sql),
      countWebhooks(sql),
      countHolds(sql, at),
      findBackupAge(sql, config, at),
    ])
  const age = (since: Date | null) => (since ? Math.max(0, (at.getTime() - since.getTime()) / 1000) : 0)
  const queues = worker?.queues ?? []
  const registry = new Registry()
  const add = (name: string, help: string, values: GaugeValues) => addGauge(registry, name, help, values)
  if (slots)
    add('chalk_slots_spare_days', 'The least number of days of slots stored beyond a booking horizon.', [
      [{}, slots.spare_days],
    ])
  add('chalk_emails', 'Emails by state.', statesOf(mail))
  add(
    'chalk_emails_waiting',
    'Waiting emails that have been due for at least this number of seconds.',
    emailAges.map((seconds, n) => [{ older_than_seconds: String(seconds) }, ages.counts[n] ?? 0]),
  )
  add('chalk_email_oldest_waiting_seconds', 'For how many seconds the oldest waiting email has been due.', [
    [{}, age(ages.oldest_at)],
  ])
  add(
    'chalk_emails_stuck_seconds',
    'For how many seconds emails to two or more addresses have been due. A single address that refuses emails does not count.',
    [[{}, age(ages.stuck_at)]],
  )
  add(
    'chalk_queue_jobs',
    'Jobs by queue and state at the last count of the worker.',
    queues.flatMap(({ name: queue, waiting, active, failed }) =>
      statesOf({ waiting, active, failed }).map(([state, count]): GaugeValues[number] => [
        { queue, ...state },
        count,
      ]),
    ),
  )
  // A job with a start time is late only after that time.
  add(
    'chalk_queue_oldest_due_seconds',
    'For how many seconds the oldest waiting job of a queue has been due.',
    queues.map(({ name: queue, next_at }) => [{ queue }, age(next_at)]),
  )
  add(
    'chalk_worker_seen_seconds',
    'Seconds since a worker counted its queues.',
    worker?.seen_at ? [[{}, age(worker.seen_at)]] : [],
  )
  add('chalk_calendars', 'Imported calendars by state.', statesOf(calendars))
  const { oldest_due_at, failing, ...deliveries } = webhooks
  add('chalk_webhook_deliveries', 'Webhook deliveries by state.', statesOf(deliveries))
  add(
    'chalk_webhook_oldest_due_seconds',
    'For how many seconds the oldest due delivery has waited for the worker. Deliveries to failing receivers do not count.',
    [[{}, age(oldest_due_at)]],
  )
  add('chalk_webhooks_failing', 'Webhooks whose receiver refused or missed the last delivery.', [
    [{}, failing],
  ])
  add('chalk_holds', 'Holds that keep places now.', [[{}, holds]])
  add(
    'chalk_backup_age_seconds',
    'Age of the newest good backup. Before the first backup by the worker, the age of the database.',
    backupAge === null ? [] : [[{}, backupAge]],
  )
  add('chalk_database_connections', 'Connections of all programs to the database.', [
    [{}, database.connections],
  ])
  add('chalk_database_bytes', 'Size of the database.', [[{}, database.bytes]])
  add(
    'chalk_data_folder_bytes',
    'Space of the disk with the data folder by state.',
    storage ? statesOf({ free: storage.free, used: storage.total - storage.free }) : [],
  )
  return registry
}

function statesOf(counts: Record<string, number>): GaugeValues {
  return Object.entries(counts).map(([state, count]) => [{ state }, count])
}

type EmailAges = { counts: number[]; oldest_at: Date | null; stuck_at: Date | null }

async function countEmailAges(sql: Queryable, now: Date): Promise<EmailAges> {
  const [counted] = await sql<[EmailAges]>`
    with waiting as (
      select greatest(created_at, deliver_after) as since, lower(to_address) as address from emails
      where state in ('waiting', 'sending', 'failed') and coalesce(deliver_after <= ${now}, true)
    )
    select
      array(
        select (select count(*) from waiting where since <= ${now}::timestamptz - age * interval '1 second')::int
        from unnest(${emailAges}::int[]) with ordinality as ages (age, n)
        order by n
      ) as counts,
      (select min(since) from waiting) as oldest_at,
      (
        select min(since) from waiting group by address order by min(since) offset 1 limit 1
      ) as stuck_at`
  return counted
}

async function countCalendars(sql: Queryable): Promise<{ good: number; failing: number }> {
  const [counted] = await sql<[{ good: number; failing: number }]>`
    select count(*) filter (where failures = 0)::int as good, count(*) filter (where failures > 0)::int as failing
    from calendar_sources`
  return counted
}

type Webhooks = { waiting: number; failed: number; failing: number; oldest_due_at: Date | null }

async function countWebhooks(sql: Queryable): Promise<Webhooks> {
  const [counted] = await sql<[Webhooks]>`
    select count(*) filter (where d.state = 'waiting')::int as waiting, count(*) filter (where d.state = 'failed')::int as failed,
      (select count(*)::int from webhooks where disabled_at is null and failing_since is not null) as failing,
      min(d.next_attempt_at) filter (where d.state = 'waiting' and d.claim is null and w.failing_since is null) as oldest_due_at
    from webhook_deliveries d join webhooks w on w.id = d.webhook_id and w.disabled_at is null
    where d.state <> 'delivered'`
  return counted
}

async function countHolds(sql: Queryable, now: Date): Promise<number> {
  const [{ count }] = await sql<
    [{ count: number }]
  >`select count(*)::int from holds h where is_live(h, ${now})`
  return count
}
