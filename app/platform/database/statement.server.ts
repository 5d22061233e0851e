import { SpanKind, trace } from '@opentelemetry/api'
import type postgres from 'postgres'

import type { Sql } from './database.server.ts'
import { isStatement, sendThrough, type Statement } from './driver.server.ts'
import { endSpan, isTracing, startSpan } from '../telemetry.server.ts'

/** Returns a copy of `template` that sends its statements through `send`, not over its own connections. */
export function redirect(template: Sql, send: (statement: Statement) => void): Sql {
  const claim = (made: unknown) => {
    if (!isStatement(made)) return made
    sendThrough(made, send)
    const { cursor } = made
    made.cursor = (...args) => {
      // An iterator does not report its end, so its connection would never be released.
      if (!args.some((arg) => typeof arg === 'function')) throw new Error('A cursor needs a callback.')
      return cursor.apply(made, args)
    }
    return made
  }
  const tag = (...args: Parameters<Sql>) => claim(template(...args))
  const unsafe = (...args: Parameters<Sql['unsafe']>) => claim(template.unsafe(...args))
  const notify = (channel: string, payload: string) =>
    claim(template`select pg_notify(${channel}, ${payload})`) as Promise<unknown>
  const file = () => {
    throw new Error('sql.file is not supported: read the file, and pass its text to sql.unsafe.')
  }
  return Object.assign(tag, template, { unsafe, notify, file }) as unknown as Sql
}

/** Returns whether the connection is still usable after a statement was refused with `error`. */
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
