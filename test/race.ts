import { setTimeout } from 'node:timers/promises'

import type { Queryable, Sql } from '../app/platform/database/database.server.ts'

/** Runs the contenders at once, and holds a lock until all of them wait for it, so that they really compete. */
export async function race<Outcome>(
  sql: Sql,
  lock: (holder: Queryable) => Promise<unknown>,
  contenders: Array<() => Promise<Outcome>>,
): Promise<Outcome[]> {
  const holder = await sql.reserve()
  await holder`begin`
  await lock(holder)
  const outcomes = Promise.all(contenders.map(retryOnLockTimeout))
  const failure = new AbortController()
  outcomes.catch((error: unknown) => failure.abort(error))
  try {
    await untilWaiting(sql, contenders.length, failure.signal)
  } finally {
    await holder`commit`
    holder.release()
  }
  return outcomes
}

/** Runs up to 64 clients at once like `race`. Each client has its own connection, which later races use again. */
export async function raceOfClients<Outcome>(
  sql: Sql & { clients: Sql },
  lock: (holder: Queryable) => Promise<unknown>,
  contenders: ((client: Sql) => Promise<Outcome>)[],
): Promise<Outcome[]> {
  const { clients } = sql
  const outcomes = await race(
    sql,
    lock,
    contenders.map((contend) => () => contend(clients)),
  )
  // Tests read the number of deadlocks from `pg_stat_database`. A busy connection may update these statistics ten seconds
  // late, so each connection is made to update them now.
  const opened = await Promise.all(Array.from({ length: contenders.length }, () => clients.reserve()))
  await Promise.all(opened.map((client) => client`select pg_stat_force_next_flush()`.then(client.release)))
  return outcomes
}

/**
 * Repeats an action that waited too long for a lock. A booking waits for four seconds, which is not always enough on a
 * busy machine. The action has then changed nothing, so it can be repeated, as a client does after a 503.
 */
async function retryOnLockTimeout<Outcome>(act: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await act()
  } catch (error) {
    if ((error as { code?: string }).code === '55P03') return retryOnLockTimeout(act)
    throw error
  }
}

/** Resolves when `count` database connections wait for locks. Rejects with the reason of `failure`. */
export async function untilWaiting(sql: Queryable, count: number, failure?: AbortSignal): Promise<void> {
  while ((await countWaiting(sql)) < count) {
    failure?.throwIfAborted()
    await setTimeout(5)
  }
}

async function countWaiting(sql: Queryable): Promise<number> {
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return count
}
