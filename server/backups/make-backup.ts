import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import manifest from '../../package.json' with { type: 'json' }
import { connect } from '../../app/platform/database.server.ts'
import { openDatabase } from '../database.ts'
import { copyDatabase, copyFolder, type Manifest, writeManifest } from './backup-files.ts'

type Options = {
  data_folder: string
  /** A folder that does not exist. */
  to: string
  automatic?: boolean
  log: (line: string) => void
  /** Called with the bytes of each file that was copied. */
  onCopied?: (bytes: number) => void
}

export const unfinishedName = /\.unfinished-\d+$/

/**
 * Copies database, pictures and keys while the site runs. The folder gets its name when it is complete and on the disk;
 * what a failure leaves is removed.
 */
export async function makeBackup({ data_folder, to, automatic = false, log, onCopied }: Options) {
  if (existsSync(to)) throw new Error(`${to} is there already. Name a folder that does not exist.`)
  const unfinished = `${to}.unfinished-${process.pid}`
  await mkdir(unfinished, { recursive: true, mode: 0o700 })
  try {
    const database = await copyRunningDatabase(data_folder, join(unfinished, 'postgres'), log, onCopied)
    // Pictures after the database: unused pictures stay for a day, so all pictures of the copied rows are still there.
    const pictures = existsSync(join(data_folder, 'pictures'))
      ? await copyFolder(join(data_folder, 'pictures'), join(unfinished, 'pictures'), { onCopied })
      : { files: 0, bytes: 0 }
    for (const name of ['secrets.key', 'first-sign-in.json'])
      if (existsSync(join(data_folder, name))) await copyFile(join(data_folder, name), join(unfinished, name))
    const made: Manifest = {
      made_at: new Date().toISOString(),
      files: database.files + pictures.files,
      bytes: database.bytes + pictures.bytes,
      version: manifest.version,
      automatic,
      checked: null,
    }
    await writeManifest(unfinished, made)
    // A system without this program flushes its files within a minute.
    await promisify(execFile)('sync', ['-f', unfinished]).catch(() => undefined)
    await rename(unfinished, to)
    return made
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

async function copyRunningDatabase(
  data_folder: string,
  to: string,
  log: Options['log'],
  onCopied: Options['onCopied'],
) {
  const database = await openDatabase({ data_folder }, log)
  const sql = connect(database.url, {
    max: 1,
    statement_timeout: 0,
    idle_in_transaction_session_timeout: 0,
    application_name: 'backup',
  })
  try {
    return await copyDatabase(sql, to, onCopied)
  } finally {
    await sql.end({ timeout: 5 })
    await database.close()
  }
}
