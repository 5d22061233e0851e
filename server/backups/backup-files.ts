import { existsSync, type Stats } from 'node:fs'
import { chown, copyFile, lstat, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

import type { Queryable, Sql } from '../../app/platform/database/database.server.ts'
import { isOlder, readReleases } from '../../app/platform/database/releases.server.ts'

export type CopiedFiles = { files: number; bytes: number }

/** Called with the size in bytes of each file that was copied. */
type OnCopied = (bytes: number) => void

/** Paths in a Postgres data folder that the server creates again at its start. */
const temporary =
  /^(pg_(wal|replslot|dynshmem|notify|serial|snapshots|stat_tmp|subtrans)\/.|postmaster\.(pid|opts)$|backup_label|tablespace_map|\.s\.PGSQL)|(^|\/)pgsql_tmp|(^|\/)pg_internal\.init/

const control = 'global/pg_control'

/**
 * Copies the files of a running server, and the WAL that makes the copy consistent. Other connections are not blocked.
 */
export async function copyDatabase(sql: Sql, to: string, onCopied?: OnCopied): Promise<CopiedFiles> {
  // The backup, and the slot that keeps the WAL until the end of the backup, exist only while this connection is open.
  const connection = await sql.reserve()
  try {
    const data = await findDataFolder(connection)
    await connection`select pg_create_physical_replication_slot(${`backup_${process.pid}`}, true, true)`
    const [{ first }] = await connection<[{ first: string }]>`
      select pg_walfile_name(pg_backup_start('chalk-and-vine', fast => true)) as first`
    const copied = await copyFolder(data, to, {
      isExcluded: (path) => path === control || temporary.test(path),
      onCopied,
    })
    await copyOwnedFile(join(data, control), join(to, control))
    const [{ label, last }] = await connection<[{ label: string; last: string }]>`
      select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(wait_for_archive => false)`
    await writeFile(join(to, 'backup_label'), label, { mode: 0o600 })
    await copyOwner(join(to, 'backup_label'), await lstat(data))
    await connection`select pg_switch_wal()`
    const segments = await copyWal(join(data, 'pg_wal'), join(to, 'pg_wal'), first, last)
    return { files: copied.files + segments + 2, bytes: copied.bytes + segments * 16 * 1024 * 1024 }
  } finally {
    connection.release()
  }
}

/** Returns the folder with the files of the database. */
export async function findDataFolder(sql: Queryable): Promise<string> {
  const [{ data }] = await sql<
    [{ data: string }]
  >`select setting as data from pg_settings where name = 'data_directory'`
  return data
}

/** Copies the WAL segments from `first` to `last`. Their names sort in order. Returns the number of segments. */
async function copyWal(from: string, to: string, first: string, last: string): Promise<number> {
  const segments = (await readdir(from)).filter(
    (name) => (/^[0-9A-F]{24}$/.test(name) && name >= first && name <= last) || name.endsWith('.history'),
  )
  for (const name of segments) await copyOwnedFile(join(from, name), join(to, name))
  if (!segments.includes(first) || !segments.includes(last))
    throw new Error(
      `The database no longer has the WAL segment ${first} or ${last}, so the backup is unusable.`,
    )
  return segments.length
}

/**
 * Copies a folder while other processes may be writing to it. Leaves out sockets and links, files that are deleted meanwhile,
 * and paths for which `isExcluded` returns true.
 */
export async function copyFolder(
  from: string,
  to: string,
  {
    isExcluded = () => false,
    onCopied,
  }: { isExcluded?: (path: string) => boolean; onCopied?: OnCopied | undefined } = {},
): Promise<CopiedFiles> {
  const copied = { files: 0, bytes: 0 }
  const copyEntries = async (folder: string): Promise<void> => {
    const info = await lstat(join(from, folder))
    await mkdir(join(to, folder), { mode: info.mode & 0o777 })
    await copyOwner(join(to, folder), info)
    for (const { name } of await readdir(join(from, folder), { withFileTypes: true })) {
      const path = join(folder, name)
      if (!isExcluded(path)) await copyEntry(path)
    }
  }
  const copyEntry = async (path: string): Promise<void> => {
    try {
      const info = await lstat(join(from, path))
      if (info.isDirectory()) return await copyEntries(path)
      if (!info.isFile()) return
      await copyOwnedFile(join(from, path), join(to, path))
      copied.files++
      copied.bytes += info.size
      onCopied?.(info.size)
    } catch (error) {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      // The source still exists, so the file in the copy was deleted, which is an error.
      if (!isMissing || existsSync(join(from, path))) throw error
    }
  }
  await copyEntries('')
  return copied
}

export async function copyOwnedFile(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  await copyOwner(to, await lstat(from))
}

/** Gives a file this owner if the process runs as root. Other users cannot change owners or read other users' files. */
export async function copyOwner(path: string, { uid, gid }: Stats): Promise<void> {
  if (process.getuid?.() === 0) await chown(path, uid, gid)
}

const manifestFile = 'backup.json'
const manifestSchema = z.object({
  made_at: z.iso.datetime(),
  files: z.int(),
  bytes: z.int(),
  /** The version of the site that made the backup. The first versions stored none. */
  version: z.string().optional(),
  /** Whether the worker made the backup. The worker deletes only its own old backups. */
  automatic: z.boolean().default(false),
  /** The result of the check that opened the backup. */
  checked: z
    .object({ checked_at: z.iso.datetime(), bookings: z.int(), fault_count: z.int() })
    .nullable()
    .default(null),
})

/** The description of a backup. It is written last, so a folder without a manifest contains no complete backup. */
export type Manifest = z.infer<typeof manifestSchema>

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const partial = join(folder, `${manifestFile}.partial`)
  await writeFile(partial, `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
  await copyOwner(partial, await lstat(folder))
  await rename(partial, join(folder, manifestFile))
}

/** Returns the manifest of a backup, or null if it is missing or invalid. */
export async function readManifest(folder: string): Promise<Manifest | null> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => 'null')
  try {
    return manifestSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}

/**
 * Returns the manifest of a backup. Throws an error with a sentence if the backup is incomplete or too old to restore.
 */
export async function readUsableManifest(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  if (!manifest) throw new Error(`${folder} holds no complete backup: there is no backup.json in it.`)
  const [first] = await readReleases('db')
  if (first && (manifest.version === undefined || isOlder(manifest.version, first.version)))
    throw new Error(
      `${folder} is a backup of version ${manifest.version ?? '0.1.0'}, which this version cannot open: keep it and ` +
        'restore it with version 1.0.0, or begin anew without it.',
    )
  return manifest
}
