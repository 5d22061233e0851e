import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readlink, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { connect } from '../../app/platform/database.server.ts'
import { openDatabase } from '../../server/database.ts'
import { signal } from '../../server/embedded-postgres/postmaster.ts'
import { isAlive, kill, serverPid } from '../../server/embedded-postgres/test-process.ts'

/** What of Postgres dies: its first process, one that serves a connection, or all of them in the same moment. */
export type PostgresPart = 'postmaster' | 'backend' | 'everything'

export type Site = Awaited<ReturnType<typeof openSite>>

/**
 * The site as it runs in earnest: `server/main.ts` as a process of its own on an empty folder, with the embedded and
 * durable Postgres. `sql` is a connection past the site, for seeding and for looking afterwards.
 */
export async function openSite(env: Record<string, string> = {}, { inside = tmpdir() } = {}) {
  const folder = await realpath(await mkdtemp(join(inside, 'chalk-faults-')))
  const data = join(folder, 'postgres')
  const port = await freePort()
  const said: string[] = []
  const listen = () => app.stdout?.on('data', (text) => void said.push(String(text)))
  let app = spawnApp(folder, port, env)
  listen()
  await opened(app)

  const { url: databaseUrl, close: leave } = await openDatabase({
    databaseUrl: env.DATABASE_URL,
    dataFolder: folder,
    log: () => {},
  })
  // Attached no longer than it takes to learn the address: the site alone has to bring a killed server back.
  await leave()
  const sql = connect(databaseUrl, { max: 2 })

  return {
    port,
    sql,
    databaseUrl,
    folder,
    /** One more process of the site, on the same database. */
    startTwin: () => startTwin(folder, env),
    /** Ends the process as an operator does, and starts another in its place. */
    async restart() {
      await end(app)
      app = spawnApp(folder, port, env)
      listen()
      await opened(app)
    },
    /** Everything the process wrote to its output so far. */
    said: () => said.join(''),
    /** Kills the process and starts another in its place; Postgres goes on meanwhile. */
    async crashApp() {
      await kill(app)
      app = spawnApp(folder, port, env)
      listen()
      await opened(app)
    },
    /** Kills Postgres and waits until the site has brought it back. */
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
  // A process that hangs hears no signal but the last.
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
      // A lost database is logged at each request that meets it, and losing it is what we are here for.
      LOG_LEVEL: 'fatal',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A test run that ends half-way leaves neither a site nor a database behind.
  const endWithUs = () => app.kill('SIGTERM')
  process.once('exit', endWithUs)
  app.once('exit', () => process.off('exit', endWithUs))
  return app
}

function opened(app: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = ''
    app.stdout?.on('data', (text) => {
      said += text
      if (said.includes('is open at')) resolve()
    })
    app.once('exit', () => reject(new Error(`The site did not start:\n${said}`)))
  })
}

async function processesIn(data: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const theirs = await Promise.all(
    pids.map(async (pid) => (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === data),
  )
  return pids.filter((_, index) => theirs[index]).map(Number)
}

/** The process behind one of the site's connections. */
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

export function freePort(): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const probe = createServer()
  probe.on('error', reject)
  probe.listen(0, '127.0.0.1', () => {
    const bound = probe.address()
    probe.close(() => resolve(bound !== null && typeof bound === 'object' ? bound.port : 0))
  })
  return promise
}
