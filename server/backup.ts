// npm run backup [-- FOLDER]   copies database, pictures and keys while the site runs; npm run restore brings them back
import { execFile } from 'node:child_process'
import { copyFile, mkdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { ConfigError } from '../app/platform/config-error.ts'
import { readConfig } from '../app/platform/config.server.ts'
import { connect } from '../app/platform/database.server.ts'
import { copyDatabase } from './backup/database.ts'
import { copyFolder } from './backup/folder.ts'
import { writeManifest } from './backup/manifest.ts'
import { openDatabase } from './database.ts'

const say = (line: string) => console.log(line)

try {
  await backUp(new Date())
} catch (error) {
  const expected = error instanceof ConfigError || (error instanceof Error && error.name === 'Error')
  console.error(expected ? error.message : error)
  process.exitCode = 1
}

async function backUp(now: Date): Promise<void> {
  const { database_url, data_folder } = readConfig(process.env)
  if (database_url)
    throw new Error(
      'DATABASE_URL names a server of your own: back it up with its own tools, such as pg_basebackup or pg_dump.',
    )
  const folderName = now.toISOString().slice(0, 19).replaceAll(':', '-')
  const to = process.argv[2] ?? join(data_folder, 'backups', folderName)
  if (await exists(to)) throw new Error(`${to} is there already. Name a folder that is not.`)

  const began = performance.now()
  const unfinished = `${to}.unfinished-${process.pid}`
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  const database = await openDatabase({ databaseUrl: undefined, dataFolder: data_folder, log: say })
  const sql = connect(database.url, {
    max: 1,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    application_name: 'backup',
  })
  const copied = await copyDatabase(sql, join(unfinished, 'postgres')).finally(async () => {
    await sql.end({ timeout: 5 })
    await database.close()
  })
  // After the database: what its rows lead to was there before them, and stays for a day when nothing leads to it.
  const pictures = join(data_folder, 'pictures')
  const kept = (await exists(pictures))
    ? await copyFolder(pictures, join(unfinished, 'pictures'))
    : { files: 0, bytes: 0 }
  for (const name of ['secrets.key', 'first-sign-in.json'])
    if (await exists(join(data_folder, name))) await copyFile(join(data_folder, name), join(unfinished, name))

  const [files, bytes] = [copied.files + kept.files, copied.bytes + kept.bytes]
  await writeManifest(unfinished, { made_at: new Date().toISOString(), files, bytes })
  // Where there is no such program the system writes it by and by.
  await promisify(execFile)('sync', ['-f', unfinished]).catch(() => undefined)
  await rename(unfinished, to)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  say(`${files} files, ${(bytes / 1e6).toFixed(0)} MB in ${seconds} s: ${to}`)
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
