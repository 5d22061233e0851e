import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

import type { Queryable } from './database.server.ts'

const version = z.string().regex(/^\d+\.\d+\.\d+$/)
const schema = z
  .array(
    z.object({
      version,
      /** The commit of a release that is out. */
      commit: z.hash('sha1').optional(),
      /** Columns that the code of this release no longer uses, such as `bookings.table`: the next one may drop them. */
      unused: z.array(z.string().regex(/^\w+\.\w+$/)).default([]),
      /** Tables that this release drops: every process of the release before, which uses them, has to be stopped first. */
      dropped: z.array(z.string().regex(/^\w+$/)).default([]),
      /** The metrics of a release that is out. */
      metrics: z.array(z.string()).default([]),
    }),
  )
  .min(1)

export type Release = z.infer<typeof schema>[number]

/** All releases, oldest first; the last is the version of this code. None if the folder has no `releases.json`. */
export async function readReleases(folder: string): Promise<Release[]> {
  const text = await readFile(join(folder, 'releases.json'), 'utf8').catch(() => null)
  return text === null ? [] : schema.parse(JSON.parse(text))
}

/** Whether version `a` comes before version `b`. */
export function isOlder(a: string, b: string): boolean {
  return a.localeCompare(b, 'en', { numeric: true }) < 0
}

/**
 * Whether a newer version brought the database up to date: this version then runs beside it and must change nothing.
 * Throws a sentence if that version is more than one release ahead. See docs/decisions/0037-upgrades.md.
 */
export async function isOfNewerVersion(sql: Queryable, releases: Release[]): Promise<boolean> {
  const own = releases.at(-1)
  if (!own) return false
  await sql`
    create table if not exists releases (
      version text primary key,
      -- Older versions than this one cannot use the database any more.
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

/**
 * Notes that this version brought the database up to date. The release before it may still use the database, unless this
 * one dropped tables of it.
 */
export async function noteRelease(sql: Queryable, releases: Release[]): Promise<void> {
  const own = releases.at(-1)
  if (!own) return
  const oldest_version = own.dropped.length > 0 ? own.version : (releases.at(-2) ?? own).version
  await sql`
    insert into releases ${sql({ version: own.version, oldest_version })}
    on conflict (version) do nothing`
}
