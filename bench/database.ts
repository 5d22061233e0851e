import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { connect, type Sql } from '../app/platform/database.server.ts'
import { migrate } from '../app/platform/migrations.server.ts'
import { startEmbeddedPostgres } from '../server/embedded-postgres.ts'

/** A bench's database, and the folder of its Postgres. */
export type BenchDatabase = { sql: Sql; url: string; folder: string }

/** Large benches run statements that take minutes. */
export const unlimited = { statement_timeout: 0, idle_in_transaction_session_timeout: 0 }

/** Runs a bench on a migrated database in this folder, or in a temporary one that is removed afterwards. */
export async function withDatabase(
  settings: Parameters<typeof connect>[1],
  run: (database: BenchDatabase) => Promise<unknown>,
  kept?: string,
): Promise<void> {
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'bench-')))
  const postgres = await startEmbeddedPostgres({ folder, log: () => {} })
  const sql = connect(postgres.url, settings)
  try {
    await migrate(sql, 'db', () => {})
    await run({ sql, url: postgres.url, folder })
  } finally {
    await sql.end({ timeout: 5 })
    await postgres.stop()
    if (!kept) await rm(folder, { recursive: true, force: true })
  }
}
