import type { Log } from '../app/platform/log.server.ts'

/** A log that appends errors to `errors` and drops the rest. */
export function collectErrors(errors: string[]): Log {
  const note = (details: unknown, line = '') => void errors.push(`${line} ${JSON.stringify(details)}`)
  const quiet = () => {}
  return { debug: quiet, info: quiet, warn: quiet, error: note, fatal: note }
}
