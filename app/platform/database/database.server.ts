import type postgres from 'postgres'

import type { PoolUsage } from '../metrics.server.ts'

/** The pool. Only the pool has `begin`, `reserve` and `usage`. */
export type Sql = postgres.Sql<Types> & { usage?: () => PoolUsage }

/** The handle of queries inside `sql.begin`. */
export type Transaction = postgres.TransactionSql<Types>

/** Any handle for queries: the pool or a transaction. */
export type Queryable = postgres.ISql<Types>

type Types = { date: string; time: string; numeric: number; int8: number }

const lostConnection = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
])

/** Returns whether a statement failed because its connection was lost. The database may have run such a statement. */
export function mayHaveSucceeded(error: unknown): boolean {
  return error instanceof Error && 'code' in error && lostConnection.has(String(error.code))
}
