import { setTimeout as sleep } from 'node:timers/promises'

import { type Db, PgBoss, systemClock } from 'pg-boss'

import type { AppDependencies } from '../../app/platform/app-dependencies.ts'
import type { Queryable, Sql } from '../../app/platform/database/database.server.ts'
import type { Log } from '../../app/platform/log.server.ts'
import { runAs } from '../../app/platform/telemetry.server.ts'

/** What the jobs of the queue need. */
export type JobDependencies = AppDependencies & { boss: PgBoss }

/** The pace of the queue in seconds. Tests run the queue faster. */
export type QueuePace = {
  /** The time between polls of the queue. */
  poll: number
  /** The time after which an unfinished attempt counts as lost. */
  attempt: number
  /** The time between two checks for lost attempts. */
  watch: number
  /** The first and the longest pause before a retry. Each pause is twice as long as the last, with jitter. */
  pause: number
  longest_pause: number
  /** The number of retries. */
  tries: number
}

/** Retries for about a day. The average pauses are 45 s, 1.5 min, 3 min and so on, up to 2 hours. */
export const steadyPace: QueuePace = {
  poll: 1,
  attempt: 120,
  watch: 15,
  pause: 30,
  longest_pause: 7200,
  tries: 22,
}

/** Starts the queue in the site's database, through the site's pool. */
export async function startBoss(sql: Sql, log: Log, pace: QueuePace): Promise<PgBoss> {
  const boss = new PgBoss({
    db: asBossDatabase(sql),
    // This clock never goes back. With the wall clock, a pause could last days after the clock was put back by days.
    clock: { ...systemClock, now: () => performance.timeOrigin + performance.now() },
    // Schedules follow the clock of the database, which is read once a minute.
    clockMonitorIntervalSeconds: 60,
    superviseIntervalSeconds: pace.watch,
    monitorIntervalSeconds: Math.max(pace.watch, 1),
    cronMonitorIntervalSeconds: 30,
    maintenanceIntervalSeconds: 3600,
  })
  const asQueue = (write: () => void) => runAs({ job: 'queue' }, write)
  boss.on('error', (err) => asQueue(() => log.error({ err }, 'The job queue reported an error')))
  boss.on('warning', ({ message: warning }) =>
    asQueue(() => log.warn({ warning }, 'The job queue reported a warning')),
  )
  await withStartLock(sql, () => boss.start())
  return boss
}

/** Seconds after which a worker that sends no heartbeat for its job counts as killed. */
const heartbeat = 30

/**
 * Creates a queue whose jobs count as lost soon after their worker was killed. Otherwise an exclusive queue would wait
 * until the job of the killed worker expires.
 */
export async function createWatchedQueue(
  boss: PgBoss,
  name: string,
  options: Parameters<PgBoss['createQueue']>[1],
): Promise<void> {
  await boss.createQueue(name, { ...options, heartbeatSeconds: heartbeat })
  // An existing queue keeps its options unless it is updated.
  await boss.updateQueue(name, { heartbeatSeconds: heartbeat })
}

/** Milliseconds between two attempts to get the lock. */
const lockInterval = 50

/**
 * Starts one worker at a time, because pg-boss 12.35.0 creates its schema before it takes its own lock, and fails if
 * another worker was faster. Waiting for this lock uses no connection.
 */
async function withStartLock(sql: Sql, work: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const connection = await sql.reserve()
    try {
      const [lock] = await connection<{ acquired: boolean }[]>`
        select pg_try_advisory_lock(hashtext('start of the queue')) as acquired`
      if (lock?.acquired) {
        // A lost connection also releases the lock.
        const release = () =>
          connection`select pg_advisory_unlock(hashtext('start of the queue'))`.catch(() => {})
        return void (await work().finally(release))
      }
    } finally {
      connection.release()
    }
    await sleep(lockInterval)
  }
}

/**
 * Resets times in the future that a wrong clock wrote to jobs, schedules, emails, webhooks, calendars, holds and
 * backups. Otherwise these would wait until the clock reaches those times.
 */
export async function resetFutureTimes(sql: Sql, now: Date): Promise<void> {
  await sql`
    with jobs as (
      update pgboss.job
      set created_on = least(created_on, now()), started_on = least(started_on, now()),
        start_after = least(start_after, now())
      where state in ('created', 'retry', 'active') and coalesce(started_on, created_on) > now() + interval '1 minute'
    ), schedules as (
      update pgboss.version
      set cron_on = least(cron_on, now()), bam_on = least(bam_on, now()), flow_on = least(flow_on, now()),
        reindex_on = least(reindex_on, now()), monitor_backoff_on = least(monitor_backoff_on, now())
      where greatest(cron_on, bam_on, flow_on, reindex_on) > now() + interval '1 minute'
    ), queues as (
      update pgboss.queue
      set monitor_claim_on = least(monitor_claim_on, now()), monitor_on = least(monitor_on, now()),
        maintain_on = least(maintain_on, now())
      where greatest(monitor_claim_on, monitor_on, maintain_on) > now() + interval '1 minute'
    )
    select reset_future_times(${now})`
}

/** Runs the statements of the queue on the pool, or in a transaction. */
export function asBossDatabase(sql: Queryable): Db {
  return {
    async executeSql(text, values) {
      // A script of several statements has no parameters.
      const rows = values?.length
        ? await sql.unsafe(markJsonAsText(text, values), values as never[])
        : await sql.unsafe(text)
      // The result of a script contains a list of rows for each statement.
      const all = rows as unknown[]
      return { rows: all.some(Array.isArray) ? all.flat() : [...all] }
    },
  }
}

/**
 * Marks JSON parameters as text. pg-boss passes them as text, which our driver would otherwise encode a second time.
 */
function markJsonAsText(text: string, values: unknown[]): string {
  return text.replaceAll(/\$(\d+)(?=::jsonb?\b)/g, (parameter, n: string) =>
    typeof values[Number(n) - 1] === 'string' ? `${parameter}::text` : parameter,
  )
}
