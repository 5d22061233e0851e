import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A lock that the kernel releases when the process dies. Node has no flock, but SQLite locks its file with fcntl
 * (LockFileEx on Windows). Nothing is written to the file. The lock also works between two handles in one process.
 */
export type Lock = { release(): void }

const sqliteBusy = 5

/** Takes the lock exclusively. Returns null if the lock is already held, whether shared or exclusively. */
export function tryExclusive(file: string): Lock | null {
  return tryLock(file, 'begin exclusive')
}

/** Takes the lock together with any number of other holders. Returns null if the lock is held exclusively. */
export function tryShared(file: string): Lock | null {
  return tryLock(file, 'begin; select count(*) from sqlite_schema')
}

/** Waits until the lock is free. Throws after `limit_ms` with a sentence that names the file. */
export async function waitExclusive(file: string, limit_ms: number, onWait: () => void): Promise<Lock> {
  const step_ms = 50
  for (let waited_ms = 0; waited_ms <= limit_ms; waited_ms += step_ms) {
    const lock = tryExclusive(file)
    if (lock !== null) return lock
    if (waited_ms === 20 * step_ms) onWait()
    await sleep(step_ms)
  }
  throw new Error(`Another process has held the lock ${file} for ${limit_ms / 1000} s.`)
}

function tryLock(file: string, statement: string): Lock | null {
  let handle: DatabaseSync | undefined
  try {
    handle = new DatabaseSync(file)
    const open = handle
    // The journal is in memory, because a journal on a full disk would fail.
    open.exec(`pragma journal_mode = memory; ${statement}`)
    return { release: () => open.close() }
  } catch (error) {
    handle?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return null
    throw new Error(`Cannot lock ${file}: ${String(error)}. Does the folder belong to another user?`, {
      cause: error,
    })
  }
}
