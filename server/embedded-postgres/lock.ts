import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Locks that the kernel lets go when a process dies, however it dies. Node has no flock of its own; an empty
 * SQLite file is locked with fcntl (LockFileEx on Windows), which is that lock. Nothing is ever written to it.
 * A lock holds between two handles of one process as it does between two processes.
 */
export type Lock = { release(): void }

const sqliteBusy = 5

/** Null when anybody holds this lock, shared or not. */
export function tryExclusive(file: string): Lock | null {
  return tryLock(file, 'begin exclusive')
}

/** Null only while somebody holds it exclusively; any number of holders may share it. */
export function tryShared(file: string): Lock | null {
  return tryLock(file, 'begin; select count(*) from sqlite_schema')
}

/** Asks again until the lock is free. Throws after `patience_ms` with a sentence naming the file. */
export async function waitExclusive(file: string, patience_ms: number, onWait: () => void): Promise<Lock> {
  const step_ms = 50
  for (let waited_ms = 0; waited_ms <= patience_ms; waited_ms += step_ms) {
    const lock = tryExclusive(file)
    if (lock !== null) return lock
    if (waited_ms === 20 * step_ms) onWait()
    await sleep(step_ms)
  }
  throw new Error(
    `Another process has held ${file} for ${patience_ms / 1000} s while it starts or stops the database.`,
  )
}

function tryLock(file: string, statement: string): Lock | null {
  let handle: DatabaseSync | undefined
  try {
    handle = new DatabaseSync(file)
    const held = handle
    // A journal on the disk would want room there, and a full disk is no reason not to lock.
    held.exec(`pragma journal_mode = memory; ${statement}`)
    return { release: () => held.close() }
  } catch (error) {
    handle?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null
    throw new Error(`Cannot lock ${file}: ${String(error)}. Does the folder belong to another user?`, {
      cause: error,
    })
  }
}
