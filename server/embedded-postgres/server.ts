import { open, readFile, rename, stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { launch, run } from './account.ts'
import { databaseName, freePort, socketPort, usesSocket } from './address.ts'
import type { Cluster } from './cluster.ts'
import { superuser } from './initdb.ts'
import { memoryHere, memorySettings } from './memory.ts'
import { clearWorkers, disarmStaleFiles, findPostmaster, signal } from './postmaster.ts'
import { useOwnServer } from './sentences.ts'
import { readSettings, writeSettings } from './settings.ts'

export type StartOptions = { fsync: boolean; log: (line: string) => void; logFile: string }

const patience_ms = 10 * 60_000

/**
 * Makes sure that the server runs and answers: attaches, waits for one that is starting or stopping, or
 * starts it. Call it under the start lock only. True when it ran already.
 */
export async function ensureRunning(cluster: Cluster, options: StartOptions): Promise<boolean> {
  // Another process may have started it on another port since.
  cluster.settings = await readSettings(cluster.data)
  // A port of last time may be another program's by now: there the process is looked for first.
  const asksFirst = usesSocket(cluster) || process.platform === 'win32'
  if (asksFirst && (await answers(cluster))) return true
  for (let waited_ms = 0; (await findPostmaster(cluster.data)) !== null; waited_ms += 50) {
    if (await answers(cluster)) return true
    if (waited_ms > patience_ms) throw new Error(`The database in ${cluster.data} runs but does not answer.`)
    await sleep(50)
  }
  await clearWorkers(cluster.data)
  await disarmStaleFiles(cluster.data)
  for (let attempt = 1; !(await start(cluster, options)); attempt++) {
    if (attempt === 5) throw new Error(`No free port was found for the database. ${useOwnServer}`)
  }
  return false
}

/** Fast shutdown: open transactions are rolled back, everything is written, then it ends. Fine when it is gone. */
export async function stopServer(cluster: Cluster): Promise<void> {
  if (process.platform === 'win32') {
    await run(cluster.account, cluster.program.pg_ctl, ['stop', '-D', cluster.data, '-m', 'fast', '-w'])
    return
  }
  const pid = await findPostmaster(cluster.data)
  if (pid === null) return
  signal(pid, 'SIGINT')
  if (await ends(cluster.data, 60_000)) return
  // At once, and recovers at the next start.
  signal(pid, 'SIGQUIT')
  if (await ends(cluster.data, 10_000)) return
  throw new Error(`The database in ${cluster.data} (process ${pid}) does not stop.`)
}

/** Starts the server and waits until it answers. False when its port was taken in the meantime. */
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
    // Relative to the data folder: no path of ours needs quoting.
    unix_socket_directories: socket ? '.' : '',
    // Several processes of the site, each with a pool, and whoever looks after them besides.
    max_connections: 200,
    ...memorySettings(fsync ? memoryHere() : 0),
    // A market that is filled would otherwise write every page whole again each gigabyte.
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    synchronous_commit: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    // What a statement was refused for is told to who sent it; the server's own log would repeat the row.
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

/** Connects, and makes the product's database at the first time. False while the server is away or not ready. */
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
    const found = await sql`select from pg_database where datname = ${databaseName}`
    if (found.length === 0) await sql`create database ${sql(databaseName)}`
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

async function ends(data: string, limit_ms: number): Promise<boolean> {
  for (let waited_ms = 0; waited_ms <= limit_ms; waited_ms += 25) {
    if ((await findPostmaster(data)) === null) return true
    await sleep(25)
  }
  return false
}

/** A log above a megabyte makes room for a new one at a start. */
async function openLog(file: string) {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > 1024 * 1024) await rename(file, `${file}.old`)
  return await open(file, 'a', 0o600)
}
