import type { Sql } from './database.server.ts'
import { isRefusal, redirect, sender, type Statement } from './statement.server.ts'

/** One connection that stays the same until it is given back or lost. */
export type Connection = {
  sql: Sql
  send: (statement: Statement) => void
  /** The first statement that was refused since the connection was lent. */
  failure: { error: unknown } | null
  /**
   * Its statements end by the server's own limit. One that is not answered well after that is on a line that carries nothing
   * any more, which nothing else would tell for a quarter of an hour.
   */
  hurried: boolean
  /** Closes it; it is not lent again. */
  discard: () => void
  release: () => void
}

type Line = {
  client: Sql
  send: (statement: Statement) => void
  lost: boolean
  /** Since when the server owes an answer that it must give in time. */
  owed_since: number | null
}

type Waiting = { since: number; take: () => void; leave: (error: unknown) => void }

/** In milliseconds. `connect`: until a connection stands; `turn`: in the line for one; `answer`: for a hurried statement. */
export type Patience = { connect: number; turn: number; answer: number }

/** In milliseconds: how often it is looked who has waited for too long. */
const rounds = 500

/**
 * Up to `max` connections, each lent to one borrower at a time; who comes when all are lent waits in line.
 *
 * postgres.js has a pool of its own, but 3.4.9 may write to a connection whose server has gone, even for its own rollback:
 * that ends the process by an error nobody can catch, sends the statement over a new connection outside its
 * transaction, or leaves the connection stuck. Here each connection is a pool of one, which a loss ends for good.
 * `open` makes it and calls `onclose` in the moment its connection ends; `prepare` is run on it first. Nobody waits for
 * longer than `patience` says.
 */
export function createConnections(
  max: number,
  open: (onclose: () => void) => Sql,
  prepare: (client: Sql) => Promise<void>,
  patience: Patience,
) {
  const lines = new Set<Line>()
  const idle: Line[] = []
  const waiting: Waiting[] = []
  let free = max
  let ending = false
  let ended = false

  const connect = async (): Promise<Line> => {
    const client = open(() => drop(line))
    const line: Line = { client, send: sender(client), lost: false, owed_since: null }
    lines.add(line)
    // Where the address answers and hangs up at once, as a proxy without its server does, it would try for ever.
    let late = false
    const giveUp = () => {
      late = true
      drop(line)
    }
    const timer = setTimeout(giveUp, patience.connect)
    try {
      await prepare(client)
      // Ready in the moment in which it was given up.
      if (line.lost) throw lost('The connection to the database was lost.')
      return line
    } catch (error) {
      drop(line)
      throw late ? failure('CONNECT_TIMEOUT', 'The database took too long to let us in.') : error
    } finally {
      clearTimeout(timer)
    }
  }

  const look = () => {
    const now = performance.now()
    for (const line of lines)
      if (line.owed_since !== null && now - line.owed_since > patience.answer) drop(line)
    while (waiting[0] && now - waiting[0].since > patience.turn)
      waiting.shift()?.leave(failure('POOL_EXHAUSTED', 'No connection to the database came free in time.'))
  }
  const looking = setInterval(look, rounds)
  looking.unref()

  const drop = (line: Line) => {
    if (line.lost) return
    line.lost = true
    lines.delete(line)
    if (idle.includes(line)) idle.splice(idle.indexOf(line), 1)
    // It would connect again for whatever it is asked.
    void line.client.end({ timeout: 0 })
  }

  /** Who waits longest is next, before anybody who comes now. */
  const giveWay = () => {
    const next = waiting.shift()
    if (next) next.take()
    else free++
  }

  const borrow = async (): Promise<Connection> => {
    if (ending) throw lost('The pool has been ended.')
    if (free > 0) free--
    else await new Promise<void>((take, leave) => waiting.push({ since: performance.now(), take, leave }))
    try {
      if (ended) throw lost('The pool has been ended.')
      const line = idle.pop() ?? (await connect())
      const giveBack = () => {
        if (!line.lost) idle.push(line)
        giveWay()
      }
      return lend(line, () => drop(line), giveBack)
    } catch (error) {
      giveWay()
      throw error
    }
  }

  /** Waits for what is lent or asked for, at most `timeout` seconds, then closes every connection. */
  const end = async ({ timeout }: { timeout?: number | undefined } = {}) => {
    ending = true
    const deadline = timeout === undefined ? Infinity : performance.now() + timeout * 1000
    while (free < max && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5))
    ended = true
    clearInterval(looking)
    await Promise.all([...lines].map(({ client }) => client.end({ timeout: 0 })))
  }

  return { borrow, end }
}

function lend(line: Line, discard: () => void, giveBack: () => void): Connection {
  const queue: Statement[] = []
  let busy = false
  let released = false
  // Most borrowers send one statement and never ask for it.
  let sql: Sql | undefined

  // One at a time: what postgres.js has queued when a connection ends it sends over the next one.
  const next = () => {
    busy = false
    line.owed_since = null
    const statement = queue.shift()
    if (statement) run(statement)
  }
  const run = (statement: Statement) => {
    busy = true
    line.owed_since = connection.hurried ? performance.now() : null
    const refused = (error: unknown) => {
      connection.failure ??= { error }
      if (!isRefusal(error)) discard()
      next()
    }
    statement.then(next, refused)
    if (line.lost || released)
      statement.reject(lost('The connection to the database was lost or given back.'))
    else line.send(statement)
  }
  const inTurn = (statement: Statement) => {
    if (busy) queue.push(statement)
    else run(statement)
  }
  const connection: Connection = {
    get sql() {
      sql ??= redirect(line.client, inTurn)
      return sql
    },
    send: inTurn,
    failure: null,
    hurried: false,
    discard,
    release: () => {
      if (released) return
      released = true
      giveBack()
    },
  }
  return connection
}

function lost(message: string): Error {
  return failure('CONNECTION_CLOSED', message)
}

function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
