import type { Config } from './config.server.ts'
import type { Sql } from './database.server.ts'
import type { Log } from './log.server.ts'

/** What a process hands to the site it starts, and a test to the one it tries. */
export type Surroundings = { sql: Sql; now: () => Date; config: Config; log: Log }

/** What every endpoint may lean on; all of it arrives with the request. `address` is where it comes from. */
export type ApiVariables = Surroundings & { address: string }
