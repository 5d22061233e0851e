import type { Config } from './config.server.ts'
import type { Sql } from './database.server.ts'
import type { Log } from './log.server.ts'
import type { Reader, Replica } from './replica.server.ts'

/** What a process hands to the site it starts, and a test to the one it tries. */
export type AppDependencies = {
  sql: Sql
  now: () => Date
  config: Config
  log: Log
  /** Where there is one, it answers what may be a moment old. */
  replica?: Replica | undefined
}

/** What every endpoint may lean on; all of it arrives with the request. */
export type ApiVariables = Omit<AppDependencies, 'replica'> & { reading: Reader }
