import { existsSync } from 'node:fs'
import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { type Config, invalidSettings } from '../app/platform/config.server.ts'
import type { Sql } from '../app/platform/database/database.server.ts'
import { dayOf } from '../app/platform/days.ts'
import { migrate } from '../app/platform/database/migrations.server.ts'
import { loadCatalogue } from '../db/catalogue/load.ts'
import { loadStations } from '../db/catalogue/stations.ts'
import { prepareFirstSignIn } from './first-sign-in.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { connect } from '../app/platform/database/pool.server.ts'

export type Database = {
  /** The URL to pass to `connect`. */
  url: string
  /** Stops the embedded server unless another process uses it. Call this after closing the pools. */
  close(): Promise<void>
}

/** Opens the server that `database_url` names or, without a URL, the embedded server with its data in `data_folder`. */
export async function openDatabase(
  { database_url, data_folder }: { database_url?: string | undefined; data_folder: string },
  log: (line: string) => void = () => {},
): Promise<Database> {
  if (database_url) return { url: database_url, close: async () => {} }
  const embedded = await startEmbeddedPostgres({ folder: data_folder, log })
  return { url: embedded.url, close: embedded.stop }
}

/** Returns a name for the database. A sentence to operators can begin with this name. */
export function nameDatabase({
  database_url,
  data_folder,
}: Pick<Config, 'database_url' | 'data_folder'>): string {
  if (!database_url) return `The database in ${resolve(data_folder)}`
  const { host, pathname } = new URL(database_url)
  return `The database ${decodeURIComponent(pathname.slice(1))} at ${decodeURIComponent(host)}`
}

/** If a production site uses the embedded database, returns a line that says what this database is for, otherwise null. */
export function describeEmbedded({
  production,
  database_url,
}: Pick<Config, 'production' | 'database_url'>): string | null {
  if (!production || database_url) return null
  return 'This site uses the embedded database, which is for trials and small sites on one machine. For a larger site, set DATABASE_URL.'
}

/**
 * Migrates the database and stores the railway stations of this release. An empty database also gets the catalogue, the
 * accounts for the first sign-in and, outside production, bookings of the demonstration estates.
 */
export async function prepareDatabase(
  sql: Sql,
  config: Config,
  { now, report }: { now: Date; report: (line: string) => void },
): Promise<void> {
  await migrate(sql, 'db', report, nameDatabase(config))
  const { changed } = await loadStations(sql)
  if (changed > 0) report(`Catalogue: ${changed} railway stations loaded`)
  const [{ empty }] = await sql<
    [{ empty: boolean }]
  >`select not exists (select from vineyards where not is_sandbox) as empty`
  if (empty) await loadCatalogue(sql, { which: config.catalogue, today: dayOf(now), report })
  await prepareFirstSignIn(sql, config, report)
  if (empty && hasDemonstration(config)) {
    // Imported only here, because the module imports React, whose mode is chosen when the site starts.
    const { loadDemoParties } = await import('../db/catalogue/demo/load-parties.ts')
    const parties = await loadDemoParties(sql, now)
    report(`Catalogue: ${parties} bookings of the demonstration estates made`)
  }
}

/**
 * Returns whether the demonstration estates get bookings. In production they get none, because people may
 * take the bookings for real.
 */
const hasDemonstration = ({ production, catalogue }: Config) =>
  !production && (catalogue === 'both' || catalogue === 'demo')

/** Rejects with a configuration error if the database that DATABASE_URL names cannot be opened. */
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

/**
 * Rejects with a configuration error if this user cannot create the data folder or write to it, or if its disk is too
 * full for a new database.
 */
export async function checkDataFolder(
  { data_folder, database_url, storage_url }: Pick<Config, 'data_folder' | 'database_url' | 'storage_url'>,
  newDatabaseMegabytes = 200,
): Promise<void> {
  if (database_url && storage_url) return
  const existing = await nearestExisting(resolve(data_folder))
  if (!(await stat(existing)).isDirectory()) throw invalidSettings(`DATA_FOLDER: ${existing} is not a folder`)
  await access(existing, constants.W_OK | constants.X_OK).catch(() => {
    throw invalidSettings(`DATA_FOLDER: this user may not write to ${existing}`)
  })
  if (database_url || existsSync(join(data_folder, 'postgres'))) return
  const { bavail, bsize } = await statfs(existing)
  const free = Math.floor((bavail * bsize) / 1e6)
  if (free < newDatabaseMegabytes)
    throw invalidSettings(
      `DATA_FOLDER: a new database needs ${newDatabaseMegabytes} MB, and the disk of ${existing} has ${free} MB free`,
    )
}

async function nearestExisting(path: string): Promise<string> {
  const isThere = await stat(path).then(
    () => true,
    ({ code }: NodeJS.ErrnoException) => code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EACCES',
  )
  return isThere || path === dirname(path) ? path : nearestExisting(dirname(path))
}

/** Returns a sentence about a failed connection. The sentence does not contain the password. */
function describeFailure(error: unknown, server: string): string {
  const { code = '', message } = error as Error & { code?: string }
  // For these codes, Postgres has a clear message, such as: password authentication failed for user "ada".
  if (/^(28|3D)\w{3}$/.test(code)) return message
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `no server has the name ${server}`
  return `no server answers at ${decodeURIComponent(server)}`
}
