import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

import { ConfigError } from '../config.server.ts'
import type { Queryable } from './database.server.ts'

const version = z.string().regex(/^\d+\.\d+\.\d+$/)
const schema = z
  .array(
    z.object({
      version,
      /** The commit of a published release. */
      commit: z.hash('sha1').optional(),
      /** Columns that the code of this release no longer uses, such as `bookings.table`. The next release may drop them. */
      unused: z.array(z.string().regex(/^\w+\.\w+$/)).default([]),
      /** The names of the release's metrics. Only the first release and published releases list them. */
      metrics: z.array(z.string()).default([]),
    }),
  )
  .min(1)

export type Release = z.infer<typeof schema>[number]

/** Returns all releases, oldest first; the last is the version of this code. Returns none without a `releases.json`. */
export async function readReleases(folder: string): Promise<Release[]> {
  const text = await readFile(join(folder, 'releases.json'), 'utf8').catch(() => null)
  return text === null ? [] : schema.parse(JSON.parse(text))
}

/** Returns whether version `a` comes before version `b`. */
export function isOlder(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { numeric: true }) < 0
}

/**
 * Throws a ConfigError, whose message calls the database `called`, if one of the database's first migrations
 * is not in `migrations`. Such a database is of version 1.0.0 or older.
 */
export async function refuseOlderData(
  sql: Queryable,
  migrations: { name: string }[],
  called: string,
): Promise<void> {
  const [{ is_new }] = await sql<
    [{ is_new: boolean }]
  >`select to_regclass('schema_migrations') is null as is_new`
  if (is_new) return
  const applied = await sql<{ name: string }[]>`
    select name from schema_migrations where name ~ '^[0-9]' order by name collate "C" limit ${migrations.length}`
  const known = new Set(migrations.map(({ name }) => name))
  if (applied.every(({ name }) => known.has(name))) return
  throw new ConfigError(
    `${called} is of version 1.0.0 or older. This version cannot use it and has not changed it. Either start ` +
      'version 1.0.0 with it, or begin anew with another DATA_FOLDER or DATABASE_URL.',
  )
}

/**
 * Returns whether a newer version brought the database up to date: this version then runs beside the newer one and must
 * change nothing. Throws a sentence if the newer version is more than one release ahead. See docs/decisions/0037-upgrades.md.
 */
export async function isOfNewerVersion(sql: Queryable, releases: Release[]): Promise<boolean> {
  const own = releases.at(-1)
  if (!own) return false
  await sql`
    create table if not exists releases (
      version text primary key,
      -- Versions older than this one can no longer use the database.
      oldest_version text not null,
      applied_at timestamptz not null default now()
    )`
  const [newest] = await sql<{ version: string; oldest_version: string }[]>`
    select version, oldest_version from releases order by string_to_array(version, '.')::int[] desc limit 1`
  if (!newest || !isOlder(own.version, newest.version)) return false
  if (isOlder(own.version, newest.oldest_version))
    throw new Error(
      `The database is of version ${newest.version}, and this is version ${own.version}. Versions before ` +
        `${newest.oldest_version} cannot use it. Start a newer version, or restore a backup made before the update.`,
    )
  return true
}

/** Records that this version brought the database up to date. The release before this one may still use the database. */
export async function noteRelease(sql: Queryable, releases: Release[]): Promise<void> {
  const own = releases.at(-1)
  if (!own) return
  const before = releases.at(-2) ?? own
  await sql`
    insert into releases ${sql({ version: own.version, oldest_version: before.version })}
    on conflict (version) do nothing`
}
