import { type Config, ConfigError, readConfig } from '../../app/platform/config.server.ts'
import type { Sql } from '../../app/platform/database/database.server.ts'
import { migrate } from '../../app/platform/database/migrations.server.ts'
import { nameDatabase, openDatabase } from '../database.ts'
import { connect, type ConnectOptions } from '../../app/platform/database/pool.server.ts'

export const say = (line: string) => console.log(line)

export function fail(message: string): 1 {
  console.error(message)
  return 1
}

/**
 * Returns a command as a function from its arguments to its exit code, and runs it if `module` is the started program.
 * The code is `failureCode` if the command throws. For an error that an operator can fix, prints only the message; for
 * any other error, prints the stack.
 */
export async function runCommand(
  module: ImportMeta,
  command: (args: string[]) => Promise<number>,
  { failureCode = 1 } = {},
): Promise<(args: string[]) => Promise<number>> {
  const guarded = async (args: string[]) => {
    try {
      return await command(args)
    } catch (error) {
      const isExpected = error instanceof ConfigError || (error instanceof Error && error.name === 'Error')
      console.error(isExpected ? error.message : error)
      return failureCode
    }
  }
  if (module.main) process.exitCode = await guarded(process.argv.slice(2))
  return guarded
}

/**
 * Calls `work` with the migrated database, and closes the database afterwards. Passes a line for each step to `report`.
 */
export async function withDatabase<Result>(
  work: (sql: Sql, config: Config) => Promise<Result>,
  { report = say, ...options }: ConnectOptions & { report?: (line: string) => void } = {},
): Promise<Result> {
  const config = readConfig(process.env)
  const database = await openDatabase(config, report)
  const sql = connect(database.url, { max: 2, ...options })
  try {
    await migrate(sql, 'db', report, nameDatabase(config))
    return await work(sql, config)
  } finally {
    await sql.end({ timeout: 5 })
    await database.close()
  }
}
