import postgres from 'postgres'
import { type Connection, createConnections } from './connection.server.ts'
import type { Sql, Transaction } from './database.server.ts'
import { openLike, type Statement } from './driver.server.ts'
import { redirect } from './statement.server.ts'
import { learnArrayTypes } from './arrays.server.ts'

/** Times are in milliseconds unless the name says otherwise. The defaults suit the web process. */
export type ConnectOptions = {
  max?: number
  connect_timeout_seconds?: number
  idle_timeout_seconds?: number
  /** How long a query waits for a connection when all are in use. By default, the query waits for ever. */
  acquire_timeout?: number
  statement_timeout?: number
  lock_timeout?: number
  idle_in_transaction_session_timeout?: number
  application_name?: string
  /** Makes commits return before they are on disk; a crash of Postgres may lose the last half second. */
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
 * (`2026-11-20`, `14:30:00`), `numeric` and `int8` are numbers, `timestamptz` is a Date. When the server goes away, queries
 * reject with a `code` (`CONNECTION_CLOSED`, `ECONNREFUSED`, `57P01` …); the pool reconnects when the server is back.
 *
 * `url` may name a Unix socket's folder as libpq does: `postgres://user:word@%2Frun%2Fpg/name` or
 * `postgres://user:word@localhost/name?host=/run/pg`.
 */
export function connect(url: string, options: ConnectOptions = {}): Sql {
  const { connect_timeout_seconds = 10, statement_timeout = 15_000 } = options
  const { address, socket_folder } = splitSocketFolder(url)
  // This client builds statements and never connects; all connections share its types.
  const template = postgres(address, {
    types,
    ...(socket_folder === null ? {} : { host: socket_folder }),
    max: 1,
    max_lifetime: null,
    // postgres.js would query the types itself, and an error in that query could not be caught.
    fetch_types: false,
    connect_timeout: connect_timeout_seconds,
    idle_timeout: 0,
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
  const open = (onclose: () => void) => openLike(template, onclose)
  const timeouts = {
    // This is longer than the driver's own limit for connecting, because a new connection also queries its types.
    connect: connect_timeout_seconds * 1500,
    acquire: options.acquire_timeout ?? Infinity,
    // The server itself cancels slow statements, unless they have no limit.
    response: statement_timeout > 0 ? statement_timeout + 3000 : Infinity,
    idle: (options.idle_timeout_seconds ?? 60) * 1000,
  }
  return createPool(template, createConnections(options.max ?? 10, open, learnArrayTypes, timeouts))
}

/** Separates the folder of a socket from the URL, because postgres.js accepts the folder only as an option. */
function splitSocketFolder(url: string): { address: string; socket_folder: string | null } {
  const address = new URL(url)
  const in_query = address.searchParams.get('host')
  const socket_folder = in_query ?? decodeURIComponent(address.hostname)
  if (!socket_folder.startsWith('/')) return { address: url, socket_folder: null }
  address.searchParams.delete('host')
  address.hostname = 'localhost'
  return { address: address.href, socket_folder }
}

type TransactionBody = (transaction: Transaction) => unknown

/** Returns the pool's `sql`. Each statement borrows a connection; `begin` and `reserve` borrow one for several statements. */
function createPool(template: Sql, connections: ReturnType<typeof createConnections>): Sql {
  const send = async (statement: Statement) => {
    try {
      const connection = await connections.borrow()
      const release = () => connection.release()
      connection.is_limited = true
      connection.commits_each = true
      connection.send(statement)
      await statement.then(release, release)
    } catch (error) {
      statement.reject(error)
    }
  }
  const begin = async (modeOrBody: string | TransactionBody, body?: TransactionBody) => {
    const [mode, run] =
      typeof modeOrBody === 'string' ? [modeOrBody, body as TransactionBody] : ['', modeOrBody]
    const connection = await connections.borrow()
    try {
      return await runTransaction(connection, mode, run)
    } finally {
      connection.release()
    }
  }
  const reserve = async () => {
    const { sql, release } = await connections.borrow()
    return Object.assign(sql, { release })
  }
  const end: Sql['end'] = async (options) => {
    await Promise.all([connections.end(options), template.end(options)])
  }
  return Object.assign(redirect(template, send), {
    begin: begin as Sql['begin'],
    reserve,
    end,
    usage: connections.usage,
  })
}

/**
 * Runs `body` between begin and commit. Rolls back and throws when `body` throws. Also throws when `body` caught the error of a
 * statement, because Postgres has then aborted the transaction. A savepoint limits the rollback to its own statements. `mode` is
 * the SQL after `begin`, for example `isolation level serializable`.
 */
async function runTransaction(connection: Connection, mode: string, body: TransactionBody): Promise<unknown> {
  const { sql } = connection
  connection.is_limited = true
  await sql.unsafe(`begin ${mode.replaceAll(/[^a-z ]/gi, '')}`)
  // The body may change the time limits of its statements, so these limits are not checked here.
  connection.is_limited = false
  try {
    const result = await run(connection, body)
    connection.is_limited = true
    await sql`commit`
    return result
  } catch (error) {
    connection.is_limited = true
    // A connection that cannot roll back must not be used again.
    await sql`rollback`.catch(connection.discard)
    throw error
  }
}

async function run(connection: Connection, body: TransactionBody): Promise<unknown> {
  const { sql } = connection
  const savepoint = async (nameOrBody: string | TransactionBody, savepointBody?: TransactionBody) => {
    await sql`savepoint part`
    try {
      const result = await run(connection, savepointBody ?? (nameOrBody as TransactionBody))
      await sql`release savepoint part`
      return result
    } catch (error) {
      await sql`rollback to savepoint part`.catch(connection.discard)
      connection.failure = null
      throw error
    }
  }
  const result = await body(Object.assign(sql, { savepoint }) as unknown as Transaction)
  const settled = Array.isArray(result) ? await Promise.all(result) : result
  if (connection.failure) throw connection.failure.error
  return settled
}
