import { type Config, invalidSettings } from '../app/platform/config.server.ts'
import { connect, type Sql } from '../app/platform/database.server.ts'
import type { Day } from '../app/platform/days.ts'
import { migrate } from '../app/platform/migrations.server.ts'
import { loadCatalogue } from '../db/catalogue/load.ts'
import { prepareFirstSignIn } from './first-sign-in.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

export type Database = {
  /** For `connect`. */
  url: string
  /** Call it after ending the pools. Stops the embedded server if no other process uses it. */
  close(): Promise<void>
}

/** Opens the server that `database_url` names, or else the embedded one with its data in `data_folder`. */
export async function openDatabase(
  { database_url, data_folder }: { database_url?: string | undefined; data_folder: string },
  log: (line: string) => void = () => {},
): Promise<Database> {
  if (database_url) return { url: database_url, close: async () => {} }
  const embedded = await startEmbeddedPostgres({ folder: data_folder, log })
  return { url: embedded.url, close: embedded.stop }
}

/** Migrates the database. Fills an empty one with the catalogue and the accounts for the first sign-in. */
export async function prepareDatabase(
  sql: Sql,
  config: Config,
  { today, report }: { today: Day; report: (line: string) => void },
): Promise<void> {
  await migrate(sql, 'db', report)
  const [{ empty }] = await sql<
    [{ empty: boolean }]
  >`select not exists (select from vineyards where not is_sandbox) as empty`
  if (empty) await loadCatalogue(sql, { which: config.catalogue, today, report })
  await prepareFirstSignIn(sql, config, report)
}

/** Rejects with a configuration error if DATABASE_URL does not lead to a database. */
export async function checkDatabase(databaseUrl: string | undefined): Promise<void> {
  if (!databaseUrl) return
  const sql = connect(databaseUrl, { max: 1, connect_timeout_seconds: 5 })
  try {
    await sql`select 1`
  } catch (error) {
    throw invalidSettings(`DATABASE_URL: ${describeFailure(error, new URL(databaseUrl).host)}`)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Describes the failure without the password. */
function describeFailure(error: unknown, server: string): string {
  const { code = '', message } = error as Error & { code?: string }
  // The message of Postgres, such as: password authentication failed for user "ada".
  if (/^(28|3D)\w{3}$/.test(code)) return message
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `no server has the name ${server}`
  return `no server answers at ${decodeURIComponent(server)}`
}
