import { data, type RouterContextProvider } from 'react-router'

import { database, log } from './context.ts'
import type { Sql } from './database/database.server.ts'
import type { Log } from './log.server.ts'
import { ok, type Result, refused } from './result.ts'
import { lostItsFunction } from './database/retry.server.ts'

/**
 * Runs work that may fail, for example without the database. Logs the error with `message` and returns a result instead.
 * Repeats the work once if a migration of the next release replaced an SQL function while the work ran.
 */
export async function attempt<Value>(
  log: Log,
  message: string,
  work: () => PromiseLike<Value>,
  isFirst = true,
): Promise<Result<Value, 'unavailable'>> {
  try {
    return ok(await work())
  } catch (error) {
    if (isFirst && lostItsFunction(error)) return attempt(log, message, work, false)
    log.error({ err: error }, message)
    return refused('unavailable')
  }
}

/** Returns what `read` finds in the database. If `read` fails, logs the error with `message` and returns `instead`. */
export async function readOr<Value, Instead>(
  context: Readonly<RouterContextProvider>,
  message: string,
  instead: Instead,
  read: (sql: Sql) => PromiseLike<Value>,
): Promise<Value | Instead> {
  const result = await attempt(context.get(log), message, () => read(context.get(database)))
  return result.ok ? result.value : instead
}

/**
 * Returns the result of `read`. If `read` fails, logs the error with `message` and throws a 503 response. The page of this
 * response shows `failure` and a link, by default to try again.
 */
export async function readForPage<Value>(
  log: Log,
  message: string,
  read: () => PromiseLike<Value>,
  failure: { message: string; to?: string; label?: string; typed?: [string, string][] | null },
): Promise<Value> {
  const result = await attempt(log, message, read)
  if (result.ok) return result.value
  throw data({ label: failure.to && 'Try Again', ...failure }, { status: 503 })
}
