// npm run backup [-- FOLDER]   copies database, pictures and keys while the site runs; npm run restore puts them back
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { readConfig } from '../../app/platform/config.server.ts'
import { connect } from '../../app/platform/database.server.ts'
import { openDatabase } from '../database.ts'
import { copyDatabase, copyFolder, writeManifest } from './backup-files.ts'
import { runCommand, say } from './command.ts'

await runCommand(async ([folder]) => {
  const { database_url, data_folder } = readConfig(process.env)
  if (database_url)
    throw new Error(
      'DATABASE_URL names a server of your own: back it up with its own tools, such as pg_basebackup or pg_dump.',
    )
  const to =
    folder ?? join(data_folder, 'backups', new Date().toISOString().slice(0, 19).replaceAll(':', '-'))
  if (existsSync(to)) throw new Error(`${to} is there already. Name a folder that does not exist.`)

  const started = performance.now()
  const unfinished = `${to}.unfinished-${process.pid}`
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const database = await copyRunningDatabase(data_folder, join(unfinished, 'postgres'))
  // Pictures after the database: unused pictures stay for a day, so all pictures of the copied rows are still there.
  const pictures = existsSync(join(data_folder, 'pictures'))
    ? await copyFolder(join(data_folder, 'pictures'), join(unfinished, 'pictures'))
    : { files: 0, bytes: 0 }
  for (const name of ['secrets.key', 'first-sign-in.json'])
    if (existsSync(join(data_folder, name))) await copyFile(join(data_folder, name), join(unfinished, name))

  const [files, bytes] = [database.files + pictures.files, database.bytes + pictures.bytes]
  await writeManifest(unfinished, { made_at: new Date().toISOString(), files, bytes })
  // A system without this program flushes its files within a minute.
  await promisify(execFile)('sync', ['-f', unfinished]).catch(() => undefined)
  await rename(unfinished, to)
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  say(`${files} files, ${(bytes / 1e6).toFixed(0)} MB in ${seconds} s: ${to}`)
  return 0
})

async function copyRunningDatabase(data_folder: string, to: string) {
  const database = await openDatabase({ data_folder }, say)
  const sql = connect(database.url, {
    max: 1,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    application_name: 'backup',
  })
  try {
    return await copyDatabase(sql, to)
  } finally {
    await sql.end({ timeout: 5 })
    await database.close()
  }
}
