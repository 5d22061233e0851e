import type { Connection, createConnections } from './connection.server.ts'
import type { Sql, Transaction } from './database.server.ts'
import { redirect, type Statement } from './statement.server.ts'

type TransactionBody = (transaction: Transaction) => unknown

/** Returns the pool's `sql`: each statement borrows a connection; `begin` and `reserve` keep one. */
export function createPool(template: Sql, connections: ReturnType<typeof createConnections>): Sql {
  const send = async (statement: Statement) => {
    try {
      const connection = await connections.borrow()
      const release = () => connection.release()
      connection.is_limited = true
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
 * Runs `body` between begin and commit. Rolls back and throws when `body` throws, and also when it caught the error of a
 * statement: Postgres has aborted the transaction by then. A savepoint limits that to its own statements. `mode` follows
 * `begin`, for example `isolation level serializable`.
 */
async function runTransaction(connection: Connection, mode: string, body: TransactionBody): Promise<unknown> {
  const { sql } = connection
  connection.is_limited = true
  await sql.unsafe(`begin ${mode.replaceAll(/[^a-z ]/gi, '')}`)
  // The body may set other limits of time.
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
