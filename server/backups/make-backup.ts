import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import manifest from '../../package.json' with { type: 'json' }
import type { Sql } from '../../app/platform/database/database.server.ts'
import { openDatabase } from '../database.ts'
import {
  copyDatabase,
  copyFolder,
  copyOwnedFile,
  copyOwner,
  type Manifest,
  writeManifest,
} from './backup-files.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

type Options = {
  sql: Sql
  data_folder: string
  /** The folder to create. It must not exist yet. */
  to: string
  automatic?: boolean
  /** Called with the size in bytes of each file that was copied. */
  onCopied?: (bytes: number) => void
}

export const unfinishedName = /\.unfinished-\d+$/

/** Creates a folder if it is missing. If root creates the folder, it gets the owner of the data. */
export async function makeBackupFolder(folder: string, data_folder: string): Promise<void> {
  const created = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (created !== undefined) await copyOwner(folder, await stat(data_folder))
}

/**
 * Copies the database, the pictures and the keys while the site runs. The folder gets its final name once the backup is
 * complete and on the disk. The files of a failed backup are removed.
 */
export async function makeBackup({ sql, data_folder, to, automatic = false, onCopied }: Options) {
  if (existsSync(to)) throw new Error(`${to} already exists. Name a folder that does not exist.`)
  await makeBackupFolder(dirname(to), data_folder)
  const unfinished = `${to}.unfinished-${process.pid}`
  await makeBackupFolder(unfinished, data_folder)
  try {
    const database = await copyDatabase(sql, join(unfinished, 'postgres'), onCopied)
    // Pictures are copied after the database. Unused pictures stay for a day, so no picture of a copied row is missing.
    const pictures = existsSync(join(data_folder, 'pictures'))
      ? await copyFolder(join(data_folder, 'pictures'), join(unfinished, 'pictures'), { onCopied })
      : { files: 0, bytes: 0 }
    for (const name of ['secrets.key', 'first-sign-in.json'])
      if (existsSync(join(data_folder, name)))
        await copyOwnedFile(join(data_folder, name), join(unfinished, name))
    const made: Manifest = {
      made_at: new Date().toISOString(),
      files: database.files + pictures.files,
      bytes: database.bytes + pictures.bytes,
      version: manifest.version,
      automatic,
      checked: null,
    }
    await writeManifest(unfinished, made)
    // Systems without the program `sync` also write files to the disk, within about a minute.
    await promisify(execFile)('sync', ['-f', unfinished]).catch(() => undefined)
    await rename(unfinished, to)
    return made
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true })
    throw error
  }
}

/** Returns one connection, whose statements may take as long as a backup takes. */
export const connectForBackup = (url: string, application_name: string) =>
  connect(url, { max: 1, statement_timeout: 0, idle_in_transaction_session_timeout: 0, application_name })

/** Calls `work` with a connection to the embedded database. Starts the database if it is not running. */
export async function withRunningDatabase<Result>(
  data_folder: string,
  log: (line: string) => void,
  work: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  const database = await openDatabase({ data_folder }, log)
  const sql = connectForBackup(database.url, 'backup')
  try {
    return await work(sql)
  } finally {
    await sql.end({ timeout: 5 })
    await database.close()
  }
}
