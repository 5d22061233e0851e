import type { Sql } from './database.server.ts'

type Line = { client: Sql; lost: boolean }
type Statement = {
  handler: (statement: Statement) => void
  reject: (error: unknown) => void
} & Promise<unknown>

/** One connection that stays the same until it is released or lost. `failure` is its first refused statement. */
export type Connection = {
  sql: Sql
  failure: { error: unknown } | null
  discard: () => void
  release: () => void
}

/**
 * Up to `max` connections, each lent to one borrower at a time; who comes when all are lent waits in line.
 *
 * postgres.js has loans of its own, but 3.4.9 writes to one whose server has gone, even for its own rollback: that ends
 * the process by an error nobody can catch, or runs the statement on a new connection, outside its
 * transaction. Here a lost connection refuses every further statement and is never lent again. `open` makes a
 * pool of one, which calls `onclose` in the moment its connection ends.
 */
export function createConnections(max: number, open: (onclose: () => void) => Sql) {
  const idle: Line[] = []
  const waiting: ((line: Line) => void)[] = []
  const all = new Set<Line>()
  let ended = false

  const connect = (): Line => {
    const line: Line = { lost: false, client: open(() => drop(line)) }
    all.add(line)
    return line
  }

  const drop = (line: Line) => {
    line.lost = true
    all.delete(line)
    const index = idle.indexOf(line)
    if (index >= 0) idle.splice(index, 1)
    // It would connect again for whatever it is asked.
    void line.client.end({ timeout: 0 })
  }

  const giveBack = (line: Line) => {
    const next = waiting.shift()
    if (next) next(line.lost ? connect() : line)
    else if (!line.lost) idle.push(line)
  }

  const take = async (): Promise<Line> => {
    const line = idle.pop()
    if (line) return line
    if (all.size < max) return connect()
    return await new Promise((resolve) => waiting.push(resolve))
  }

  return {
    async borrow(): Promise<Connection> {
      if (ended) throw new Error('The database was closed.')
      const line = await take()
      return lend(line, giveBack, () => drop(line))
    },
    async end(options?: { timeout?: number }): Promise<void> {
      ended = true
      await Promise.all([...all].map(({ client }) => client.end(options)))
    },
  }
}

function lend(line: Line, giveBack: (line: Line) => void, discard: () => void): Connection {
  const queue: (() => void)[] = []
  let busy = false
  let released = false

  // One at a time: what postgres.js has queued when the connection ends it would send over the next one.
  const next = () => {
    busy = false
    queue.shift()?.()
  }
  const guard = (made: unknown) => {
    const statement = made as Statement
    if (typeof statement?.handler !== 'function') return made
    const send = statement.handler
    statement.handler = () => {
      const go = () => {
        busy = true
        if (line.lost || released) statement.reject(connectionLost())
        else send(statement)
        statement.then(next, (error) => {
          connection.failure ??= { error }
          next()
        })
      }
      if (busy) queue.push(go)
      else go()
    }
    return statement
  }

  const { client } = line
  const tag = (...args: Parameters<typeof client>) => guard(client(...args))
  const unsafe = (...args: Parameters<typeof client.unsafe>) => guard(client.unsafe(...args))
  const connection: Connection = {
    sql: Object.assign(tag, client, { unsafe }) as unknown as Sql,
    failure: null,
    discard,
    release: () => {
      if (released) return
      released = true
      giveBack(line)
    },
  }
  return connection
}

function connectionLost(): Error {
  const message = 'The connection to the database was lost or given back; nothing more can be asked on it.'
  return Object.assign(new Error(message), { code: 'CONNECTION_CLOSED' })
}
