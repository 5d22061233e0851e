// npm run restore -- FOLDER   restores a backup to a data folder that holds no database
import { countOf } from '../../app/platform/text/counts.ts'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { readConfig } from '../../app/platform/config.server.ts'
import { copyFolder, copyOwnedFile, copyOwner, readUsableManifest } from '../backups/backup-files.ts'
import { withRunningDatabase } from '../backups/make-backup.ts'
import { runCommand, say } from './command.ts'

await runCommand(import.meta, async ([from]) => {
  if (from === undefined) throw new Error('Usage: npm run restore -- FOLDER')
  const { database_url, data_folder } = readConfig(process.env)
  if (database_url) throw new Error('DATABASE_URL names a server of your own: restore it with its own tools.')
  const manifest = await readUsableManifest(from)
  for (const name of ['postgres', 'postgres-location', 'pictures'])
    if (existsSync(join(data_folder, name)))
      throw new Error(
        `${join(data_folder, name)} already exists. Stop the site and move it away, or set DATA_FOLDER to another folder.`,
      )

  // If root restores, every file gets its previous owner.
  const created = await mkdir(data_folder, { recursive: true })
  if (created !== undefined) await copyOwner(data_folder, await stat(from))
  const unfinished = join(data_folder, 'postgres.unfinished')
  await rm(unfinished, { recursive: true, force: true })
  await copyFolder(join(from, 'postgres'), unfinished)
  if (existsSync(join(from, 'pictures')))
    await copyFolder(join(from, 'pictures'), join(data_folder, 'pictures'))
  for (const name of ['secrets.key', 'first-sign-in.json'])
    if (existsSync(join(from, name))) await copyOwnedFile(join(from, name), join(data_folder, name))
  await rename(unfinished, join(data_folder, 'postgres'))

  // The first start replays the WAL, and so shows whether the backup is usable.
  return withRunningDatabase(data_folder, say, async (sql) => {
    // The copy contains the unfinished request for its own backup, which a worker would carry out again.
    await sql`delete from backups where finished_at is null`
    const [{ bookings }] = await sql<[{ bookings: number }]>`select count(*)::int as bookings from bookings`
    say(
      `Restored ${data_folder} as of ${manifest.made_at}, with ${countOf(bookings, 'booking')}. npm start opens it.`,
    )
    return 0
  })
})
