import postgres from 'postgres'

import { createConnections } from './connection.server.ts'
import { runTransaction } from './transaction.server.ts'

/** The pool. `begin` and `reserve` exist only here. */
export type Sql = postgres.Sql<Types>

/** What a query inside `sql.begin` runs on. */
export type Transaction = postgres.TransactionSql<Types>

/** Anything a query can run on: the pool, or the transaction it was handed. */
export type Queryable = postgres.ISql<Types>

type Types = { date: string; time: string; numeric: number; int8: number }

/** All times in milliseconds unless the name says otherwise; every one has a default for the web process. */
export type ConnectOptions = {
  max?: number
  connect_timeout_seconds?: number
  idle_timeout_seconds?: number
  statement_timeout?: number
  lock_timeout?: number
  idle_in_transaction_session_timeout?: number
  application_name?: string
}

const asText = (value: string) => value

const types = {
  // Days and wall-clock times are text on purpose: a Date would drag in the server's time zone.
  date: { to: 1082, from: [1082], serialize: asText, parse: asText },
  time: { to: 1083, from: [1083], serialize: asText, parse: asText },
  // Prices have two decimals and counts are far below 2^53: both are exact as numbers.
  numeric: { to: 1700, from: [1700], serialize: String, parse: Number },
  int8: { to: 20, from: [20], serialize: String, parse: Number },
}

type Act = (transaction: Transaction) => unknown

/**
 * Opens a pool; nothing is sent before the first query. Half of its `max` connections (at least one) are for
 * `begin` and `reserve`, the rest for single queries. Rows keep their SQL names, `date` and `time` stay
 * the text Postgres prints (`2026-11-20`, `14:30:00`), `numeric` and `int8` are numbers, `timestamptz` a Date.
 *
 * `url` may name a Unix socket's folder as libpq does: `postgres://user:word@%2Frun%2Fpg/name` or
 * `postgres://user:word@localhost/name?host=/run/pg`.
 */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const { address, socket_folder } = splitSocketFolder(url)
  const open = (max: number, onclose?: () => void): Sql =>
    postgres(address, {
      types,
      ...(socket_folder === null ? {} : { host: socket_folder }),
      max,
      connect_timeout: options.connect_timeout_seconds ?? 10,
      idle_timeout: options.idle_timeout_seconds ?? 60,
      // "relation already exists, skipping" and the like are no news to anybody.
      onnotice: () => {},
      ...(onclose ? { onclose, max_lifetime: null } : {}),
      connection: {
        TimeZone: 'UTC',
        statement_timeout: options.statement_timeout ?? 15_000,
        lock_timeout: options.lock_timeout ?? 10_000,
        idle_in_transaction_session_timeout: options.idle_in_transaction_session_timeout ?? 15_000,
        application_name: options.application_name ?? 'chalk-and-vine',
      },
    })
  const max = options.max ?? 10
  const pool = open(Math.max(1, Math.floor(max / 2)))
  const connections = createConnections(Math.max(1, Math.ceil(max / 2)), (onclose) => open(1, onclose))
  return withOwnConnections(pool, connections)
}

/** Gives the pool a `begin`, a `reserve` and an `end` that survive the loss of the server. */
function withOwnConnections(pool: Sql, connections: ReturnType<typeof createConnections>): Sql {
  const endPool = pool.end
  const begin = async (modeOrAct: string | Act, act?: Act) => {
    const connection = await connections.borrow()
    try {
      const [mode, run] = typeof modeOrAct === 'string' ? [modeOrAct, act as Act] : ['', modeOrAct]
      return await runTransaction(connection, mode, run)
    } finally {
      connection.release()
    }
  }
  const reserve = async () => {
    const { sql, release } = await connections.borrow()
    return Object.assign(sql, { release })
  }
  const end: Sql['end'] = async (how) => {
    await Promise.all([endPool(how), connections.end(how)])
  }
  return Object.assign(pool, { begin: begin as Sql['begin'], reserve, end })
}

/** postgres.js takes a socket's folder only as an option, never from the address. */
function splitSocketFolder(url: string): { address: string; socket_folder: string | null } {
  const address = new URL(url)
  const in_query = address.searchParams.get('host')
  const socket_folder = in_query ?? decodeURIComponent(address.hostname)
  if (!socket_folder.startsWith('/')) return { address: url, socket_folder: null }
  address.searchParams.delete('host')
  address.hostname = 'localhost'
  return { address: address.href, socket_folder }
}
