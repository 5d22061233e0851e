// The worker runs this file in a separate process, with the time at which a backup was requested as argument. The process makes
// and checks the backup, deletes old backups, and sends its progress and its result as messages.
import { rm, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { backupFolderOf, type BackupOutcome } from '../../app/operations/system/backups.server.ts'
import { readConfig } from '../../app/platform/config.server.ts'
import type { Sql } from '../../app/platform/database/database.server.ts'
import { findDataFolder, readManifest } from './backup-files.ts'
import { deleteOld, demandSpace, lockBackups, removeRemains, sizeOf } from './backup-folder.ts'
import { checkBackup } from './check-backup.ts'
import { makeBackup, withRunningDatabase } from './make-backup.ts'

/**
 * The messages of the process. `done` is the share of the data that has been copied. `folders` are the backups on the
 * disk. The last message is the outcome.
 */
export type BackupMessage =
  | { alive: true }
  | { done: number }
  | { made: { folder: string; bytes: number } }
  | { folders: string[] }
  | BackupOutcome

const config = readConfig(process.env)
const { data_folder, backups_kept, storage_url } = config
const folder = backupFolderOf(config)
const name = new Date(process.argv[2] ?? '').toISOString().slice(0, 19).replaceAll(':', '-')
const log = (line: string) => console.log(line)

const stopping = new AbortController()
// When the worker ends, this process stops the database of the check. The next backup removes all other unfinished files.
for (const event of ['disconnect', 'SIGTERM', 'SIGINT', 'SIGHUP'] as const)
  process.on(event, () => {
    stopping.abort()
    setTimeout(() => process.exit(1), 5000).unref()
  })

/** Milliseconds between two messages `alive`. These messages stop if the file system no longer answers. */
const heartbeat = 10_000
setInterval(
  () =>
    void statfs(folder)
      .catch(() => undefined)
      .then(() => send({ alive: true })),
  heartbeat,
)

await run().then(
  async (outcome) => {
    await send(outcome)
    process.exit(0)
  },
  async (error: Error) => {
    if (!stopping.signal.aborted) await send({ problem: describeFailure(error) })
    process.exit(1)
  },
)

async function run(): Promise<BackupOutcome> {
  const lock = await lockBackups(folder, data_folder, log)
  try {
    return await withRunningDatabase(data_folder, log, makeAndCheck)
  } finally {
    await send({ folders: await deleteOld(folder, backups_kept, name) })
    lock.release()
  }
}

async function makeAndCheck(sql: Sql): Promise<BackupOutcome> {
  // The folder of the check is beside the data, because the user of Postgres can enter the folder of the data.
  const data = await findDataFolder(sql)
  const checkFolder = join(dirname(data), 'backup-check')
  await removeRemains(folder, checkFolder)
  const sizes = await Promise.all([sizeOf(data), sizeOf(join(data_folder, 'pictures'))])
  const size = sizes.reduce((sum, bytes) => sum + bytes, 0)
  for (const path of [folder, dirname(data)]) await demandSpace(path, 2 * size)

  const to = join(folder, name)
  // A killed process may have left a copy for this request. A checked copy is used, and any other copy is replaced. A
  // backup that somebody made by hand in the same second stays.
  const left = await readManifest(to)
  if (left?.automatic && left.checked) {
    await send({ made: { folder: name, bytes: left.bytes } })
    return left.checked
  }
  if (left?.automatic) await rm(to, { recursive: true, force: true })
  const made = await makeBackup({ sql, data_folder, to, automatic: true, onCopied: progressOf(size) })
  stopping.signal.throwIfAborted()
  await send({ made: { folder: name, bytes: made.bytes } })
  return await checkBackup(to, {
    checkFolder,
    in_bucket: storage_url !== undefined,
    stopped: stopping.signal,
  })
}

/** Returns a function that sends the copied share at most once a second. */
function progressOf(size: number): (bytes: number) => void {
  let copied = 0
  let sent = performance.now()
  return (bytes) => {
    copied += bytes
    if (performance.now() - sent < 1000) return
    sent = performance.now()
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
