import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, chooseAccount, run } from './account.ts'
import { copyProgram, findProgram, type Program, useOwnServer } from './program.ts'

/** A complete cluster, with everything that is needed to start it. `data` is the data folder of Postgres. */
export type Cluster = { data: string; program: Program; account: Account; settings: Settings }

type Options = { fsync: boolean; log: (line: string) => void }

const majorVersion = '18'

/** The name of a file that says where the data is, if the data could not be stored in the site's own folder. */
const locationFile = 'postgres-location'

/**
 * Finds or creates the cluster of `folder`. The caller holds the start lock. Throws an error with a sentence if the
 * cluster cannot be used or created. Never deletes anything that might contain data.
 */
export async function openCluster(folder: string, options: Options): Promise<Cluster> {
  const found = await findProgram()
  const location = (await readFile(join(folder, locationFile), 'utf8').catch(() => '')).trim()
  const parent = location || folder
  const data = join(parent, 'postgres')
  if (await isCluster(data)) {
    const account = await chooseAccount(found, await stat(data))
    const program = await findRunnable(found, account, parent)
    return { data, program, account, settings: await readSettings(data) }
  }
  if (location) {
    throw new Error(
      `The database of ${folder} was in ${data}, which is missing. Restore it, or remove ` +
        `${join(folder, locationFile)} to start with an empty database.`,
    )
  }
  options.log('Setting up the database (first start, about 5 s) …')
  await setIncompleteAside(data, options.log)
  return await setUpCluster(folder, found, options)
}

async function setUpCluster(folder: string, found: Program, { fsync, log }: Options): Promise<Cluster> {
  const account = await chooseAccount(found, null)
  const parent = await chooseFolder(folder, account)
  const program = await findRunnable(found, account, parent)
  await createCluster(parent, program, account, fsync)
  if (parent !== folder) {
    await writeAtomically(join(folder, locationFile), `${parent}\n`, { kind: 'self' })
    log(
      `The database runs as another user than root. That user cannot enter ${folder}, so its data are in ${parent}.`,
    )
  }
  const data = join(parent, 'postgres')
  return { data, program, account, settings: await readSettings(data) }
}

async function isCluster(data: string): Promise<boolean> {
  const version = await readFile(join(data, 'PG_VERSION'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return null
    throw new Error(
      `The database in ${data} cannot be read: ${error.message}. Start as the user it belongs to.`,
    )
  })
  if (version === null) return false
  if (version.trim() !== majorVersion) {
    const sentence = `The database in ${data} is of Postgres ${version.trim()}, but this server runs ${majorVersion}.`
    throw new Error(`${sentence} ${useOwnServer}`)
  }
  return existsSync(join(data, 'global', 'pg_control'))
}

/** Renames a folder that contains no complete cluster. */
async function setIncompleteAside(data: string, log: (line: string) => void): Promise<void> {
  await rmdir(data).catch(() => undefined)
  if (!existsSync(data)) return
  const renamed = `${data}.incomplete-${randomBytes(4).toString('hex')}`
  await rename(data, renamed)
  log(`${data} held no complete database, so it was renamed to ${renamed}. A new database is being created.`)
}

/** Returns the folder or, if the account's user cannot enter it, a folder below /var/tmp, which outlasts a reboot. */
async function chooseFolder(folder: string, account: Account): Promise<string> {
  if (account.kind !== 'other') return folder
  const enters = await run(account, '/bin/sh', ['-c', 'cd -- "$0"', folder])
  if (enters.ok) return folder
  const other = await mkdtemp('/var/tmp/chalk-and-vine-')
  await chown(other, account.uid, account.gid)
  return other
}

/** Returns the program or, if the account's user cannot read it, a copy beside the data. */
async function findRunnable(program: Program, account: Account, parent: string): Promise<Program> {
  if (account.kind !== 'other') return program
  const runs = await run(account, program.postgres, ['--version'])
  if (runs.ok) return program
  const copy = await copyProgram(program, parent)
  const copyRuns = await run(account, copy.postgres, ['--version'])
  if (copyRuns.ok) return copy
  throw new Error(`Postgres cannot run as user ${account.uid}: ${copyRuns.output} ${useOwnServer}`)
}

export const superuser = 'chalk_and_vine'

const setupPrefix = 'postgres.setup-'

/**
 * Creates an empty cluster `postgres` in `parent`, which must contain nothing with this name. The cluster gets its name
 * once it is complete, so that the remains of a killed attempt can be recognised.
 */
async function createCluster(parent: string, program: Program, account: Account, fsync: boolean) {
  await deleteKilledAttempts(parent)
  const setup = await mkdtemp(join(parent, setupPrefix))
  const data = join(setup, 'data')
  const passwordFile = join(setup, 'password')
  const password = randomBytes(24).toString('base64url')
  try {
    await giveTo(setup, account)
    await writeAtomically(passwordFile, password, account)
    const { ok, output } = await run(account, program.initdb, [
      `--pgdata=${data}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(fsync ? [] : ['--no-sync']),
    ])
    if (!ok) throw new Error(`The database could not be set up in ${parent}:\n${output}\n${useOwnServer}`)
    await writeSettings(data, { password, port: null }, account)
    await rename(data, join(parent, 'postgres'))
  } finally {
    await rm(setup, { recursive: true, force: true })
  }
}

/** Deletes the remains of killed attempts. If the initdb of an attempt is still writing, the next start deletes the rest. */
async function deleteKilledAttempts(parent: string): Promise<void> {
  const folders = (await readdir(parent)).filter((name) => name.startsWith(setupPrefix))
  for (const name of folders)
    await rm(join(parent, name), { recursive: true, force: true }).catch(() => undefined)
}

/**
 * The settings of a cluster. Their file is in the cluster's folder, so that settings and data move together. `port` is
 * the last TCP port of the server.
 */
export type Settings = { password: string; port: number | null }

const settingsFile = 'chalk-and-vine.json'

/**
 * Returns the settings. If the file is missing or broken, throws an error that tells the operator what to do: only this file
 * has the password.
 */
export async function readSettings(data: string): Promise<Settings> {
  const file = join(data, settingsFile)
  try {
    const { password, port } = JSON.parse(await readFile(file, 'utf8')) as Settings
    return { password, port }
  } catch (error) {
    throw new Error(
      `The database in ${data} has lost its password: ${file} cannot be read. Restore that file, or move the ` +
        'folder away to start with an empty database.',
      { cause: error },
    )
  }
}

export async function writeSettings(data: string, settings: Settings, account: Account): Promise<void> {
  await writeAtomically(join(data, settingsFile), JSON.stringify(settings), account)
}

/** Writes a file that only its owner can read. Readers see either the whole new file or the whole previous file. */
async function writeAtomically(file: string, text: string, account: Account): Promise<void> {
  const partial = `${file}.partial`
  await rm(partial, { force: true })
  await writeFile(partial, text, { mode: 0o600, flag: 'wx', flush: true })
  await giveTo(partial, account)
  await rename(partial, file)
}

/** Gives a file that root created to the user of Postgres. */
async function giveTo(path: string, account: Account): Promise<void> {
  if (account.kind === 'other') await chown(path, account.uid, account.gid)
}
