import type { Log } from './log.server.ts'
import { ok, type Result, refused } from './result.ts'

/** Runs work that may fail, for example without the database. Logs the error with `message` and returns a result instead. */
export async function attempt<Value>(
  log: Log,
  message: string,
  work: () => PromiseLike<Value>,
): Promise<Result<Value, 'unavailable'>> {
  try {
    return ok(await work())
  } catch (error) {
    log.error({ err: error }, message)
    return refused('unavailable')
  }
}
