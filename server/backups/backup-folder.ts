import { lstat, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'

import { formatBytes } from '../../app/platform/text/counts.ts'
import { type Lock, waitExclusive } from '../embedded-postgres/lock.ts'
import { copyOwner, readManifest } from './backup-files.ts'
import { removeCheck } from './check-backup.ts'
import { makeBackupFolder, unfinishedName } from './make-backup.ts'

/** Milliseconds after which waiting for the lock fails. */
const longestWait = 10 * 60_000

const automaticName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/

/** Waits for the folder's lock, which a process holds while it makes a backup there. Creates a missing folder. */
export async function lockBackups(
  folder: string,
  data_folder: string,
  log: (line: string) => void,
): Promise<Lock> {
  await makeBackupFolder(folder, data_folder)
  const file = join(folder, 'backup.lock')
  const lock = await waitExclusive(file, longestWait, () =>
    log('Waiting for another backup in the same folder …'),
  )
  await copyOwner(file, await stat(folder))
  return lock
}

/** Removes the files that a killed process left in the folder of backups and in `checkFolder`. The caller holds the lock. */
export async function removeRemains(folder: string, checkFolder: string): Promise<void> {
  await removeCheck(checkFolder)
  for (const name of await readdir(folder))
    if (unfinishedName.test(name)) await rm(join(folder, name), { recursive: true, force: true })
}

/** Returns the bytes of a file, or of all files below a folder. Returns 0 if the path does not exist. */
export async function sizeOf(path: string): Promise<number> {
  const info = await lstat(path).catch(() => null)
  if (!info?.isDirectory()) return info?.size ?? 0
  let size = 0
  for (const name of await readdir(path).catch(() => [])) size += await sizeOf(join(path, name))
  return size
}

/** Throws an error with a sentence if the disk of `path` has less than `wanted` bytes free. */
export async function demandSpace(path: string, wanted: number): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  if (bavail * bsize < wanted)
    throw new Error(
      `Too little disk space for a backup in ${path}: ${formatBytes(bavail * bsize)} is free, ${formatBytes(wanted)} is needed.`,
    )
}

/**
 * Deletes old backups of the worker, and returns the names of the worker's backups that stay: the new backup, the newest
 * `kept` readable backups, and at most `kept` unreadable backups newer than every readable backup. A backup whose
 * name is a later time than that of the new backup counts as the oldest, because the clock was wrong when it was made.
 */
export async function deleteOld(folder: string, kept: number, justMade: string): Promise<string[]> {
  const names = (await readdir(folder))
    .filter((name) => automaticName.test(name))
    .toSorted()
    .toReversed()
  const isAhead = (name: string) => name > justMade
  const newestFirst = [...names.filter((name) => !isAhead(name)), ...names.filter(isAhead)]
  const manifests = await Promise.all(
    newestFirst.map(async (name) => ({ name, manifest: await readManifest(join(folder, name)) })),
  )
  const own = manifests.filter(({ manifest }) => manifest?.automatic)
  const readable = own.filter(({ manifest }) => manifest?.checked)
  const unreadable = own.slice(0, readable[0] ? own.indexOf(readable[0]) : own.length)
  const staying = new Set([...readable.slice(0, kept), ...unreadable.slice(0, kept)].map(({ name }) => name))
  const old = own.filter(({ name }) => name !== justMade && !staying.has(name))
  for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true })
  return own.filter((backup) => !old.includes(backup)).map(({ name }) => name)
}
