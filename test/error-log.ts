import type { Log } from '../app/platform/log.server.ts'

/** Returns a log that appends errors to `errors` and, if `lines` is given, the details of other lines to `lines`. */
export function collectErrors(errors: string[], lines?: Record<string, unknown>[]): Log {
  const note = (details: unknown, line = '') => void errors.push(`${line} ${JSON.stringify(details)}`)
  const quiet = () => {}
  const keep = (details: unknown) => void lines?.push(details as Record<string, unknown>)
  return { debug: quiet, info: keep, warn: keep, error: note, fatal: note }
}
