import { invalidSetting } from '../app/platform/config-error.ts'
import { connect } from '../app/platform/database.server.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

export type Database = {
  /** For `connect`. */
  url: string
  /** Call it after ending the pools. Stops the embedded server if no other process uses it. */
  close(): Promise<void>
}

/** Opens the server that `databaseUrl` names, or else the embedded one with its data in `dataFolder`. */
export async function openDatabase(options: {
  databaseUrl: string | undefined
  dataFolder: string
  log: (line: string) => void
}): Promise<Database> {
  if (options.databaseUrl) return { url: options.databaseUrl, close: async () => {} }
  const embedded = await startEmbeddedPostgres({ folder: options.dataFolder, log: options.log })
  return { url: embedded.url, close: embedded.stop }
}

/** Rejects with a configuration error if DATABASE_URL does not lead to a database. */
export async function checkDatabase(databaseUrl: string | undefined): Promise<void> {
  if (!databaseUrl) return
  const sql = connect(databaseUrl, { max: 1, connect_timeout_seconds: 5 })
  try {
    await sql`select 1`
  } catch (error) {
    throw invalidSetting(`DATABASE_URL: ${describeFailure(error, new URL(databaseUrl).host)}`)
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
