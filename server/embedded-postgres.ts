import { chown, mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, openCluster } from './embedded-postgres/cluster.ts'
import { tryExclusive, tryShared, waitExclusive } from './embedded-postgres/lock.ts'
import { findPostmaster } from './embedded-postgres/postmaster.ts'
import { databaseUrl, ensureRunning, stopServer } from './embedded-postgres/server.ts'

export type EmbeddedPostgres = {
  /** The URL to pass to `connect`. Its host may be the percent-encoded folder of a Unix socket (libpq). */
  url: string
  /** Whether the server was already running, because another process uses it or the last process that used it was killed. */
  attached: boolean
  /** Detaches. The last process that detaches stops the server. Can be called twice, and after the server has died. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  folder: string
  log: (line: string) => void
  /** Whether writes survive a power cut. False only in tests and in checks of backups. Has no effect on a running server. */
  fsync?: boolean
}

/**
 * Starts the Postgres of the npm packages, or attaches to the server that already runs on this folder. Any number of
 * processes may attach; see docs/decisions/0002-embedded-postgres.md. A server that was killed is started again. If
 * Postgres cannot run, throws an error with a sentence that suggests DATABASE_URL.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, fsync = true } = options
  const files = await openFolder(options.folder)
  const start = { fsync, log, logFile: files.log }
  const waiting = () => log('Waiting for another process that starts or stops the database …')

  /** Only one process at a time starts or stops the server. */
  const withStartLock = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const lock = await waitExclusive(files.startLock, 10 * 60_000, waiting)
    try {
      return await work()
    } finally {
      lock.release()
    }
  }

  const { cluster, attached, use } = await withStartLock(async () => {
    const cluster = await openCluster(files.folder, { fsync, log })
    const attached = await ensureRunning(cluster, start)
    // All processes that use the server share this lock, so a process that gets it exclusively is the last process.
    const alone = tryExclusive(files.useLock)
    alone?.release()
    if (attached)
      log(
        alone === null
          ? 'The database is already running, so this process shares it.'
          : 'Using the database that was left running.',
      )
    const use = tryShared(files.useLock)
    if (use === null) throw new Error(`Another program holds ${files.useLock}.`)
    await shareFiles(files)
    return { cluster, attached, use }
  })

  const stopWatching = keepAlive({
    isUp: () => isUp(cluster),
    restart: () =>
      withStartLock(async () => {
        if (await isUp(cluster)) return
        log('The database ended unexpectedly; starting it again …')
        await ensureRunning(cluster, start)
      }),
    log,
  })

  const detach = async () => {
    await stopWatching()
    await withStartLock(async () => {
      use.release()
      const last = tryExclusive(files.useLock)
      if (last === null) return
      await stopServer(cluster).finally(() => last.release())
    })
  }
  let detached: Promise<void> | undefined
  return { url: databaseUrl(cluster), attached, stop: () => (detached ??= detach()) }
}

async function openFolder(path: string) {
  await mkdir(path, { recursive: true })
  const folder = await realpath(path)
  const [startLock, useLock] = [join(folder, 'postgres-start.lock'), join(folder, 'postgres-use.lock')]
  return { folder, startLock, useLock, log: join(folder, 'postgres.log') }
}

/** Gives files created by root to the owner of the folder, so that this user can start the server later. */
async function shareFiles(files: Awaited<ReturnType<typeof openFolder>>): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(files.folder)
  for (const file of [files.startLock, files.useLock, files.log])
    await chown(file, uid, gid).catch(() => undefined)
}

async function isUp(cluster: Cluster): Promise<boolean> {
  // Windows does not reveal the folder of a process, so a killed server stays unnoticed there.
  return process.platform === 'win32' || (await findPostmaster(cluster.data)) !== null
}

/**
 * Checks every second whether the server is running, and restarts a server that was killed. Failed restarts are logged,
 * and the pauses between them grow to 30 s. Returns a function that ends the checks.
 */
function keepAlive(server: {
  isUp: () => Promise<boolean>
  restart: () => Promise<void>
  log: (line: string) => void
}): () => Promise<void> {
  const ended = new AbortController()
  const pause = (ms: number) => sleep(ms, undefined, { ref: false, signal: ended.signal })
  const watch = async () => {
    let failures = 0
    for (;;) {
      await pause(Math.min(1_000 * 2 ** failures, 30_000))
      if (await server.isUp()) continue
      try {
        await server.restart()
        failures = 0
      } catch (error) {
        server.log(error instanceof Error ? error.message : String(error))
        failures++
      }
    }
  }
  const watching = watch().catch((error) => {
    if (!ended.signal.aborted) throw error
  })
  return async () => {
    ended.abort()
    await watching
  }
}
