import { setTimeout } from 'node:timers/promises'

import type { Queryable, Sql } from '../app/platform/database.server.ts'

/** Runs the contenders at once and holds a lock until all of them wait for it, so that they really race. */
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

/** Resolves when `count` sessions wait for locks. */
export async function untilWaiting(sql: Queryable, count: number): Promise<void> {
  while ((await countWaiting(sql)) < count) await setTimeout(5)
}

async function countWaiting(sql: Queryable): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return count
}
