import { chown, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from './account.ts'

/**
 * What must be known to speak to a cluster. Kept inside its folder, so that cluster and password appear
 * together and move together. `port` is the last one where it listens on TCP, null where it never did.
 */
export type Settings = { password: string; port: number | null }

export const settingsFile = 'chalk-and-vine.json'

/** Throws a sentence when the file is gone or spoilt: without the password the data stay shut. */
export async function readSettings(data: string): Promise<Settings> {
  const file = join(data, settingsFile)
  try {
    const { password, port } = JSON.parse(await readFile(file, 'utf8')) as Settings
    return { password, port }
  } catch (error) {
    throw new Error(
      `The database in ${data} has lost its password: ${file} cannot be read. Bring that file back, or move the ` +
        'folder away to start with an empty database.',
      { cause: error },
    )
  }
}

export async function writeSettings(data: string, settings: Settings, account: Account): Promise<void> {
  await writeWhole(join(data, settingsFile), JSON.stringify(settings), account)
}

/** Written beside and renamed, so that nobody meets half of it; readable by its owner alone. */
export async function writeWhole(file: string, text: string, account: Account): Promise<void> {
  const partial = `${file}.partial`
  await rm(partial, { force: true })
  await writeFile(partial, text, { mode: 0o600, flag: 'wx', flush: true })
  await give(partial, account)
  await rename(partial, file)
}

/** Files made by root belong to whom Postgres runs as. */
export async function give(path: string, account: Account): Promise<void> {
  if (account.kind === 'other') await chown(path, account.uid, account.gid)
}
