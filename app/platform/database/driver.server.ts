/**
 * All code that relies on internals of postgres.js, whose version is pinned. `driver.server.test.ts` fails if a new
 * version changes these internals.
 */
import postgres from 'postgres'

import type { Sql } from './database.server.ts'

/** A query of postgres.js before it is sent. The query calls `handler` once, when its result is awaited. */
export type Statement = {
  options: { prepare?: boolean }
  handler: (statement: Statement) => void
  cursor: (...args: unknown[]) => unknown
  reject: (error: unknown) => void
  parameters?: unknown[]
  /** The text with `$1`, `$2` and so on for its parameters; undefined until the statement was sent. */
  string?: string
  /** Whether the statement was written as a template, so that every value is a parameter. */
  tagged: boolean
} & Promise<unknown>

type TypeTables = {
  parsers: Record<number, (text: string) => unknown>
  serializers: Record<number, (value: unknown) => unknown>
  shared: { typeArrayMap: Record<number, number> }
}

/** Returns whether `made`, a result of `sql`, is a statement. Names and lists of values are only parts of statements. */
export function isStatement(made: unknown): made is Statement {
  return typeof (made as Statement | undefined)?.handler === 'function'
}

/** Makes an awaited statement go to `send` instead of the connections of its client. */
export function sendThrough(statement: Statement, send: (statement: Statement) => void): void {
  statement.handler = send
}

/** Makes a statement go to `send` once more instead of rejecting, if `isPassing` accepts its first error. */
export function sendAgainIf(
  statement: Statement,
  isPassing: (error: unknown) => boolean,
  send: (statement: Statement) => void,
): void {
  const { reject } = statement
  statement.reject = (error) => {
    statement.reject = reject
    if (!isPassing(error)) return reject(error)
    // postgres.js has replaced the values by their encoded forms, and would encode JSON twice. So it must read the values again.
    delete statement.parameters
    // The client must end the failed statement before it accepts the statement again.
    queueMicrotask(() => send(statement))
  }
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

/** Opens a client with the settings of `template`. The two clients share their tables of types. */
export function openLike(template: Sql, onclose: () => void): Sql {
  return postgres({ ...template.options, onclose } as unknown as postgres.Options<
    Record<string, never>
  >) as unknown as Sql
}

/** The ids of an array type, of the type of its elements, and of the basic type that says how an element is written. */
type ArrayType = { array_type: number; element: number; base: number }

/** Makes a client, and every client that `openLike` opened from it, read and write an array type. */
export function addArrayType(
  client: Sql,
  { array_type, element, base }: ArrayType,
  parse: (text: string, parseElement: (text: string) => unknown) => unknown[],
  format: (values: unknown[], formatElement: (value: unknown) => unknown) => string,
): void {
  const { parsers, serializers, shared } = client.options as unknown as TypeTables
  shared.typeArrayMap[element] = array_type
  parsers[array_type] = (text) => parse(text, parsers[base] ?? String)
  serializers[array_type] = (value) =>
    Array.isArray(value) ? format(value, serializers[base] ?? String) : value
}
