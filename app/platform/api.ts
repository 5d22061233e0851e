import type { Sql } from './database.server.ts'
import type { Log } from './log.server.ts'

/** What every endpoint may lean on; all of it arrives with the request. */
export type ApiVariables = { sql: Sql; now: () => Date; log: Log }
