import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'

import { connect, type Sql } from './database.server.ts'
import { migrate } from './migrations.server.ts'

// The tests of the runner need an empty database, not the clone of a migrated one.
const server = inject('databaseServer')
const name = `test_migrations_${process.pid}`

let admin: Sql
let sql: Sql
let folder: string
let url: string

beforeAll(() => {
  admin = connect(server, { max: 1 })
  const address = new URL(server)
  address.pathname = `/${name}`
  url = address.href
})
beforeEach(async () => {
  await sql?.end()
  await admin.unsafe(`drop database if exists ${name} with (force)`)
  await admin.unsafe(`create database ${name}`)
  sql = connect(url, { max: 1 })
  folder = await mkdtemp(join(tmpdir(), 'cv-migrations-'))
  return () => rm(folder, { recursive: true })
})
afterAll(async () => {
  await sql.end()
  await admin.unsafe(`drop database ${name} with (force)`)
  await admin.end()
})

const write = (file: string, text: string) => writeFile(join(folder, file), text)

async function run(on = sql): Promise<string[]> {
  const lines: string[] = []
  await migrate(on, folder, (line) => lines.push(line))
  return lines
}

async function applied(): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`select name from schema_migrations order by name`
  return rows.map((row) => row.name)
}

test('files run once, in order, each reported, and a re-run changes nothing', async () => {
  await write('0001_grapes.sql', 'create table grapes (name text primary key);')
  await write(
    '0002_first_grapes.sql',
    `insert into grapes values ('Bacchus'); insert into grapes values ('Ortega');`,
  )
  await write('README.md', 'Forward only.')
  expect(await run()).toEqual([
    'Migrating 1 of 2: 0001_grapes.sql',
    'Migrating 2 of 2: 0002_first_grapes.sql',
  ])
  const before = await sql`select name, sha256, applied_at from schema_migrations order by name`

  expect(await run()).toEqual([])
  expect([...(await sql`select name, sha256, applied_at from schema_migrations order by name`)]).toEqual([
    ...before,
  ])
  expect(await sql`select from grapes`).toHaveLength(2)

  await write('0003_more_grapes.sql', `insert into grapes values ('Solaris')`)
  expect(await run()).toEqual(['Migrating 3 of 3: 0003_more_grapes.sql'])
})

test('a failed file leaves the old state and is named with its line and what Postgres said', async () => {
  await write('0001_grapes.sql', 'create table grapes (name text primary key);')
  await write(
    '0002_half.sql',
    '-- Grün 🍇\ncreate table half (id int);\n\nalter table grappes\n  add column colour text;\n',
  )
  await expect(run()).rejects.toThrow(
    'Migration 0002_half.sql failed at line 4: relation "grappes" does not exist. ' +
      'Nothing of it was kept; the database stands at 0001_grapes.sql.',
  )
  expect(await applied()).toEqual(['0001_grapes.sql'])
  expect([...(await sql`select to_regclass('half') as half`)]).toEqual([{ half: null }])

  await write('0002_half.sql', 'create table half (id int);')
  expect(await run()).toEqual(['Migrating 2 of 2: 0002_half.sql'])
})

test('the line of an error is right after emoji and inside a function', async () => {
  await write(
    '0001_words.sql',
    `-- 🍇🍇🍇🍇🍇🍇\n-- é\ncreate function one() returns int language sql as $$\n  select 1\n    from nowhere\n$$;\n`,
  )
  await expect(run()).rejects.toThrow('failed at line 5: relation "nowhere" does not exist.')
})

test('a row that breaks a constraint is told in full, with the line of its statement', async () => {
  await write(
    '0001_grapes.sql',
    `create table grapes (name text primary key);\n/* a; b */ do $x$ begin perform 1; end $x$;\n\n` +
      `-- It's a comment; no more.\ninsert into grapes\n  values ('A;'), ('A;');\nselect 1;`,
  )
  await expect(run()).rejects.toThrow(
    'Migration 0001_grapes.sql failed at line 5: duplicate key value violates unique constraint "grapes_pkey". ' +
      'Key (name)=(A;) already exists. Nothing of it was kept; the database stands at an empty schema.',
  )
})

test('processes that start at once migrate once', async () => {
  await write('0001_grapes.sql', 'create table grapes (name text primary key); select pg_sleep(0.3);')
  const other = connect(url, { max: 1 })
  const lines = await Promise.all([run(sql), run(other)])
  await other.end()
  expect(lines.flat()).toEqual(['Migrating 1 of 1: 0001_grapes.sql'])
})

test('a file may take longer than a query of the pool may, and the pool keeps its own patience', async () => {
  await sql.end()
  sql = connect(url, { max: 1, statement_timeout: 1000 })
  await write('0001_slow.sql', 'select pg_sleep(1.2);')
  expect(await run()).toHaveLength(1)
  await expect(sql`select pg_sleep(60)`).rejects.toThrow('statement timeout')
})

test('a landed file that was edited is refused by name, before anything else runs', async () => {
  await write('0001_grapes.sql', 'create table grapes (name text primary key);')
  await run()
  await write('0001_grapes.sql', 'create table grapes (name text primary key, colour text);')
  await write('0002_more.sql', 'create table more ();')
  await expect(run()).rejects.toThrow(
    'Migration 0001_grapes.sql was edited after it was applied. Put it back and add a new file instead.',
  )
  expect(await applied()).toEqual(['0001_grapes.sql'])
})

test('the same file with the line ends of Windows is the same file', async () => {
  await write('0001_grapes.sql', 'create table grapes (\n  name text primary key\n);\n')
  await run()
  await write('0001_grapes.sql', 'create table grapes (\r\n  name text primary key\r\n);\r\n')
  expect(await run()).toEqual([])
})

test('a migration the folder does not know is refused by name', async () => {
  await write('0001_grapes.sql', 'select 1')
  await run()
  await sql`insert into schema_migrations (name, sha256) values ('0002_future.sql', 'x')`
  await expect(run()).rejects.toThrow(
    'The database has had migration 0002_future.sql, which this version does not know. Is it of a newer version?',
  )
})

test('a migration that was passed over is refused by name', async () => {
  await write('0001_grapes.sql', 'select 1')
  await write('0002_more.sql', 'select 2')
  await run()
  await sql`delete from schema_migrations where name = '0001_grapes.sql'`
  await expect(run()).rejects.toThrow(
    'Migration 0001_grapes.sql was never applied, but the later 0002_more.sql was.',
  )
})

test('a gap in the numbers is refused by the file that stands in the wrong place', async () => {
  await write('0001_grapes.sql', 'select 1')
  await write('0003_more.sql', 'select 3')
  await expect(run()).rejects.toThrow(
    'Migration 0002 is missing or twice there: found 0003_more.sql in its place.',
  )
})

test('a number used twice is refused by name', async () => {
  await write('0001_grapes.sql', 'select 1')
  await write('0001_vines.sql', 'select 1')
  await expect(run()).rejects.toThrow(
    'Migration 0002 is missing or twice there: found 0001_vines.sql in its place.',
  )
})

test('a file with a name of another kind is refused', async () => {
  await write('0001-Grapes.sql', 'select 1')
  await expect(run()).rejects.toThrow('Migration 0001-Grapes.sql is not named like 0001_some_words.sql.')
})

test('a file that ends its own transaction is refused with its line', async () => {
  await write('0001_grapes.sql', 'create table grapes ();\n\n commit;\ncreate table vines ();')
  await expect(run()).rejects.toThrow('Migration 0001_grapes.sql has a transaction of its own at line 3')
  expect([...(await sql`select to_regclass('grapes') as grapes`)]).toEqual([{ grapes: null }])
})

test('a folder that is not there is said', async () => {
  await rm(folder, { recursive: true })
  await expect(run()).rejects.toThrow(folder)
  await mkdir(folder)
})

test('what a file sets for its session does not stay in the pool', async () => {
  await write('0001_session.sql', `set search_path = pg_catalog; set timezone = 'Asia/Tokyo';`)
  await expect(run()).resolves.toHaveLength(1)
  expect([
    ...(await sql`select current_setting('timezone') as zone, current_setting('search_path') as path`),
  ]).toEqual([{ zone: 'UTC', path: '"$user", public' }])
})

test('a connection lost in the middle leaves the old state, and the next run finds the lock free', async () => {
  await write('0001_grapes.sql', 'create table grapes (); select pg_sleep(30);')
  const running = expect(run()).rejects.toThrow('Migration 0001_grapes.sql failed: ')
  await expect
    .poll(
      () => admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${name} and wait_event = 'PgSleep'`,
    )
    .toHaveLength(1)
  await running
  await write('0001_grapes.sql', 'create table grapes ();')
  expect(await run()).toEqual(['Migrating 1 of 1: 0001_grapes.sql'])
})
