import { setTimeout } from 'node:timers/promises'

import type { Queryable, Sql } from '../app/platform/database.server.ts'

/** Holds a lock until every contender is waiting on it, so the race really happens on every run. */
export async function race<Outcome>(
  sql: Sql,
  lock: (holder: Queryable) => Promise<unknown>,
  contenders: Array<() => Promise<Outcome>>,
): Promise<Outcome[]> {
  const holder = await sql.reserve()
  await holder`begin`
  await lock(holder)
  const outcomes = Promise.all(contenders.map((contend) => contend()))
  try {
    await untilWaiting(sql, contenders.length)
  } finally {
    await holder`commit`
    holder.release()
  }
  return outcomes
}

/** Until so many sessions wait for another one's lock, however long a busy machine takes: the test's own limit ends it. */
export async function untilWaiting(sql: Queryable, count: number): Promise<void> {
  while ((await countWaiting(sql)) < count) await setTimeout(5)
}

async function countWaiting(sql: Queryable): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return count
}
