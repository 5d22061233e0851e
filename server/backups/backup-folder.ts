import { lstat, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

import { formatBytes } from '../../app/platform/counts.ts'
import { readManifest } from './backup-files.ts'
import { removeCheck } from './check-backup.ts'
import { unfinishedName } from './make-backup.ts'

const automaticName = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d$/

/** Removes what a killed process left in the folder of backups and at the place of checks. The caller holds the lock. */
export async function removeRemains(folder: string, place: string): Promise<void> {
  await removeCheck(place)
  for (const name of await readdir(folder))
    if (unfinishedName.test(name)) await rm(join(folder, name), { recursive: true, force: true })
}

/** The bytes of a file, or of all files below a folder; 0 if there is none. */
export async function sizeOf(path: string): Promise<number> {
  const info = await lstat(path).catch(() => null)
  if (!info?.isDirectory()) return info?.size ?? 0
  let size = 0
  for (const name of await readdir(path).catch(() => [])) size += await sizeOf(join(path, name))
  return size
}

/** Throws a sentence if the disk has less space than that. */
export async function demandSpace(path: string, wanted: number): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  if (bavail * bsize < wanted)
    throw new Error(
      `Too little disk space for a backup in ${path}: ${formatBytes(bavail * bsize)} is free, ${formatBytes(wanted)} is needed.`,
    )
}

/**
 * Deletes the worker's own backups beyond the newest `kept`, and returns their names. The newest one that could be read
 * stays in any case.
 */
export async function deleteOld(folder: string, kept: number): Promise<string[]> {
  const names = (await readdir(folder))
    .filter((name) => automaticName.test(name))
    .toSorted()
    .toReversed()
  const manifests = await Promise.all(
    names.map(async (name) => ({ name, manifest: await readManifest(join(folder, name)) })),
  )
  const own = manifests.filter(({ manifest }) => manifest?.automatic)
  const newestReadable = own.find(({ manifest }) => manifest?.checked)?.name
  const old = own.slice(kept).filter(({ name }) => name !== newestReadable)
  for (const { name } of old) await rm(join(folder, name), { recursive: true, force: true })
  return old.map(({ name }) => name)
}
