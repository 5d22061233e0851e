// npm run backup [-- FOLDER]         copies database, pictures and keys while the site runs; npm run restore puts them back
// npm run backup -- --check FOLDER   opens a copy of a backup and runs the consistency check in it
import { countOf } from '../../app/platform/text/counts.ts'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { readConfig } from '../../app/platform/config.server.ts'
import { refuseOlderData } from '../../app/platform/database/releases.server.ts'
import { readMigrations } from '../../app/platform/database/sql-files.server.ts'
import { backupFolderOf } from '../../app/operations/system/backups.server.ts'
import { lockBackups } from '../backups/backup-folder.ts'
import { checkBackup } from '../backups/check-backup.ts'
import { makeBackup, makeBackupFolder, withRunningDatabase } from '../backups/make-backup.ts'
import { nameDatabase } from '../database.ts'
import { fail, runCommand, say } from './command.ts'

const usage = `Usage:
  npm run backup [-- FOLDER]
  npm run backup -- --check FOLDER`

await runCommand(import.meta, async (args) => {
  const command = readArguments(args)
  if (!command) return fail(usage)
  return command.check === undefined ? await make(command.folder) : await check(command.check)
})

function readArguments(
  args: string[],
): { check?: string | undefined; folder?: string | undefined } | undefined {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { check: { type: 'string' } },
    })
    const [folder, ...more] = positionals
    if (more.length > 0 || (folder !== undefined && values.check !== undefined)) return undefined
    return { check: values.check, folder }
  } catch {
    return undefined
  }
}

async function make(folder: string | undefined): Promise<number> {
  const config = readConfig(process.env)
  const { database_url, data_folder } = config
  if (database_url)
    throw new Error(
      'DATABASE_URL names a server of your own: back it up with its own tools, such as pg_basebackup or pg_dump.',
    )
  const started = performance.now()
  const own = backupFolderOf(config)
  const to = resolve(folder ?? join(own, new Date().toISOString().slice(0, 19).replaceAll(':', '-')))
  await makeBackupFolder(dirname(to), data_folder)
  const isOwn = (await realpath(dirname(to))) === (await realpath(own).catch(() => null))
  // The lock prevents the worker from deleting this unfinished backup in its folder.
  const lock = isOwn ? await lockBackups(own, data_folder, say) : null
  try {
    const { files, bytes } = await withRunningDatabase(data_folder, say, async (sql) => {
      await refuseOlderData(sql, await readMigrations('db/migrations'), nameDatabase(config))
      return await makeBackup({ sql, data_folder, to })
    })
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    say(`${countOf(files, 'file')}, ${(bytes / 1e6).toFixed(0)} MB in ${seconds} s: ${to}`)
    return 0
  } finally {
    lock?.release()
  }
}

async function check(folder: string): Promise<number> {
  const in_bucket = readConfig(process.env).storage_url !== undefined
  const checkFolder = await mkdtemp(join(tmpdir(), 'chalk-check-'))
  try {
    const { bookings, fault_count } = await checkBackup(folder, { checkFolder, in_bucket })
    say(`${folder} can be read: ${countOf(bookings, 'booking')}, ${countOf(fault_count, 'difference')}.`)
    return fault_count === 0 ? 0 : 1
  } finally {
    await rm(checkFolder, { recursive: true, force: true })
  }
}
