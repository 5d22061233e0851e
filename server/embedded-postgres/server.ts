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
 * Makes sure that the server is running and answers. Waits for a server that is starting or stopping. The caller holds
 * the start lock. Returns true if the server was already running.
 */
export async function ensureRunning(cluster: Cluster, options: StartOptions): Promise<boolean> {
  // Another process may meanwhile have started the server on another port.
  cluster.settings = await readSettings(cluster.data)
  // Without a socket, the server's process is checked first, because another program may now use the last TCP port.
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

/**
 * Stops the server by a fast shutdown, which rolls back open transactions and writes all data. Does nothing if the
 * server has already ended.
 */
export async function stopServer(cluster: Cluster): Promise<void> {
  if (process.platform === 'win32') {
    await run(cluster.account, cluster.program.pg_ctl, ['stop', '-D', cluster.data, '-m', 'fast', '-w'])
    return
  }
  const pid = await findPostmaster(cluster.data)
  if (pid === null) return
  signal(pid, 'SIGINT')
  if (await ends(pid, cluster.data, 60_000)) return
  // SIGQUIT shuts the server down immediately, and the next start recovers the database.
  signal(pid, 'SIGQUIT')
  if (await ends(pid, cluster.data, 10_000)) return
  throw new Error(`The database in ${cluster.data} (process ${pid}) does not stop.`)
}

/** Starts the server and waits until it answers. Returns false if another program took its port meanwhile. */
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
    // The path is relative to the data folder, so it needs no quotation marks.
    unix_socket_directories: socket ? '.' : '',
    // Each process of the site has a pool, and the operator also needs connections.
    max_connections: 200,
    ...memorySettings(fsync ? availableMemory() : 0),
    // With fewer checkpoints, less is written, because the first change of a page after a checkpoint writes the whole
    // page.
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // Failed statements are not logged, because the log would contain rows with personal data. The client gets the
    // error.
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

/** Connects, and the first time creates the site's database. Returns false while the server is not ready. */
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

/** Waits until the process has ended, and returns whether it ended in time. Ignores the pid file, which is removed earlier. */
async function ends(pid: number, data: string, limit_ms: number): Promise<boolean> {
  for (let waited_ms = 0; waited_ms <= limit_ms; waited_ms += 25) {
    if (!(await worksIn(pid, data))) return true
    await sleep(25)
  }
  return false
}

/** Opens the log. A log of more than 1 MB is first renamed. */
async function openLog(file: string) {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size > 1024 * 1024) await rename(file, `${file}.old`)
  return await open(file, 'a', 0o600)
}

const databaseName = 'chalk_and_vine'

/** The number in the name of the socket's file. It is not a TCP port. */
const socketPort = 5432

// The address of a socket (sun_path) has 104 bytes on macOS and 108 on Linux, including the final zero.
const longestSocketPath = 103

/** Returns the URL of the database. Its host may be the percent-encoded folder of a socket. */
export function databaseUrl(cluster: Cluster): string {
  const { password, port } = cluster.settings
  const host = usesSocket(cluster) ? `${encodeURIComponent(cluster.data)}:${socketPort}` : `127.0.0.1:${port}`
  return `postgres://${superuser}:${password}@${host}/${databaseName}`
}

/**
 * Returns whether to use a socket in the data folder, which only its owner and root can enter. If the path is too long, or
 * the system has no sockets, the server uses TCP on the loopback with the same password.
 */
function usesSocket(cluster: Cluster): boolean {
  const path = join(cluster.data, `.s.PGSQL.${socketPort}`)
  return process.platform !== 'win32' && Buffer.byteLength(path) <= longestSocketPath
}

/** Returns the last port if it is free, so that open pools find the server again, and otherwise any free port. */
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

/**
 * Returns the bytes of memory for this process and its children: the limit of the container, or the machine's memory.
 */
export function availableMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * Returns the memory settings of Postgres. An eighth of the memory is for shared buffers, which should hold the indexes of a
 * large market. Postgres may expect half of the memory in the system's cache.
 */
export function memorySettings(bytes: number): { shared_buffers: string; effective_cache_size: string } {
  const all = Math.floor(bytes / megabyte)
  return {
    shared_buffers: `${Math.min(Math.max(Math.floor(all / 8), 128), 2048)}MB`,
    effective_cache_size: `${Math.max(Math.floor(all / 2), 128)}MB`,
  }
}
