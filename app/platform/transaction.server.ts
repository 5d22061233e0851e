import type { Connection } from './connection.server.ts'
import type { Transaction } from './database.server.ts'

type TransactionBody = (transaction: Transaction) => unknown

/**
 * Runs `act` between begin and commit on a connection nobody else uses. Rolls back and throws when `act` throws, and
 * also when it swallowed a refused statement: Postgres has given the transaction up by then. A savepoint limits that
 * to its own statements. `mode` is what may follow `begin`, such as `isolation level serializable`.
 */
export async function runTransaction(
  connection: Connection,
  mode: string,
  act: TransactionBody,
): Promise<unknown> {
  const { sql } = connection
  connection.hurried = true
  await sql.unsafe(`begin ${mode.replaceAll(/[^a-z ]/gi, '')}`)
  // What is done in it may set itself other limits.
  connection.hurried = false
  try {
    const result = await run(connection, act)
    connection.hurried = true
    await sql`commit`
    return result
  } catch (error) {
    connection.hurried = true
    // A lost connection has taken its transaction along; one that cannot roll back must not be lent again.
    await sql`rollback`.catch(connection.discard)
    throw error
  }
}

async function run(connection: Connection, act: TransactionBody): Promise<unknown> {
  const { sql } = connection
  const savepoint = async (nameOrAct: string | TransactionBody, savepointBody?: TransactionBody) => {
    await sql`savepoint part`
    try {
      const result = await run(connection, savepointBody ?? (nameOrAct as TransactionBody))
      await sql`release savepoint part`
      return result
    } catch (error) {
      await sql`rollback to savepoint part`.catch(connection.discard)
      connection.failure = null
      throw error
    }
  }
  const result = await act(Object.assign(sql, { savepoint }) as unknown as Transaction)
  const settled = Array.isArray(result) ? await Promise.all(result) : result
  if (connection.failure) throw connection.failure.error
  return settled
}
