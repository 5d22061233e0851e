import type { Sql } from './database.server.ts'
import type { PoolUsage } from '../metrics.server.ts'
import { sendAgainIf, sender, sendThrough, type Statement } from './driver.server.ts'
import { lostItsFunction } from './retry.server.ts'
import { isRefusal, redirect, traceStatement } from './statement.server.ts'
import { traceparentOfJobs } from '../telemetry.server.ts'

/** A borrowed connection. */
export type Connection = {
  sql: Sql
  send: (statement: Statement) => void
  /** The error of the first statement that failed since the connection was borrowed. */
  failure: { error: unknown } | null
  /**
   * Whether the server limits the time of this connection's statements. If no response arrives within three seconds of that
   * limit, the network has failed; TCP would notice the failure only after a quarter of an hour.
   */
  is_limited: boolean
  /**
   * Whether each statement is a transaction of its own, so that the statement may be sent again if an upgrade replaced a
   * function that the statement calls.
   */
  commits_each: boolean
  /** Closes the connection instead of reusing it. */
  discard: () => void
  release: () => void
}

type OpenConnection = {
  client: Sql
  send: (statement: Statement) => void
  lost: boolean
  /** The trace that new rows of emails and deliveries store when this connection writes them. See `traceparentOfJobs`. */
  traceparent: string
  /** When the running statement was sent; null if none is running, or if the server does not limit its time. */
  waiting_since: number | null
  /** When the last borrower gave the connection back. */
  idle_since: number
}

type Waiting = { since: number; take: () => void; leave: (error: unknown) => void }

/**
 * The longest times in milliseconds: to connect, to wait for a free connection, to wait for the response to a statement whose
 * time the server limits, and to keep an unused connection.
 */
export type Timeouts = { connect: number; acquire: number; response: number; idle: number }

/** Milliseconds between checks of these timeouts. The time to connect has its own timer. */
const checkInterval = 500

/**
 * Returns a pool of up to `max` connections, each lent to one borrower at a time; further borrowers wait in order. The pool of
 * postgres.js 3.4.9 may write to a connection whose server has gone, for example a rollback. This ends the process with an
 * uncatchable error, sends the statement outside its transaction, or leaves the connection stuck. So here each connection is a
 * postgres.js pool of one, which is dropped when its connection is lost. `open` creates such a pool and calls `onclose` when
 * its connection ends; `prepare` runs before the first borrower's statements.
 */
export function createConnections(
  max: number,
  open: (onclose: () => void) => Sql,
  prepare: (client: Sql) => Promise<void>,
  timeouts: Timeouts,
) {
  const connections = new Set<OpenConnection>()
  const idle: OpenConnection[] = []
  const waiting: Waiting[] = []
  let free = max
  let ending = false
  let ended = false

  const connect = async (): Promise<OpenConnection> => {
    const client = open(() => drop(opened))
    const opened: OpenConnection = {
      client,
      send: sender(client),
      lost: false,
      waiting_since: null,
      idle_since: 0,
      traceparent: '',
    }
    connections.add(opened)
    // Gives up in time, because postgres.js would retry for ever against a proxy that accepts connections and closes
    // them.
    let late = false
    const giveUp = () => {
      late = true
      drop(opened)
    }
    const timer = setTimeout(giveUp, timeouts.connect)
    try {
      await prepare(client)
      // The timeout may have dropped the connection at the same moment.
      if (opened.lost) throw lost('The connection to the database was lost.')
      return opened
    } catch (error) {
      drop(opened)
      throw late ? failure('CONNECT_TIMEOUT', 'The database took too long to accept a connection.') : error
    } finally {
      clearTimeout(timer)
    }
  }

  const checkTimeouts = () => {
    const now = performance.now()
    for (const opened of connections)
      if (opened.waiting_since !== null && now - opened.waiting_since > timeouts.response) drop(opened)
    // If postgres.js itself closed idle connections, it would accept statements meanwhile and then reject them.
    for (const opened of idle.filter(({ idle_since }) => now - idle_since > timeouts.idle)) drop(opened)
    while (waiting[0] && now - waiting[0].since > timeouts.acquire)
      waiting.shift()?.leave(failure('POOL_EXHAUSTED', 'No database connection became free in time.'))
  }
  const timer = setInterval(checkTimeouts, checkInterval)
  timer.unref()

  const drop = (opened: OpenConnection) => {
    if (opened.lost) return
    opened.lost = true
    connections.delete(opened)
    if (idle.includes(opened)) idle.splice(idle.indexOf(opened), 1)
    // A client that has not ended would reconnect at its next statement.
    void opened.client.end({ timeout: 0 })
  }

  /** Lets the borrower that has waited longest take a connection. */
  const passOn = () => {
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
      const opened = idle.pop() ?? (await connect())
      const giveBack = () => {
        opened.idle_since = performance.now()
        if (!opened.lost) idle.push(opened)
        passOn()
      }
      return lend(opened, () => drop(opened), giveBack)
    } catch (error) {
      passOn()
      throw error
    }
  }

  /** Waits at most `timeout` seconds for borrowed connections, then closes all. */
  const end = async ({ timeout }: { timeout?: number | undefined } = {}) => {
    ending = true
    const deadline = timeout === undefined ? Infinity : performance.now() + timeout * 1000
    while (free < max && performance.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 5))
    ended = true
    clearInterval(timer)
    await Promise.all([...connections].map(({ client }) => client.end({ timeout: 0 })))
  }

  const usage = (): PoolUsage => ({
    used: max - free,
    idle: idle.length,
    waiting: waiting.length,
    limit: max,
  })

  return { borrow, end, usage }
}

function lend(opened: OpenConnection, discard: () => void, giveBack: () => void): Connection {
  const queue: Statement[] = []
  let busy = false
  let released = false
  // `sql` is created at its first use, because most borrowers send one statement and need no `sql`.
  let sql: Sql | undefined

  // Statements are sent one at a time: postgres.js would send queued statements over its next connection.
  const next = () => {
    busy = false
    opened.waiting_since = null
    const statement = queue.shift()
    if (statement) run(statement)
  }
  const run = (statement: Statement) => {
    busy = true
    opened.waiting_since = connection.is_limited ? performance.now() : null
    const refused = (error: unknown) => {
      connection.failure ??= { error }
      if (!isRefusal(error)) discard()
      next()
    }
    statement.then(next, refused)
    if (opened.lost || released)
      statement.reject(lost('The connection to the database was lost or given back.'))
    else {
      if (connection.commits_each) sendAgainIf(statement, lostItsFunction, opened.send)
      opened.send(statement)
    }
  }
  /** Sets the connection's trace, which new rows of emails and deliveries store. */
  const noteTrace = () => {
    const traceparent = traceparentOfJobs()
    if (traceparent === undefined || traceparent === opened.traceparent) return
    opened.traceparent = traceparent
    const note = opened.client`select set_config('chalk.traceparent', ${traceparent}, false)`
    const statement = note as unknown as Statement
    // `enqueue` sends the statement, so postgres.js must not send it when it is awaited.
    sendThrough(statement, () => {})
    enqueue(statement)
  }
  const sendInOrder = (statement: Statement) => {
    traceStatement(statement)
    noteTrace()
    enqueue(statement)
  }
  const enqueue = (statement: Statement) => {
    if (busy) queue.push(statement)
    else run(statement)
  }
  const connection: Connection = {
    get sql() {
      sql ??= redirect(opened.client, sendInOrder)
      return sql
    },
    send: sendInOrder,
    failure: null,
    is_limited: false,
    commits_each: false,
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
