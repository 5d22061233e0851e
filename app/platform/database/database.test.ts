import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

import type { Sql } from './database.server.ts'
import { connect } from './pool.server.ts'

const server = inject('databaseServer')
const name = `test_database_${process.pid}`
const url = new URL(server)
url.pathname = `/${name}`

let admin: Sql
let sql: Sql

beforeAll(async () => {
  admin = connect(server, { max: 2 })
  await admin.unsafe(`create database ${name}`)
  sql = connect(url.href, { max: 4 })
  await sql`create table wine (grape text primary key)`
})
afterAll(async () => {
  await sql.end({ timeout: 5 })
  await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
})

/** Ends a connection at once, as an operator or a crash would. */
async function terminate(pid: number | undefined): Promise<void> {
  await admin`select pg_terminate_backend(${pid ?? 0}::int, 5000)`
}

async function pidOf(on: Pick<Sql, 'unsafe'>): Promise<number | undefined> {
  const [row] = await on.unsafe<{ pid: number }[]>('select pg_backend_pid() as pid')
  return row?.pid
}

const grapes = async () =>
  (await sql<{ grape: string }[]>`select grape from wine order by grape`).map((row) => row.grape)

test('reads dates and times as text, money and counts as numbers, and instants as Date', async () => {
  const [row] = await sql`
    select date '2026-03-29' as day, time '14:30' as start_time, 12.50::numeric(10,2) as price_per_person,
      count(*) as count, timestamptz '2026-11-20 12:00+01' as starts_at, null::date as nothing`
  expect(row).toEqual({
    day: '2026-03-29',
    start_time: '14:30:00',
    price_per_person: 12.5,
    count: 1,
    starts_at: new Date('2026-11-20T11:00:00Z'),
    nothing: null,
  })
})

test('writes the same types as it reads', async () => {
  const [row] = await sql`
    select ${'2026-03-29'}::date as day, ${'14:30'}::time as start_time, ${12.5}::numeric as price,
      ${3}::int8 as count, ${new Date('2026-11-20T11:00:00Z')}::timestamptz as starts_at`
  expect(row).toEqual({
    day: '2026-03-29',
    start_time: '14:30:00',
    price: 12.5,
    count: 3,
    starts_at: new Date('2026-11-20T11:00:00Z'),
  })
})

test('reads and writes arrays of all types, domains included', async () => {
  await sql`create domain pounds as numeric(10,2)`
  const later = connect(url.href, { max: 1 })
  const [row] = await later`
    select ${[1, 7]}::smallint[] as days, ${['a "b"', null, 'c,d']}::text[] as tags,
      array[date '2026-01-01'] as dates, array[12.50::pounds] as prices, array[[1, 2], [3, null]] as grid,
      ${['2026-01-01']}::date[] as given, 5 = any(${[5, 6]}::int[]) as found`
  await later.end()
  expect(row).toEqual({
    days: [1, 7],
    tags: ['a "b"', null, 'c,d'],
    dates: ['2026-01-01'],
    prices: [12.5],
    grid: [
      [1, 2],
      [3, null],
    ],
    given: ['2026-01-01'],
    found: true,
  })
})

test('supports names, lists of values, fragments, JSON and unsafe text as postgres.js does', async () => {
  const wanted = sql`where ${sql('grape')} in ${sql(['Bacchus', 'Ortega'])}`
  await sql`insert into wine ${sql([{ grape: 'Bacchus' }, { grape: 'Ortega' }])}`
  expect(await sql`select from wine ${wanted}`).toHaveLength(2)
  expect((await sql`delete from wine ${wanted}`).count).toBe(2)
  const [row] =
    await sql`select ${sql.json({ a: [1] })}::jsonb as json, ${sql.array([1, 2], 23)}::int[] as list`
  expect(row).toEqual({ json: { a: [1] }, list: [1, 2] })
  expect(await sql.unsafe('select $1::int as one', [1])).toEqual([{ one: 1 }])
})

// ASVS 13.2.6
test('every connection uses UTC and limits the time of statements', async () => {
  const bounded = connect(url.href, { statement_timeout: 1000, application_name: 'bounded' })
  const [row] =
    await bounded`select current_setting('timezone') as zone, current_setting('application_name') as name`
  expect(row).toEqual({ zone: 'UTC', name: 'bounded' })
  await expect(bounded`select pg_sleep(60)`).rejects.toThrow('statement timeout')
  await bounded.end()
})

test('accepts the socket folder as a query parameter', async () => {
  const folder = decodeURIComponent(url.hostname)
  if (!folder.startsWith('/')) return
  const other = connect(`postgres://${url.username}:${url.password}@localhost/${name}?host=${folder}`)
  expect(await other`select 1 as one`).toEqual([{ one: 1 }])
  await other.end()
})

// ASVS 2.3.3
test('a transaction commits all its statements or none', async () => {
  const done = await sql.begin(async (transaction) => {
    await transaction`insert into wine values ('Kept')`
    return 'done'
  })
  expect(done).toBe('done')
  const broken = sql.begin(async (transaction) => {
    await transaction`insert into wine values ('Dropped')`
    throw new Error('changed my mind')
  })
  await expect(broken).rejects.toThrow('changed my mind')
  expect(await grapes()).toEqual(['Kept'])
})

test('a transaction fails even if its body caught the error of a statement', async () => {
  const swallowed = sql.begin(async (transaction) => {
    await transaction`insert into wine values ('Gone')`
    await transaction`insert into wine values ('Kept')`.catch(() => undefined)
    return 'fine'
  })
  await expect(swallowed).rejects.toThrow('duplicate key')
  expect(await grapes()).toEqual(['Kept'])
})

test('a savepoint limits the effect of a failed statement', async () => {
  await sql.begin(async (transaction) => {
    await transaction`insert into wine values ('Outer')`
    await transaction
      .savepoint(async (part) => {
        await part`insert into wine values ('Inner')`
        await part`insert into wine values ('Kept')`
      })
      .catch(() => undefined)
  })
  expect(await grapes()).toEqual(['Kept', 'Outer'])
})

test('a transaction accepts an isolation level, and a body that returns several statements', async () => {
  const [levels] = await sql.begin('isolation level serializable read only', (transaction) => [
    transaction`show transaction_isolation`,
    transaction`select 1`,
  ])
  expect(levels).toEqual([{ transaction_isolation: 'serializable' }])
})

// ASVS 2.3.3
test('losing a connection during a statement makes its transaction fail, and the pool still works', async () => {
  let pid: number | undefined
  const running = sql.begin(async (transaction) => {
    pid = await pidOf(transaction)
    await transaction`insert into wine values ('Lost')`
    await transaction`select pg_sleep(10)`
  })
  const failed = expect(running).rejects.toThrow(/CONNECTION_CLOSED|terminating connection/)
  await expect
    .poll(() => admin`select from pg_stat_activity where pid = ${pid ?? 0} and wait_event = 'PgSleep'`)
    .toHaveLength(1)
  await terminate(pid)
  await failed
  expect(await grapes()).not.toContain('Lost')
})

test('a transaction that lost its idle connection runs no more statements', async () => {
  const running = sql.begin(async (transaction) => {
    await transaction`insert into wine values ('Before')`
    await terminate(await pidOf(transaction))
    await transaction`insert into wine values ('After')`.catch(() => undefined)
    await transaction`insert into wine values ('Later')`
  })
  await expect(running).rejects.toMatchObject({
    code: expect.stringMatching(/CONNECTION_CLOSED|57P01|EPIPE|ECONNRESET/),
  })
  expect(await grapes()).toEqual(['Kept', 'Outer'])
})

test('the pool reconnects after losing all connections', async () => {
  await Promise.all(Array.from({ length: 8 }, () => sql`select pg_sleep(0.05)`))
  await admin`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${name}`
  await expect.poll(() => sql`select 1 as one`.catch(() => [])).toEqual([{ one: 1 }])
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => sql`select ${index}::int as index`),
  )
  expect(answers.flat().map((row) => row['index'])).toEqual(Array.from({ length: 20 }, (_, index) => index))
})

// ASVS 13.2.6
test('opens no more connections than allowed and serves waiting queries', async () => {
  const small = connect(url.href, { max: 2, application_name: 'small' })
  const all = Promise.all(Array.from({ length: 10 }, () => small`select pg_sleep(0.1)`))
  const open = () => admin`select count(*) from pg_stat_activity where application_name = 'small'`
  await expect.poll(open).toEqual([{ count: 2 }])
  expect(await all).toHaveLength(10)
  expect(await open()).toEqual([{ count: 2 }])
  await small.end()
})

// Negative control: with the idle timeout of postgres.js itself, many of these statements are rejected.
test('a statement that is sent while its idle connection is being closed still gets an answer', async () => {
  const clock = connect(url.href, { max: 20 })
  const options = { max: 1, idle_timeout_seconds: 0.05, application_name: 'idle' }
  const pools = Array.from({ length: 20 }, () => connect(url.href, options))
  const answers = pools.map(async (pool, n) => {
    for (let round = 0; round < 5; round++) {
      expect(await pool`select 1 as one`).toEqual([{ one: 1 }])
      await clock`select pg_sleep(${0.045 + n / 1000}::float8)`
    }
    return (await pool`select 1 as one`).length
  })
  expect(new Set(await Promise.all(answers))).toEqual(new Set([1]))
  await expect
    .poll(() => admin`select count(*) from pg_stat_activity where application_name = 'idle'`)
    .toEqual([{ count: 0 }])
  await Promise.all([...pools, clock].map((pool) => pool.end()))
})

test('a silent server and an absent server cause errors that can be caught', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => silent.once('listening', resolve))
  const { port } = silent.address() as { port: number }
  const mute = connect(`postgres://somebody@127.0.0.1:${port}/x`, { connect_timeout_seconds: 0.1 })
  await expect(mute`select 1`).rejects.toMatchObject({ code: 'CONNECT_TIMEOUT' })
  await mute.end()
  silent.close()
  const gone = connect(`postgres://somebody@127.0.0.1:${port}/x`)
  await expect(gone`select 1`).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await expect(gone.begin(async () => 1)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  await gone.end()
})

test('an ended pool finishes running queries and accepts no new ones', async () => {
  const short = connect(url.href)
  const running = short`select 1 as one, pg_sleep(0.1)`.then((rows) => rows.length)
  await short`select 1`
  const ended = short.end()
  await expect(short`select 1`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  expect(await running).toBe(1)
  await ended
})
