import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readlink, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { openDatabase } from '../../server/database.ts'
import { signal } from '../../server/embedded-postgres/postmaster.ts'
import { isAlive, kill, serverPid } from '../../server/embedded-postgres/test-process.ts'
import { connect } from '../../app/platform/database/pool.server.ts'

/** The processes of Postgres to kill: the postmaster, a process that serves a connection, or all of them. */
export type PostgresPart = 'postmaster' | 'backend' | 'everything'

export type Site = Awaited<ReturnType<typeof openSite>>

/**
 * Starts `server/main.ts` with an empty data folder and, unless `env` has a DATABASE_URL, its own embedded Postgres. `sql` is
 * the test's own connection to the database.
 */
export async function openSite(env: Record<string, string> = {}, { inside = tmpdir() } = {}) {
  const folder = await realpath(await mkdtemp(join(inside, 'chalk-faults-')))
  const data = join(folder, 'postgres')
  const port = await freePort()
  const output: string[] = []
  const listen = () => app.stdout?.on('data', (text) => void output.push(String(text)))
  let app = spawnApp(folder, port, env)
  listen()
  await opened(app)

  const { url: databaseUrl, close: leave } = await openDatabase({
    database_url: env.DATABASE_URL,
    data_folder: folder,
  })
  // This process detaches at once, so that only the site can restart a killed Postgres.
  await leave()
  const sql = connect(databaseUrl, { max: 2 })

  return {
    port,
    sql,
    databaseUrl,
    folder,
    /** Starts another process of the site on the same database. */
    startTwin: () => startTwin(folder, env),
    /** Stops the process with SIGTERM and starts another process on the same port. */
    async restart() {
      await end(app)
      app = spawnApp(folder, port, env)
      listen()
      await opened(app)
    },
    /** Stops the process until `start` is called. */
    stop: () => end(app),
    async start() {
      app = spawnApp(folder, port, env)
      listen()
      await opened(app)
    },
    /** Returns what the process has written to stdout. */
    output: () => output.join(''),
    /** Kills the process and starts another process on the same port. Postgres keeps running. */
    async crashApp() {
      await kill(app)
      app = spawnApp(folder, port, env)
      listen()
      await opened(app)
    },
    /** Kills Postgres and waits until the site has restarted it. */
    async crashPostgres(part: PostgresPart) {
      const first = await serverPid(data)
      const all = await processesIn(data)
      const doomed = { postmaster: [first], backend: await serving(sql), everything: all }[part]
      for (const pid of doomed) signal(pid, 'SIGKILL')
      while ((await Promise.all(doomed.map(isAlive))).includes(true)) await sleep(5)
      while (!(await answers(sql))) await sleep(20)
    },
    async close() {
      await sql.end({ timeout: 1 })
      await end(app)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function startTwin(folder: string, env: Record<string, string>) {
  const port = await freePort()
  let app = spawnApp(folder, port, env)
  await opened(app)
  return {
    port,
    restart: async () => {
      await end(app)
      app = spawnApp(folder, port, env)
      await opened(app)
    },
    close: () => end(app),
  }
}

async function end(app: ChildProcess): Promise<void> {
  if (app.exitCode !== null || app.signalCode !== null) return
  // Only SIGKILL ends a process that hangs.
  const killer = setTimeout(() => app.kill('SIGKILL'), 60_000)
  app.kill('SIGTERM')
  await once(app, 'exit')
  clearTimeout(killer)
}

function spawnApp(folder: string, port: number, env: Record<string, string>): ChildProcess {
  const app = spawn(process.execPath, ['server/main.ts'], {
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      SITE_URL: '',
      DATABASE_URL: '',
      DATA_FOLDER: folder,
      CATALOGUE: 'none',
      // These tests take the database away on purpose, and each request without a database would log an error.
      LOG_LEVEL: 'fatal',
      LIMIT_BOOKING_EMAILS: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // If the test run is interrupted, its site and database also stop.
  const endWithUs = () => app.kill('SIGTERM')
  process.once('exit', endWithUs)
  app.once('exit', () => process.off('exit', endWithUs))
  return app
}

function opened(app: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    app.stdout?.on('data', (text) => {
      output += text
      if (output.includes('is open at')) resolve()
    })
    app.once('exit', () => reject(new Error(`The site did not start:\n${output}`)))
  })
}

/** Returns the ids of the Postgres processes that run in this folder. */
export async function processesIn(data: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const theirs = await Promise.all(
    pids.map(async (pid) => (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === data),
  )
  return pids.filter((_, index) => theirs[index]).map(Number)
}

/** Returns, as a list, the id of one Postgres process that serves a connection of the site. */
async function serving(sql: Site['sql']): Promise<number[]> {
  const rows = await sql<{ pid: number }[]>`
    select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
    order by state = 'active' desc
    limit 1`
  return rows.map(({ pid }) => pid)
}

async function answers(sql: Site['sql']): Promise<boolean> {
  return await sql`select`.then(
    () => true,
    () => false,
  )
}

/** Returns a free port. The port is below the range of ports for connections, so that no connection takes it meanwhile. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000)
    const probe = createServer().listen(port, '127.0.0.1')
    const isFree = await once(probe, 'listening').then(
      () => true,
      () => false,
    )
    if (!isFree) continue
    probe.close()
    await once(probe, 'close')
    return port
  }
}
