import { SpanKind, trace } from '@opentelemetry/api'
import type postgres from 'postgres'

import type { Sql } from './database.server.ts'
import { endSpan, isTracing, startSpan } from '../telemetry.server.ts'

/** A query of postgres.js before it is sent. The query calls `handler` once, when its result is awaited. */
export type Statement = {
  options: { prepare?: boolean }
  handler: (statement: Statement) => void
  cursor: (...args: unknown[]) => unknown
  reject: (error: unknown) => void
  /** The text with `$1` for each parameter; undefined until the statement was sent. */
  string?: string
  /** Whether the statement was written as a template, so that every value is a parameter. */
  tagged: boolean
} & Promise<unknown>

/**
 * Returns a copy of `template` that sends its statements through `send`, not over its own connections. Only this file and
 * `connection.server.ts` rely on internals of postgres.js, whose version is pinned; `database.test.ts` covers them.
 */
export function redirect(template: Sql, send: (statement: Statement) => void): Sql {
  const claim = (made: unknown) => {
    const statement = made as Statement
    // Names and lists of values are parts of a statement and are not sent by themselves.
    if (typeof statement?.handler !== 'function') return made
    statement.handler = send
    const { cursor } = statement
    statement.cursor = (...args) => {
      // An iterator does not report its end, so its connection would never be released.
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
 * Makes Postgres plan the statement for its values each time, instead of once for all values: a common name needs a
 * different plan from a rare name.
 */
export function plannedForItsValues<Made extends Promise<unknown>>(statement: Made): Made {
  ;(statement as unknown as Statement).options.prepare = false
  return statement
}

/** Returns a function that sends a statement over the only connection of `client`. */
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

/**
 * Records a span for a statement, with its text but without values: parameters stay `$1`, and quoted strings in statements
 * that are not templates are emptied. Statements outside requests and jobs, such as polling, get no span.
 */
export function traceStatement(statement: Statement): void {
  if (!isTracing() || !trace.getActiveSpan()) return
  const span = startSpan('sql', { kind: SpanKind.CLIENT, attributes: { 'db.system.name': 'postgresql' } })
  const end = (error?: unknown) => {
    const { string = '', tagged } = statement
    const text = tagged ? string : string.replaceAll(/'(?:[^']|'')*'/g, "''")
    span?.updateName(/^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'sql')
    span?.setAttribute('db.query.text', text)
    endSpan(span, error)
  }
  statement.then(() => end(), end)
}
