// Run by the worker in a process of its own: makes the backup that was requested at the instant of its argument, checks
// it, and deletes old ones. Sends its progress and its result as messages.
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { backupFolderOf, type BackupOutcome } from '../../app/system/backups.server.ts'
import { readConfig } from '../../app/platform/config.server.ts'
import { connect } from '../../app/platform/database.server.ts'
import { openDatabase } from '../database.ts'
import { tryExclusive } from '../embedded-postgres/lock.ts'
import { readManifest } from './backup-files.ts'
import { deleteOld, demandSpace, removeRemains, sizeOf } from './backup-folder.ts'
import { checkBackup } from './check-backup.ts'
import { makeBackup } from './make-backup.ts'

/** What the process sends. `done` is the share of the copying; the last message is the outcome. */
export type BackupMessage = { done: number } | { made: { folder: string; bytes: number } } | BackupOutcome

const stopping = new AbortController()
// The worker has ended or stops: a check stops its database, whatever else is half done is removed by the next backup.
for (const event of ['disconnect', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(event, () => {
    stopping.abort()
    setTimeout(() => process.exit(1), 5000).unref()
  })

await run().then(
  () => process.exit(0),
  async (error: Error) => {
    if (!stopping.signal.aborted) await send({ problem: describeFailure(error) })
    process.exit(1)
  },
)

async function run(): Promise<void> {
  const config = readConfig(process.env)
  const { data_folder, backups_kept, storage_url } = config
  const folder = backupFolderOf(config)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const lock = tryExclusive(join(folder, 'backup.lock'))
  if (lock === null) throw new Error('Another process makes a backup in the same folder.')

  const log = (line: string) => console.log(line)
  const database = await openDatabase({ data_folder }, log)
  try {
    // Beside the data, where the user of Postgres can enter.
    const data = await dataFolderOf(database.url)
    const place = join(dirname(data), 'backup-check')
    await removeRemains(folder, place)
    const sizes = await Promise.all([sizeOf(data), sizeOf(join(data_folder, 'pictures'))])
    const size = sizes.reduce((sum, bytes) => sum + bytes, 0)
    for (const path of [folder, dirname(data)]) await demandSpace(path, 2 * size)

    const name = new Date(process.argv[2] ?? '').toISOString().slice(0, 19).replaceAll(':', '-')
    // What a killed process left for this same request: a copy that it checked is good, any other is replaced.
    // A backup that somebody made by hand in the same second stays.
    const left = await readManifest(join(folder, name))
    if (left?.automatic && left.checked) {
      await send({ made: { folder: name, bytes: left.bytes } })
      return await send({ ...left.checked, deleted: await deleteOld(folder, backups_kept) })
    }
    if (left?.automatic) await rm(join(folder, name), { recursive: true, force: true })
    const made = await makeBackup({
      data_folder,
      to: join(folder, name),
      automatic: true,
      log,
      onCopied: progressOf(size),
    })
    stopping.signal.throwIfAborted()
    await send({ made: { folder: name, bytes: made.bytes } })
    const checked = await checkBackup(join(folder, name), {
      place,
      in_bucket: storage_url !== undefined,
      stopped: stopping.signal,
    })
    await send({ ...checked, deleted: await deleteOld(folder, backups_kept) })
  } finally {
    await database.close()
    lock.release()
  }
}

async function dataFolderOf(url: string): Promise<string> {
  const sql = connect(url, { max: 1 })
  const [{ data }] = await sql<[{ data: string }]>`
    select setting as data from pg_settings where name = 'data_directory'`
  await sql.end()
  return data
}

/** Tells the share of the copying at most once a second. */
function progressOf(size: number): (bytes: number) => void {
  let copied = 0
  let told = performance.now()
  return (bytes) => {
    copied += bytes
    if (performance.now() - told < 1000) return
    told = performance.now()
    void send({ done: Math.min(1, copied / size) })
  }
}

function describeFailure(error: Error & { code?: string }): string {
  return error.code === 'ENOSPC' ? `The disk is full: ${error.message}` : error.message
}

async function send(message: BackupMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  if (process.send && process.connected) process.send(message, undefined, {}, () => resolve())
  else resolve()
  await promise
}
