import { setTimeout } from 'node:timers/promises'

import type { Queryable, Sql } from '../app/platform/database/database.server.ts'

/** Runs `first` in a transaction, starts `second`, and commits as soon as `second` waits for a lock or has finished. */
export async function overlap<First, Second>(
  sql: Sql,
  first: (holder: Queryable) => PromiseLike<First>,
  second: () => Promise<Second>,
): Promise<[First, Second]> {
  const holder = await sql.reserve()
  try {
    await holder`begin isolation level read committed`
    const [{ pid }] = await holder<[{ pid: number }]>`select pg_backend_pid() as pid`
    const outcome = await first(holder)
    let settled = false
    const other = second().finally(() => {
      settled = true
    })
    // `other` is awaited below. Until then, a rejection must not count as unhandled.
    other.catch(() => {})
    while (!settled && !(await isBlocking(sql, pid))) await setTimeout(3)
    await holder`commit`
    return [outcome, await other]
  } finally {
    holder.release()
  }
}

async function isBlocking(sql: Queryable, pid: number): Promise<boolean> {
  const [{ waits }] = await sql<[{ waits: boolean }]>`
    select exists (
      select from pg_stat_activity where datname = current_database() and ${pid} = any (pg_blocking_pids(pid))
    ) as waits`
  return waits
}

/** Returns the URL of the database with the default isolation REPEATABLE READ, which an operator may configure. */
export function withStaleSnapshots(url: string): string {
  const address = new URL(url)
  address.searchParams.set('default_transaction_isolation', 'repeatable read')
  return address.href
}
