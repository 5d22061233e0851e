import type { Config } from './config.server.ts'
import type { Sql } from './database/database.server.ts'
import type { Log } from './log.server.ts'
import type { Reader, Replica } from './database/replica.server.ts'

/** The values that the site needs from the process or test that starts it. */
export type AppDependencies = {
  sql: Sql
  now: () => Date
  config: Config
  log: Log
  /** The replica for reads whose data may be slightly out of date. */
  replica?: Replica | undefined
}

/** The values that every endpoint receives with the request. */
export type ApiVariables = Omit<AppDependencies, 'replica'> & {
  reading: Reader
  /** Whether the request has an invalid API key. The rate limit counts such requests. */
  is_wrong_key?: boolean
}
