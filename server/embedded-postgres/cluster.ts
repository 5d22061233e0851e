import { randomBytes } from 'node:crypto'
import { chown, mkdtemp, readFile, rename, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, chooseAccount, run } from './account.ts'
import { createCluster } from './initdb.ts'
import { copyProgram, findProgram, type Program } from './program.ts'
import { useOwnServer } from './sentences.ts'
import { readSettings, type Settings, writeWhole } from './settings.ts'

/** A complete cluster and what starts it. `data` is Postgres' own folder. */
export type Cluster = { data: string; program: Program; account: Account; settings: Settings }

type Options = { fsync: boolean; log: (line: string) => void }

const majorVersion = '18'

/** Names the folder the data lie in when they could not lie in the product's own. */
const locationFile = 'postgres-location'

/**
 * Finds the cluster of `folder` or makes it. Call it under the start lock only. Throws a sentence where it can
 * neither be used nor made; nothing that might hold data is ever deleted.
 */
export async function openCluster(folder: string, options: Options): Promise<Cluster> {
  const found = await findProgram()
  const location = (await readFile(join(folder, locationFile), 'utf8').catch(() => '')).trim()
  const parent = location || folder
  const data = join(parent, 'postgres')
  if (await isCluster(data)) {
    const account = await chooseAccount(found, await stat(data))
    const program = await reachable(found, account, parent)
    return { data, program, account, settings: await readSettings(data) }
  }
  if (location) {
    throw new Error(
      `The database of ${folder} was kept in ${data}, which is gone. Bring it back, or remove ` +
        `${join(folder, locationFile)} to start with an empty one.`,
    )
  }
  options.log('Setting up the database (first start, about 5 s) …')
  await clearPlace(data, options.log)
  return await makeCluster(folder, found, options)
}

async function makeCluster(folder: string, found: Program, { fsync, log }: Options): Promise<Cluster> {
  const account = await chooseAccount(found, null)
  const parent = await choosePlace(folder, account)
  const program = await reachable(found, account, parent)
  await createCluster(parent, program, account, fsync)
  if (parent !== folder) {
    await writeWhole(join(folder, locationFile), `${parent}\n`, { kind: 'self' })
    log(
      `The database runs as another user than root, who cannot enter ${folder}; its data are kept in ${parent}.`,
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
    const sentence = `The database in ${data} is of Postgres ${version.trim()}, this server brings ${majorVersion}.`
    throw new Error(`${sentence} ${useOwnServer}`)
  }
  return await exists(join(data, 'global', 'pg_control'))
}

/** What stands in the place but is no whole cluster is set aside. */
async function clearPlace(data: string, log: (line: string) => void): Promise<void> {
  await rmdir(data).catch(() => undefined)
  if (!(await exists(data))) return
  const aside = `${data}.incomplete-${randomBytes(4).toString('hex')}`
  await rename(data, aside)
  log(`${data} held no complete database; it is kept as ${aside}, and a new one is made.`)
}

/** The folder itself; for another user who cannot get there, one below /var/tmp, which outlives a restart. */
async function choosePlace(folder: string, account: Account): Promise<string> {
  if (account.kind !== 'other') return folder
  const enters = await run(account, '/bin/sh', ['-c', 'cd -- "$0"', folder])
  if (enters.ok) return folder
  const place = await mkdtemp('/var/tmp/chalk-and-vine-')
  await chown(place, account.uid, account.gid)
  return place
}

/** The program, or where another user cannot reach it a copy beside the data. */
async function reachable(program: Program, account: Account, parent: string): Promise<Program> {
  if (account.kind !== 'other') return program
  const runs = await run(account, program.postgres, ['--version'])
  if (runs.ok) return program
  const copy = await copyProgram(program, parent)
  const copyRuns = await run(account, copy.postgres, ['--version'])
  if (copyRuns.ok) return copy
  throw new Error(`Postgres cannot run as user ${account.uid}: ${copyRuns.output} ${useOwnServer}`)
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
