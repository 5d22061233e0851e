import { setTimeout as sleep } from 'node:timers/promises'

import { type Db, PgBoss } from 'pg-boss'

import type { Queryable, Sql } from '../../app/platform/database.server.ts'
import type { Log } from '../../app/platform/log.server.ts'

/** How the queue runs; the tests hurry it. All in seconds. */
export type QueuePace = {
  /** How often the queue is asked for work. */
  poll: number
  /** After how long an attempt that nobody ended is taken for lost. */
  attempt: number
  /** How often lost attempts are looked for. */
  watch: number
  /** The first pause before another try, doubled each time with jitter, and the longest. */
  pause: number
  longest_pause: number
  /** How often it is tried again. */
  tries: number
}

/** Tries go on for about a day: the pauses are 45 s, 1.5 min, 3 min and so on to 2 hours, on the average. */
export const steadyPace: QueuePace = {
  poll: 1,
  attempt: 120,
  watch: 15,
  pause: 30,
  longest_pause: 7200,
  tries: 22,
}

/** The queue in the site's own database, on the site's own connections. */
export async function startBoss(sql: Sql, log: Log, pace: QueuePace): Promise<PgBoss> {
  const boss = new PgBoss({
    db: overPool(sql),
    superviseIntervalSeconds: pace.watch,
    monitorIntervalSeconds: Math.max(pace.watch, 1),
    cronMonitorIntervalSeconds: 30,
    maintenanceIntervalSeconds: 3600,
  })
  boss.on('error', (error) => log.error({ err: error }, 'The queue met an error'))
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'The queue warns'))
  await inTurn(sql, () => boss.start())
  return boss
}

/** In milliseconds: how often a worker looks whether it is its turn. */
const look = 50

/**
 * Workers that start in the same moment on a new database come up one after the other: pg-boss, as of 12.35.0, makes its schema
 * before it takes its own lock, and ends where another was faster. Who waits holds no connection.
 */
async function inTurn(sql: Sql, act: () => Promise<unknown>): Promise<void> {
  for (;;) {
    const connection = await sql.reserve()
    try {
      const [turn] = await connection<{ mine: boolean }[]>`
        select pg_try_advisory_lock(hashtext('start of the queue')) as mine`
      if (turn?.mine) {
        // Where the line is lost the lock is lost with it.
        const letGo = () =>
          connection`select pg_advisory_unlock(hashtext('start of the queue'))`.catch(() => {})
        return void (await act().finally(letGo))
      }
    } finally {
      connection.release()
    }
    await sleep(look)
  }
}

/** What the queue runs its statements on: the pool, or a transaction it shall be part of. */
export function overPool(sql: Queryable): Db {
  return {
    async executeSql(text, values) {
      // Scripts of several statements carry no values and go as they are.
      const rows = values?.length
        ? await sql.unsafe(asWritten(text, values), values as never[])
        : await sql.unsafe(text)
      // A script answers with one list for each of its statements.
      const all = rows as unknown[]
      return { rows: all.some(Array.isArray) ? all.flat() : [...all] }
    },
  }
}

/** JSON that the queue has written as text already; our driver would write it once more where it is told of JSON. */
function asWritten(text: string, values: unknown[]): string {
  return text.replaceAll(/\$(\d+)(?=::jsonb?\b)/g, (place, n: string) =>
    typeof values[Number(n) - 1] === 'string' ? `${place}::text` : place,
  )
}
