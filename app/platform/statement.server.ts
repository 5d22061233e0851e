import type postgres from 'postgres'

import type { Sql } from './database.server.ts'

/** A query of postgres.js before it is sent. `handler` is what it calls, once, when somebody wants its result. */
export type Statement = {
  options: { prepare?: boolean }
  handler: (statement: Statement) => void
  cursor: (...args: unknown[]) => unknown
  reject: (error: unknown) => void
} & Promise<unknown>

/**
 * The same `sql` as `template`, whose statements go to `send` instead of `template`'s own connections.
 * This and `connection.server.ts` are all that lean on postgres.js' inside; its version is pinned, and
 * `database.test.ts` would tell.
 */
export function redirect(template: Sql, send: (statement: Statement) => void): Sql {
  const claim = (made: unknown) => {
    const statement = made as Statement
    // A name or a list of values is a part of a statement, no statement.
    if (typeof statement?.handler !== 'function') return made
    statement.handler = send
    const { cursor } = statement
    statement.cursor = (...args) => {
      // Its end cannot be seen from here, so the connection would never come back.
      if (!args.some((arg) => typeof arg === 'function')) throw new Error('Use cursor(rows, (rows) => …).')
      return cursor.apply(statement, args)
    }
    return statement
  }
  const tag = (...args: Parameters<Sql>) => claim(template(...args))
  const unsafe = (...args: Parameters<Sql['unsafe']>) => claim(template.unsafe(...args))
  const notify = (channel: string, payload: string) =>
    claim(template`select pg_notify(${channel}, ${payload})`) as Promise<unknown>
  const file = () => {
    throw new Error('Read the file and use unsafe.')
  }
  return Object.assign(tag, template, { unsafe, notify, file }) as unknown as Sql
}

/**
 * Has a statement planned for the values it holds, each time it is sent: a search for a common name is another matter than
 * one for a rare one, and a vineyard of years another than a young one. Any other statement is planned once for all.
 */
export function plannedForItsValues<Made extends Promise<unknown>>(statement: Made): Made {
  ;(statement as unknown as Statement).options.prepare = false
  return statement
}

/** Hands a statement to the only connection of `client`. */
export function sender(client: Sql): (statement: Statement) => void {
  return (client`select` as unknown as Statement).handler
}

/** Whether the connection may still be used after a statement was refused with `error`. */
export function isRefusal(error: unknown): error is postgres.PostgresError {
  return (
    error instanceof Error &&
    error.name === 'PostgresError' &&
    'severity' in error &&
    error.severity === 'ERROR'
  )
}
