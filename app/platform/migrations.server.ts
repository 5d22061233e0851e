import postgres from 'postgres'

import type { Sql } from './database.server.ts'
import { type MigrationFile, readMigrationFiles } from './migration-files.server.ts'
import { type MigrationConnection, lineOfFailure } from './migration-failure.server.ts'

// Any number nobody else uses on this database; it stays the same for ever.
const lockNumber = 4_715_208_331

/**
 * Brings the database to the newest of the numbered SQL files in `folder` (`0001_first.sql` …), each in a
 * transaction of its own together with its row in `schema_migrations`. Processes that start at once take turns, and
 * who comes later finds nothing left to do. `report` gets a line for each file that runs.
 *
 * Throws one sentence naming the file when a landed file was edited or is gone, or when one fails; a
 * failed file leaves nothing behind.
 */
export async function migrate(sql: Sql, folder: string, report: (line: string) => void): Promise<void> {
  const files = await readMigrationFiles(folder)
  const connection = await sql.reserve()
  try {
    // Another process may need minutes; the pool's patience is meant for a visitor's query.
    await connection`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`
    await connection`select pg_advisory_lock(${lockNumber})`
    await applyMissing(connection, files, report)
  } finally {
    // All of this fails when the connection broke, and then the server has let go by itself.
    await connection`select pg_advisory_unlock_all()`.catch(() => undefined)
    await connection`reset all`.catch(() => undefined)
    connection.release()
  }
}

async function applyMissing(
  connection: MigrationConnection,
  files: MigrationFile[],
  report: (line: string) => void,
) {
  await connection`
    create table if not exists schema_migrations (
      name text primary key,
      sha256 text not null,
      applied_at timestamptz not null default now()
    )`
  const applied = await connection<{ name: string; sha256: string }[]>`
    select name, sha256 from schema_migrations order by name collate "C"`
  refuseStrayed(files, applied)
  for (const [index, file] of files.entries()) {
    if (index < applied.length) continue
    report(`Migrating ${index + 1} of ${files.length}: ${file.name}`)
    await apply(connection, file, files[index - 1]?.name ?? 'an empty schema')
  }
}

/** What has landed must be the beginning of the folder, letter for letter. */
function refuseStrayed(files: MigrationFile[], applied: { name: string; sha256: string }[]): void {
  for (const [index, row] of applied.entries()) {
    const file = files[index]
    if (file === undefined || !files.some(({ name }) => name === row.name))
      throw new Error(
        `The database has had migration ${row.name}, which this version does not know. Is it of a newer version?`,
      )
    if (file.name !== row.name)
      throw new Error(`Migration ${file.name} was never applied, but the later ${row.name} was.`)
    if (file.sha256 !== row.sha256)
      throw new Error(
        `Migration ${row.name} was edited after it was applied. Put it back and add a new file instead.`,
      )
  }
}

async function apply(connection: MigrationConnection, file: MigrationFile, before: string): Promise<void> {
  try {
    await connection`begin`
    // A change to a busy table waits, and everybody behind it: rather give up and be started again.
    await connection`select set_config('lock_timeout', '30s', true)`
    await connection.unsafe(file.text).simple()
    // What the file set for its session is no matter of the next one's, nor of the row's.
    await connection`reset search_path`
    await connection`insert into schema_migrations (name, sha256) values (${file.name}, ${file.sha256})`
    await connection`commit`
  } catch (error) {
    await connection`rollback`.catch(() => undefined)
    throw new Error(await describe(connection, error, file, before), { cause: error })
  }
}

async function describe(
  connection: MigrationConnection,
  error: unknown,
  file: MigrationFile,
  before: string,
) {
  if (!(error instanceof postgres.PostgresError)) return `Migration ${file.name} failed: ${String(error)}`
  const line = await lineOfFailure(connection, file.text, error)
  const place = line === null ? '' : ` at line ${line}`
  const more = [error.detail, error.hint].filter(Boolean).map((sentence) => ` ${sentence}`)
  return (
    `Migration ${file.name} failed${place}: ${error.message}.${more.join('')} ` +
    `Nothing of it was kept; the database stands at ${before}.`
  )
}
