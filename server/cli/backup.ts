// npm run backup [-- FOLDER]         copies database, pictures and keys while the site runs; npm run restore puts them back
// npm run backup -- --check FOLDER   opens a copy of a backup and runs the consistency check in it
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { readConfig } from '../../app/platform/config.server.ts'
import { checkBackup } from '../backups/check-backup.ts'
import { makeBackup } from '../backups/make-backup.ts'
import { runCommand, say } from './command.ts'

const checkOption = '--check'

await runCommand(async (args) => {
  const [folder] = args.filter((arg) => arg !== checkOption)
  if (args.includes(checkOption)) return await check(folder)
  const { database_url, data_folder } = readConfig(process.env)
  if (database_url)
    throw new Error(
      'DATABASE_URL names a server of your own: back it up with its own tools, such as pg_basebackup or pg_dump.',
    )
  const to =
    folder ?? join(data_folder, 'backups', new Date().toISOString().slice(0, 19).replaceAll(':', '-'))
  const started = performance.now()
  const { files, bytes } = await makeBackup({ data_folder, to, log: say })
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(`${files} files, ${(bytes / 1e6).toFixed(0)} MB in ${seconds} s: ${to}`)
  return 0
})

async function check(folder: string | undefined): Promise<number> {
  if (folder === undefined) throw new Error('Usage: npm run backup -- --check FOLDER')
  const in_bucket = readConfig(process.env).storage_url !== undefined
  const place = await mkdtemp(join(tmpdir(), 'chalk-check-'))
  try {
    const { bookings, fault_count } = await checkBackup(folder, { place, in_bucket })
    say(`${folder} can be read: ${bookings} bookings, ${fault_count} differences.`)
    return fault_count === 0 ? 0 : 1
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}
