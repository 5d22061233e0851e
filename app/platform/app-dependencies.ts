import type { Config } from './config.server.ts'
import type { Sql } from './database/database.server.ts'
import type { Log } from './log.server.ts'
import type { Reader, Replica } from './database/replica.server.ts'

/** What the site needs from the process or the test that starts it. */
export type AppDependencies = {
  sql: Sql
  now: () => Date
  config: Config
  log: Log
  /** For reads that may be a moment old. */
  replica?: Replica | undefined
}

/** What every endpoint receives with the request. */
export type ApiVariables = Omit<AppDependencies, 'replica'> & {
  reading: Reader
  /** Whether the request has an API key that does not work; limits count it. */
  is_wrong_key?: boolean
}
