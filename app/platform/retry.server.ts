import { setTimeout } from 'node:timers/promises'

import type { Queryable, Sql } from './database.server.ts'

const attempts = 8
const longestPause = 40

/**
 * Runs work that is one transaction in itself, again when another one stood in its way: a snapshot that was too old, a
 * deadlock, a spoken reference drawn twice. The first try costs nothing; later ones are told to read what is committed,
 * so that a server set to REPEATABLE READ does not refuse them for ever. Inside the caller's transaction nothing can be
 * tried again, so there it runs once. Throws the last error when all tries failed.
 */
export async function retrying<Value>(
  sql: Queryable,
  work: (sql: Queryable) => PromiseLike<Value>,
): Promise<Value> {
  if (!isPool(sql)) return work(sql)
  for (let attempt = 1; ; attempt++) {
    try {
      if (attempt === 1) return await work(sql)
      return (await sql.begin('isolation level read committed', async (transaction) =>
        work(transaction),
      )) as Value
    } catch (error) {
      if (attempt === attempts || !mayPass(error)) throw error
    }
    await setTimeout(Math.random() * longestPause)
  }
}

function isPool(sql: Queryable): sql is Sql {
  return 'begin' in sql && !('savepoint' in sql)
}

/** Serialization failure, deadlock, or a unique name that a concurrent transaction drew as well. */
function mayPass(error: unknown): boolean {
  const { code, constraint_name } = error as { code?: string; constraint_name?: string }
  return (
    code === '40001' || code === '40P01' || (code === '23505' && constraint_name === 'bookings_reference_key')
  )
}
