import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive, kill, serverPid, startElsewhere } from './embedded-postgres/test-process.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { connect } from '../app/platform/database/pool.server.ts'

let root: string
let folder: string

beforeAll(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'cv-pg-')))
  folder = join(root, 'kept')
})
afterAll(() => rm(root, { recursive: true, force: true }))

const start = (at = folder, log: (line: string) => void = () => {}) =>
  startEmbeddedPostgres({ folder: at, log, fsync: false })

/** Runs a query on a new connection, which has no state of an earlier server. */
async function ask<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const sql = connect(url, { max: 1 })
  try {
    return [...(await sql.unsafe<Row[]>(statement))]
  } finally {
    await sql.end()
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await sleep(20)
}

test('the first start creates the database and says so, and later starts use this database', async () => {
  const lines: string[] = []
  const first = await start(folder, (line) => lines.push(line))
  expect(first.attached).toBe(false)
  expect(lines).toEqual(['Setting up the database (first start, about 5 s) …'])
  await ask(first.url, `create table wine as select 'Bacchus'::text as grape`)
  await first.stop()
  await first.stop()
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(false)

  lines.length = 0
  const second = await start(folder, (line) => lines.push(line))
  expect(lines).toEqual([])
  expect(await ask(second.url, 'select grape from wine')).toEqual([{ grape: 'Bacchus' }])
  await second.stop()
})

test('the database uses UTF-8, the C collation and UTC, and is durable', async () => {
  const postgres = await startEmbeddedPostgres({ folder, log: () => {} })
  const [settings] = await ask(
    postgres.url,
    `select current_setting('server_encoding') as encoding, datcollate, datlocale,
      current_setting('timezone') as timezone, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as synchronous_commit,
      current_setting('max_connections')::int >= 100 as enough_connections,
      current_setting('listen_addresses') as listen_addresses
    from pg_database where datname = current_database()`,
  )
  await postgres.stop()
  expect(settings).toEqual({
    encoding: 'UTF8',
    datcollate: 'C',
    datlocale: 'C.UTF-8',
    timezone: 'UTC',
    fsync: 'on',
    synchronous_commit: 'on',
    enough_connections: true,
    listen_addresses: '',
  })
})

// ASVS 13.2.3
test('rejects a connection without the password', async () => {
  const postgres = await start()
  const url = new URL(postgres.url)
  url.password = 'guessed'
  await expect(ask(url.href, 'select 1')).rejects.toThrow('password authentication failed')
  await postgres.stop()
})

test('a second process attaches, and the last process that detaches stops the server', async () => {
  const first = startElsewhere(folder)
  expect(await first.report).toMatchObject({ attached: false })
  const second = startElsewhere(folder)
  const report = await second.report
  expect(report).toMatchObject({
    attached: true,
    lines: ['The database is already running, so this process shares it.'],
  })

  const pid = await serverPid(join(folder, 'postgres'))
  expect(await first.leave()).toBe(0)
  expect(await ask(report.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await second.leave()).toBe(0)
  expect(await isAlive(pid)).toBe(false)
})

test('the last process that detaches stops the server, even if another process was killed', async () => {
  const first = await start()
  const second = startElsewhere(folder)
  await second.report
  await kill(second.child)
  const pid = await serverPid(join(folder, 'postgres'))
  await first.stop()
  expect(await isAlive(pid)).toBe(false)
})

test('two processes that start concurrently on an empty folder create one database', async () => {
  const shared = join(root, 'at-once')
  const both = [startElsewhere(shared), startElsewhere(shared)]
  const report = await Promise.all(both.map((each) => each.report))
  expect(report.map(({ attached }) => attached).toSorted()).toEqual([false, true])
  expect(report[0]?.url).toBe(report[1]?.url)
  expect(await Promise.all(both.map((each) => each.leave()))).toEqual([0, 0])
})

test('uses the server that a killed process left running', async () => {
  const killed = startElsewhere(folder)
  await ask((await killed.report).url, `insert into wine values ('Ortega')`)
  const pid = await serverPid(join(folder, 'postgres'))
  await kill(killed.child)
  expect(await isAlive(pid)).toBe(true)

  const lines: string[] = []
  const next = await start(folder, (line) => lines.push(line))
  expect(next.attached).toBe(true)
  expect(lines).toEqual(['Using the database that was left running.'])
  expect(await serverPid(join(folder, 'postgres'))).toBe(pid)
  expect(await ask(next.url, `select from wine where grape = 'Ortega'`)).toHaveLength(1)
  await next.stop()
  expect(await isAlive(pid)).toBe(false)
})

test('if the server is killed while clients use it, the server is restarted and open pools reconnect', async () => {
  const postgres = await start()
  const sql = connect(postgres.url, { max: 5 })
  await Promise.all(Array.from({ length: 5 }, () => sql`select pg_sleep(0.01)`))
  await sql`insert into wine values ('Seyval')`
  const pid = await serverPid(join(folder, 'postgres'))
  process.kill(pid, 'SIGKILL')

  // A child of the killed server may still answer for a moment.
  const isBack = () =>
    sql`select`.then(
      async () => (await serverPid(join(folder, 'postgres'))) !== pid,
      () => false,
    )
  await until(isBack)
  const found = Array.from({ length: 10 }, () => sql`select from wine where grape = 'Seyval'`)
  expect((await Promise.all(found)).map((rows) => rows.length)).toEqual(Array(10).fill(1))
  await sql.end()
  await postgres.stop()
})

test('the next start after the server and the process were killed recovers every committed row', async () => {
  const killed = startElsewhere(folder)
  const { url } = await killed.report
  await ask(url, `insert into wine values ('Solaris')`)
  const pid = await serverPid(join(folder, 'postgres'))
  await kill(killed.child)
  process.kill(pid, 'SIGKILL')
  await until(async () => !(await isAlive(pid)))
  expect(existsSync(join(folder, 'postgres', 'postmaster.pid'))).toBe(true)
  expect(existsSync(join(folder, 'postgres', '.s.PGSQL.5432'))).toBe(true)

  const next = await start()
  expect(next.attached).toBe(false)
  expect(await ask(next.url, `select from wine where grape = 'Solaris'`)).toHaveLength(1)
  await next.stop()
})

test('a stale pid file does not block the start, even if its pid now belongs to another program', async () => {
  const other = spawn('sleep', ['60'])
  const stale = [
    other.pid,
    join(folder, 'postgres'),
    1_700_000_000,
    5432,
    '.',
    '',
    '  5432001    163840',
    'ready   ',
    '',
  ]
  await writeFile(join(folder, 'postgres', 'postmaster.pid'), stale.join('\n'))
  await writeFile(join(folder, 'postgres', '.s.PGSQL.5432.lock'), stale.join('\n'))
  await writeFile(join(folder, 'postgres', '.s.PGSQL.5432'), '')
  const postgres = await start()
  expect(postgres.attached).toBe(false)
  expect(await ask(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await postgres.stop()
  expect(await isAlive(other.pid ?? 0)).toBe(true)
  other.kill()
})

test('a stale or incomplete pid file does not block the start if its process has ended', async () => {
  await writeFile(join(folder, 'postgres', 'postmaster.pid'), '4194303\n')
  const postgres = await start()
  expect(postgres.attached).toBe(false)
  await postgres.stop()
})

test('if the path is too long for a socket, listens on the loopback, and on another port if its previous port is taken', async () => {
  const long = join(root, 'a-folder-with-a-long-name'.repeat(4))
  const first = await start(long)
  const { hostname, port } = new URL(first.url)
  expect(hostname).toBe('127.0.0.1')
  expect(await ask(first.url, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }])
  await first.stop()

  const squatter = createServer().listen(Number(port), '127.0.0.1')
  const second = await start(long)
  expect(new URL(second.url).port).not.toBe(port)
  expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await second.stop()
  squatter.close()
})

test('starts over after an interrupted setup', async () => {
  const half = join(root, 'half')
  const killed = startElsewhere(half)
  killed.report.catch(() => undefined)
  const setUp = async () =>
    (await readdir(half).catch(() => [])).find((name) => name.startsWith('postgres.setup-'))
  await until(async () => existsSync(join(half, (await setUp()) ?? 'none', 'data', 'PG_VERSION')))
  await kill(killed.child)
  expect(existsSync(join(half, 'postgres'))).toBe(false)

  const postgres = await start(half)
  expect(await ask(postgres.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await postgres.stop()
})

test('renames a folder without a complete database, and does not delete it', async () => {
  const odd = join(root, 'odd')
  await mkdir(join(odd, 'postgres'), { recursive: true })
  await writeFile(join(odd, 'postgres', 'PG_VERSION'), '18\n')
  const lines: string[] = []
  const postgres = await start(odd, (line) => lines.push(line))
  await postgres.stop()
  const renamed = (await readdir(odd)).find((name) => name.startsWith('postgres.incomplete-')) ?? ''
  expect(await readFile(join(odd, renamed, 'PG_VERSION'), 'utf8')).toBe('18\n')
  expect(lines.join()).toContain(`it was renamed to ${join(odd, renamed)}`)
})

test('refuses a database of another Postgres version and does not change it', async () => {
  const old = join(root, 'old')
  await mkdir(join(old, 'postgres'), { recursive: true })
  await writeFile(join(old, 'postgres', 'PG_VERSION'), '16\n')
  await expect(start(old)).rejects.toThrow(
    `The database in ${join(old, 'postgres')} is of Postgres 16, but this server runs 18. Set DATABASE_URL to`,
  )
  expect(await readdir(join(old, 'postgres'))).toEqual(['PG_VERSION'])
})

test('refuses a database without its password file and does not change it', async () => {
  const lost = join(root, 'lost')
  await mkdir(join(lost, 'postgres', 'global'), { recursive: true })
  await writeFile(join(lost, 'postgres', 'PG_VERSION'), '18\n')
  await writeFile(join(lost, 'postgres', 'global', 'pg_control'), '')
  await expect(start(lost)).rejects.toThrow(`The database in ${join(lost, 'postgres')} has lost its password`)
  expect(await readdir(join(lost, 'postgres'))).toEqual(['PG_VERSION', 'global'])
})
