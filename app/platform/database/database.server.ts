import postgres from 'postgres'

import { learnArrayTypes } from './arrays.server.ts'
import { createConnections } from './connection.server.ts'
import type { PoolUsage } from '../metrics.server.ts'
import { createPool } from './pool.server.ts'

/** The pool. Only it has `begin`, `reserve` and `usage`. */
export type Sql = postgres.Sql<Types> & { usage?: () => PoolUsage }

/** The handle of queries inside `sql.begin`. */
export type Transaction = postgres.TransactionSql<Types>

/** Any handle for queries: the pool or a transaction. */
export type Queryable = postgres.ISql<Types>

type Types = { date: string; time: string; numeric: number; int8: number }

/** Times are in milliseconds unless the name says otherwise. The defaults suit the web process. */
export type ConnectOptions = {
  max?: number
  connect_timeout_seconds?: number
  idle_timeout_seconds?: number
  /** How long a query waits for a connection when all are in use; without it for ever. */
  acquire_timeout?: number
  statement_timeout?: number
  lock_timeout?: number
  idle_in_transaction_session_timeout?: number
  application_name?: string
  /** Commits return before they are on disk; a crash of Postgres may lose the last half second. */
  async_commit?: boolean
}

const asText = (value: string) => value

const types = {
  // Days and wall-clock times stay text: a Date would add the process's time zone.
  date: { to: 1082, from: [1082], serialize: asText, parse: asText },
  time: { to: 1083, from: [1083], serialize: asText, parse: asText },
  // Prices have two decimals and counts are far below 2^53: both are exact as numbers.
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
  int8: { to: 20, from: [20], serialize: String, parse: Number },
}

/**
 * Opens a pool, which connects at the first query. Rows keep their SQL names; `date` and `time` are text
 * (`2026-11-20`, `14:30:00`), `numeric` and `int8` numbers, `timestamptz` is a Date. When the server goes away, queries
 * reject with a `code` (`CONNECTION_CLOSED`, `ECONNREFUSED`, `57P01` …); the pool reconnects when it is back.
 *
 * `url` may name a Unix socket's folder as libpq does: `postgres://user:word@%2Frun%2Fpg/name` or
 * `postgres://user:word@localhost/name?host=/run/pg`.
 */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const { connect_timeout_seconds = 10, statement_timeout = 15_000 } = options
  const { address, socket_folder } = splitSocketFolder(url)
  // Builds statements and never connects; all connections share its types.
  const template = postgres(address, {
    types,
    ...(socket_folder === null ? {} : { host: socket_folder }),
    max: 1,
    max_lifetime: null,
    // An error in its own query for types could not be caught.
    fetch_types: false,
    connect_timeout: connect_timeout_seconds,
    idle_timeout: options.idle_timeout_seconds ?? 60,
    // Drops notices such as "relation already exists, skipping".
    onnotice: () => {},
    connection: {
      TimeZone: 'UTC',
      statement_timeout,
      lock_timeout: options.lock_timeout ?? 10_000,
      idle_in_transaction_session_timeout: options.idle_in_transaction_session_timeout ?? 15_000,
      application_name: options.application_name ?? 'chalk-and-vine',
      ...(options.async_commit ? { synchronous_commit: 'off' } : {}),
    },
  })
  const open = (onclose: () => void): Sql =>
    postgres({ ...template.options, onclose } as unknown as postgres.Options<typeof types>)
  const timeouts = {
    // More than the limit of one query, because a new connection queries its types first.
    connect: connect_timeout_seconds * 1500,
    acquire: options.acquire_timeout ?? Infinity,
    // The server itself cancels slow statements, unless they have no limit.
    response: statement_timeout > 0 ? statement_timeout + 3000 : Infinity,
  }
  return createPool(template, createConnections(options.max ?? 10, open, learnArrayTypes, timeouts))
}

const lostConnection = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
])

/** Whether a statement failed with its connection, so that the database may have run it all the same. */
export function mayHaveSucceeded(error: unknown): boolean {
  return error instanceof Error && 'code' in error && lostConnection.has(String(error.code))
}

/** postgres.js takes the folder of a socket only as an option. */
function splitSocketFolder(url: string): { address: string; socket_folder: string | null } {
  const address = new URL(url)
  const in_query = address.searchParams.get('host')
  const socket_folder = in_query ?? decodeURIComponent(address.hostname)
  if (!socket_folder.startsWith('/')) return { address: url, socket_folder: null }
  address.searchParams.delete('host')
  address.hostname = 'localhost'
  return { address: address.href, socket_folder }
}
