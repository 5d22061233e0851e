import type { Log } from './log.server.ts'
import { ok, type Result, refused } from './result.ts'

/**
 * Awaits work that fails when the database is away, and says so instead of throwing: a page decides by the result
 * which part of it stays empty. The failure is logged with what was being done.
 */
export async function attempt<Value>(
  log: Log,
  doing: string,
  work: () => PromiseLike<Value>,
): Promise<Result<Value, 'unavailable'>> {
  try {
    return ok(await work())
  } catch (error) {
    log.error({ err: error }, doing)
    return refused('unavailable')
  }
}
