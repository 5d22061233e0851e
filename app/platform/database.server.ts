import postgres from 'postgres'

import { learnArrayTypes } from './array-types.server.ts'
import { createConnections } from './connection.server.ts'
import { createPool } from './pool.server.ts'

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
  /** How long somebody waits for a connection when all are lent; without it as long as it takes. */
  turn_timeout?: number
  statement_timeout?: number
  lock_timeout?: number
  idle_in_transaction_session_timeout?: number
  application_name?: string
  /** Whether a commit may be told before it is on the disk; a crash of Postgres then loses the last half second of it. */
  commits_later?: boolean
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

/**
 * Opens a pool; nothing is sent before the first query. Rows keep their SQL names, `date` and `time` stay
 * the text Postgres prints (`2026-11-20`, `14:30:00`), `numeric` and `int8` are numbers, `timestamptz` a Date.
 * When the server goes, what is under way is refused with an error whose `code` says so (`CONNECTION_CLOSED`,
 * `ECONNREFUSED`, `57P01` …), and the pool finds the server again when it is back.
 *
 * `url` may name a Unix socket's folder as libpq does: `postgres://user:word@%2Frun%2Fpg/name` or
 * `postgres://user:word@localhost/name?host=/run/pg`.
 */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const { connect_timeout_seconds = 10, statement_timeout = 15_000 } = options
  const { address, socket_folder } = splitSocketFolder(url)
  // Makes statements and never connects; all connections share its types.
  const template = postgres(address, {
    types,
    ...(socket_folder === null ? {} : { host: socket_folder }),
    max: 1,
    max_lifetime: null,
    // Its own look at the types cannot be caught when the connection ends meanwhile.
    fetch_types: false,
    connect_timeout: connect_timeout_seconds,
    idle_timeout: options.idle_timeout_seconds ?? 60,
    // "relation already exists, skipping" and the like are no news to anybody.
    onnotice: () => {},
    connection: {
      TimeZone: 'UTC',
      statement_timeout,
      lock_timeout: options.lock_timeout ?? 10_000,
      idle_in_transaction_session_timeout: options.idle_in_transaction_session_timeout ?? 15_000,
      application_name: options.application_name ?? 'chalk-and-vine',
      ...(options.commits_later ? { synchronous_commit: 'off' } : {}),
    },
  })
  const open = (onclose: () => void): Sql =>
    postgres({ ...template.options, onclose } as unknown as postgres.Options<typeof types>)
  const patience = {
    // More than the limit of one call, as a new line asks for its types before it is lent.
    connect: connect_timeout_seconds * 1500,
    turn: options.turn_timeout ?? Infinity,
    // The server ends what takes too long by itself, unless it may take for ever.
    answer: statement_timeout > 0 ? statement_timeout + 3000 : Infinity,
  }
  return createPool(template, createConnections(options.max ?? 10, open, learnArrayTypes, patience))
}

const lostLine = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'ECONNRESET',
  'EPIPE',
  '57P01',
  '57P02',
])

/** Whether a statement failed because its line was lost, so that the database may have done it all the same. */
export function leavesDoubt(error: unknown): boolean {
  return error instanceof Error && 'code' in error && lostLine.has(String(error.code))
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
