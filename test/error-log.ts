import type { Log } from '../app/platform/log.server.ts'

/** A journal of which only the errors are kept, as lines of `errors`. */
export function keepErrors(errors: string[]): Log {
  const note = (details: unknown, line = '') => void errors.push(`${line} ${JSON.stringify(details)}`)
  const quiet = () => {}
  return { debug: quiet, info: quiet, warn: quiet, error: note, fatal: note }
}
