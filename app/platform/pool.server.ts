import type { createConnections } from './connection.server.ts'
import type { Sql, Transaction } from './database.server.ts'
import { redirect, type Statement } from './statement.server.ts'
import { runTransaction } from './transaction.server.ts'

type TransactionBody = (transaction: Transaction) => unknown

/** The `sql` that everybody uses: each statement borrows a connection for itself, `begin` and `reserve` keep one. */
export function createPool(template: Sql, connections: ReturnType<typeof createConnections>): Sql {
  const send = async (statement: Statement) => {
    try {
      const connection = await connections.borrow()
      const release = () => connection.release()
      connection.hurried = true
      connection.send(statement)
      await statement.then(release, release)
    } catch (error) {
      statement.reject(error)
    }
  }
  const begin = async (modeOrAct: string | TransactionBody, act?: TransactionBody) => {
    const [mode, run] = typeof modeOrAct === 'string' ? [modeOrAct, act as TransactionBody] : ['', modeOrAct]
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
  const end: Sql['end'] = async (how) => {
    await Promise.all([connections.end(how), template.end(how)])
  }
  return Object.assign(redirect(template, send), { begin: begin as Sql['begin'], reserve, end })
}
