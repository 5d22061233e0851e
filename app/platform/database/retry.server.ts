import { setTimeout } from 'node:timers/promises'

import { mayHaveSucceeded, type Queryable, type Sql, type Transaction } from './database.server.ts'

const attempts = 8
const longestPause = 40

/**
 * Runs work that is one transaction, and repeats it after a serialization failure, a deadlock, a booking reference
 * drawn twice, or an SQL function that the next release replaced meanwhile. Repeats run in READ COMMITTED, because REPEATABLE
 * READ could fail each time. Inside the caller's transaction, the work runs once. If `is_repeatable`, the work may run
 * twice without harm, so it is also repeated once after a lost connection. Throws the last error after eight attempts.
 */
export async function retrying<Value>(
  sql: Queryable,
  work: (sql: Queryable) => PromiseLike<Value>,
  { is_repeatable = false } = {},
): Promise<Value> {
  if (!isPool(sql)) return work(sql)
  for (let attempt = 1; ; attempt++) {
    try {
      if (attempt === 1) return await work(sql)
      return (await sql.begin('isolation level read committed', async (transaction) =>
        work(transaction),
      )) as Value
    } catch (error) {
      const isLost = is_repeatable && attempt === 1 && mayHaveSucceeded(error)
      if (attempt === attempts || !(isTransient(error) || isLost)) throw error
    }
    await setTimeout(Math.random() * longestPause)
  }
}

/** Runs work in one transaction, and repeats it like `retrying`. Inside the caller's transaction, the work joins that one. */
export function inTransaction<Value>(
  sql: Queryable,
  work: (transaction: Transaction) => Promise<Value>,
): Promise<Value> {
  return retrying(sql, (sql) =>
    isPool(sql) ? (sql.begin(work) as Promise<Value>) : work(sql as Transaction),
  )
}

function isPool(sql: Queryable): sql is Sql {
  return 'begin' in sql && !('savepoint' in sql)
}

function isTransient(error: unknown): boolean {
  const { code, constraint_name } = error as { code?: string; constraint_name?: string }
  if (code === '23505') return constraint_name === 'bookings_reference_key'
  return code === '40001' || code === '40P01' || lostItsFunction(error)
}

/** Returns whether a statement failed because a migration replaced a function after the statement was planned. */
export function lostItsFunction(error: unknown): boolean {
  const { code, message } = error as Error & { code?: string }
  return code === 'XX000' && message.startsWith('cache lookup failed for function')
}
