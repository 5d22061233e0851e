import { existsSync } from 'node:fs'
import { lstat, mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'

import { findInconsistencies } from '../../app/operations/consistency-checks/consistency-check.server.ts'
import { picturePath, siblingsOf } from '../../app/platform/media/picture.ts'
import { startEmbeddedPostgres } from '../embedded-postgres.ts'
import { clearWorkers, findPostmaster, signal } from '../embedded-postgres/postmaster.ts'
import { copyFolder, copyOwner, type Manifest, readUsableManifest, writeManifest } from './backup-files.ts'
import { connectForBackup } from './make-backup.ts'

/**
 * Opens a copy of the backup's database in the folder `checkFolder`, counts its bookings and runs the consistency
 * check. Writes the result into the manifest. With `in_bucket`, the backup need not contain pictures. Throws an error
 * with a sentence if the backup is unreadable.
 */
export async function checkBackup(
  folder: string,
  { checkFolder, in_bucket, stopped }: { checkFolder: string; in_bucket: boolean; stopped?: AbortSignal },
): Promise<NonNullable<Manifest['checked']>> {
  const manifest = await readUsableManifest(folder)
  await removeCheck(checkFolder)
  await mkdir(checkFolder, { recursive: true })
  // The user of Postgres must be able to enter this folder.
  await copyOwner(checkFolder, await lstat(join(folder, 'postgres')))
  try {
    await copyFolder(join(folder, 'postgres'), join(checkFolder, 'postgres'))
    const { pictures, bookings, fault_count } = await readDatabase(
      checkFolder,
      new Date(manifest.made_at),
      stopped,
    )
    const lost = (in_bucket ? [] : pictures).filter((name) => !existsSync(join(folder, 'pictures', name)))
    if (lost.length === 1) throw new Error(`The backup lacks the picture ${lost[0]}.`)
    if (lost.length > 1) throw new Error(`The backup lacks ${lost.length} pictures, such as ${lost[0]}.`)
    const checked = { checked_at: new Date().toISOString(), bookings, fault_count }
    await writeManifest(folder, { ...manifest, checked })
    return checked
  } finally {
    await removeCheck(checkFolder)
  }
}

/** Removes the files of a check. If the process of the check was killed, stops the server that is still running. */
export async function removeCheck(checkFolder: string): Promise<void> {
  if (!existsSync(checkFolder)) return
  const data = join(await realpath(checkFolder), 'postgres')
  const server = await findPostmaster(data)
  // SIGQUIT shuts the server down immediately, because nobody needs this copy any more.
  if (server !== null) signal(server, 'SIGQUIT')
  await clearWorkers(data)
  await rm(checkFolder, { recursive: true, force: true })
}

async function readDatabase(checkFolder: string, now: Date, stopped: AbortSignal | undefined) {
  const log: string[] = []
  // The copy need not survive a power cut, so fsync is off.
  const server = await startEmbeddedPostgres({
    folder: checkFolder,
    log: (line) => log.push(line),
    fsync: false,
  })
  const sql = connectForBackup(server.url, 'check of a backup')
  stopped?.addEventListener('abort', () => void sql.end({ timeout: 0 }))
  try {
    return await sql.begin('isolation level repeatable read read only', async (sql) => {
      await sql`select set_config('work_mem', '64MB', true), set_config('jit', 'off', true), set_config('enable_nestloop', 'off', true)`
      const [{ bookings }] = await sql<[{ bookings: number }]>`select count(*) as bookings from bookings`
      const uploaded = await sql<{ address: string }[]>`
        select address from pictures where removed_at is null and starts_with(address, ${picturePath('')})`
      const pictures = uploaded.flatMap(({ address }) =>
        siblingsOf(address.slice(picturePath('').length)).map(({ name }) => name),
      )
      return { bookings, pictures, fault_count: (await findInconsistencies(sql, now)).length }
    })
  } finally {
    await sql.end({ timeout: 1 })
    await server.stop()
  }
}
