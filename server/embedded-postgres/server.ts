import { statSync } from 'node:fs'
import { open, readFile, rename } from 'node:fs/promises'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { launch, run } from './account.ts'
import { type Cluster, readSettings, superuser, writeSettings } from './cluster.ts'
import { clearWorkers, disarmStaleFiles, findPostmaster, signal, worksIn } from './postmaster.ts'
import { useOwnServer } from './program.ts'

export type StartOptions = { fsync: boolean; log: (line: string) => void; logFile: string }

const limit_ms = 10 * 60_000

/**
 * Makes sure that the server runs and answers. Waits for one that is starting or stopping. The caller holds the start lock.
 * Returns true if it was running already.
 */
export async function ensureRunning(cluster: Cluster, options: StartOptions): Promise<boolean> {
  // Another process may have started it on another port meanwhile.
  cluster.settings = await readSettings(cluster.data)
  // The last TCP port may belong to another program by now, so the process is checked first.
  const connectsFirst = usesSocket(cluster) || process.platform === 'win32'
  if (connectsFirst && (await answers(cluster))) return true
  for (let waited_ms = 0; (await findPostmaster(cluster.data)) !== null; waited_ms += 50) {
    if (await answers(cluster)) return true
    if (waited_ms > limit_ms) throw new Error(`The database in ${cluster.data} runs but does not answer.`)
    await sleep(50)
  }
  await clearWorkers(cluster.data)
  await disarmStaleFiles(cluster.data)
  for (let attempt = 1; !(await start(cluster, options)); attempt++) {
    if (attempt === 5) throw new Error(`No free port was found for the database. ${useOwnServer}`)
  }
  return false
}

/** Fast shutdown: rolls back open transactions, writes everything and ends. Does nothing if it has ended. */
export async function stopServer(cluster: Cluster): Promise<void> {
  if (process.platform === 'win32') {
    await run(cluster.account, cluster.program.pg_ctl, ['stop', '-D', cluster.data, '-m', 'fast', '-w'])
    return
  }
  const pid = await findPostmaster(cluster.data)
  if (pid === null) return
  signal(pid, 'SIGINT')
  if (await ends(pid, cluster.data, 60_000)) return
  // Immediate shutdown, with recovery at the next start.
  signal(pid, 'SIGQUIT')
  if (await ends(pid, cluster.data, 10_000)) return
  throw new Error(`The database in ${cluster.data} (process ${pid}) does not stop.`)
}

/** Starts the server and waits until it answers. False if its port was taken meanwhile. */
async function start(cluster: Cluster, { fsync, log, logFile }: StartOptions): Promise<boolean> {
  if (!usesSocket(cluster)) {
    cluster.settings.port = await freePort(cluster.settings.port)
    await writeSettings(cluster.data, cluster.settings, cluster.account)
  }
  const file = await openLog(logFile)
  const written = (await file.stat()).size
  const child = launch(cluster.account, cluster.program.postgres, serverArguments(cluster, fsync), file.fd)
  let failure: string | null = null
  child.on('error', (error) => (failure = error.message))
  child.on('exit', (code, signal) => (failure = `it ended with ${signal ?? `code ${code}`}`))
  await file.close()

  for (let waited_ms = 0; failure === null; waited_ms += 50) {
    if (await answers(cluster)) return true
    if (waited_ms === 5_000) log('The database recovers from an interrupted stop …')
    await sleep(50)
  }
  const printed = (await readFile(logFile)).subarray(written).toString().trim()
  if (/could not bind .* address/i.test(printed)) return false
  throw new Error(`The database in ${cluster.data} did not start (${failure}):\n${printed}\n${useOwnServer}`)
}

function serverArguments(cluster: Cluster, fsync: boolean): string[] {
  const socket = usesSocket(cluster)
  const settings = {
    listen_addresses: socket ? '' : '127.0.0.1',
    port: socket ? socketPort : cluster.settings.port,
    // Relative to the data folder, so that no path needs quoting.
    unix_socket_directories: socket ? '.' : '',
    // For several processes of the site, each with a pool, and for the operator.
    max_connections: 200,
    ...memorySettings(fsync ? availableMemory() : 0),
    // Fewer checkpoints: after each one every changed page is written whole again.
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // The client gets the error of a statement; the server's log would store the row, with personal data.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    ...(fsync ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  return [
    '-D',
    cluster.data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** Connects, and creates the site's database the first time. False while the server is not ready. */
async function answers(cluster: Cluster): Promise<boolean> {
  const { password, port } = cluster.settings
  if (!usesSocket(cluster) && port === null) return false
  const sql = postgres({
    ...(usesSocket(cluster)
      ? { host: cluster.data, port: socketPort }
      : { host: '127.0.0.1', port: port ?? 0 }),
    user: superuser,
    password,
    database: 'postgres',
    max: 1,
    connect_timeout: 5,
    fetch_types: false,
  })
  try {
    const databases = await sql`select from pg_database where datname = ${databaseName}`
    if (databases.length === 0) await sql`create database ${sql(databaseName)}`
    return true
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === '28P01') {
      throw new Error(`The database in ${cluster.data} refuses its password: ${error.message}.`, {
        cause: error,
      })
    }
    return false
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Checks the process, because Postgres removes its pid file shortly before the process ends. */
async function ends(pid: number, data: string, limit_ms: number): Promise<boolean> {
  for (let waited_ms = 0; waited_ms <= limit_ms; waited_ms += 25) {
    if (!(await worksIn(pid, data))) return true
    await sleep(25)
  }
  return false
}

/** Opens the log. Renames one larger than 1 MB first. */
async function openLog(file: string) {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > 1024 * 1024) await rename(file, `${file}.old`)
  return await open(file, 'a', 0o600)
}

const databaseName = 'chalk_and_vine'

/** Only the number in the socket's file name. */
const socketPort = 5432

// sun_path holds 104 bytes on macOS and 108 on Linux, with the final zero.
const longestSocketPath = 103

/** Returns the URL of the database. Instead of the host it may have a socket's folder, percent-encoded. */
export function databaseUrl(cluster: Cluster): string {
  const { password, port } = cluster.settings
  const host = usesSocket(cluster) ? `${encodeURIComponent(cluster.data)}:${socketPort}` : `127.0.0.1:${port}`
  return `postgres://${superuser}:${password}@${host}/${databaseName}`
}

/**
 * Whether to use a socket in the data folder, which only its owner and root can enter. Otherwise TCP on the loopback with
 * the same password: if the path is too long for a socket, or the system has none.
 */
function usesSocket(cluster: Cluster): boolean {
  const path = join(cluster.data, `.s.PGSQL.${socketPort}`)
  return process.platform !== 'win32' && Buffer.byteLength(path) <= longestSocketPath
}

/** Returns the last port if it is free, so that open pools find the server again; otherwise any. */
function freePort(wanted: number | null): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const probe = createServer()
  probe.on('error', (error) => (wanted === null ? reject(error) : resolve(freePort(null))))
  probe.listen(wanted ?? 0, '127.0.0.1', () => {
    const bound = probe.address()
    probe.close(() => resolve(bound !== null && typeof bound === 'object' ? bound.port : 0))
  })
  return promise
}

const megabyte = 1024 * 1024

/** The memory for this process and its children, in bytes: the container's limit, or that of the machine. */
export function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * Returns the memory settings of Postgres. An eighth is for shared buffers, which should hold the indexes of a large market.
 * Half is what Postgres may expect in the system's cache.
 */
export function memorySettings(bytes: number): { shared_buffers: string; effective_cache_size: string } {
  const all = Math.floor(bytes / megabyte)
  return {
    shared_buffers: `${Math.min(Math.max(Math.floor(all / 8), 128), 2048)}MB`,
    effective_cache_size: `${Math.max(Math.floor(all / 2), 128)}MB`,
  }
}
