import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { emptyDatabases } from '../../../test/empty-database.ts'
import { connect } from './pool.server.ts'

const empty = emptyDatabases()
const { write, run, applied } = empty

test('runs each file once, in order, and reports each file', async () => {
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
  const before = await empty.sql`select name, sha256, applied_at from schema_migrations order by name`

  expect(await run()).toEqual([])
  expect([
    ...(await empty.sql`select name, sha256, applied_at from schema_migrations order by name`),
  ]).toEqual([...before])
  expect(await empty.sql`select from grapes`).toHaveLength(2)

  await write('0003_more_grapes.sql', `insert into grapes values ('Solaris')`)
  expect(await run()).toEqual(['Migrating 3 of 3: 0003_more_grapes.sql'])
})

// Negative control: without learnArrayTypes in migrate, the only connection reads the array as the text '{Bacchus}'.
test('after the migrations, their connection can read arrays of the new types', async () => {
  await write('0001_words.sql', 'create domain word as text;')
  const sql = connect(empty.url, { max: 1 })
  await run(sql)
  const [row] = await sql`select array(select 'Bacchus'::word) as words`
  await sql.end()
  expect(row).toEqual({ words: ['Bacchus'] })
})

test('rolls everything back when a file fails, and names the file, the line and the reason', async () => {
  await write('0001_grapes.sql', 'create table grapes (name text primary key);')
  await run()
  await write(
    '0002_half.sql',
    '-- Grün 🍇\ncreate table half (id int);\n\nalter table grappes\n  add column colour text;\n',
  )
  await expect(run()).rejects.toThrow(
    'Migration 0002_half.sql failed at line 4: relation "grappes" does not exist. ' +
      'Nothing was changed; the database is still at 0001_grapes.sql.',
  )
  expect(await applied()).toEqual(['0001_grapes.sql'])
  expect([...(await empty.sql`select to_regclass('half') as half`)]).toEqual([{ half: null }])

  await write('0002_half.sql', 'create table half (id int);')
  expect(await run()).toEqual(['Migrating 2 of 2: 0002_half.sql'])
})

test('names the line of an error after emoji and inside a function', async () => {
  await write(
    '0001_words.sql',
    `-- 🍇🍇🍇🍇🍇🍇\n-- é\ncreate function one() returns int language sql as $$\n  select 1\n    from nowhere\n$$;\n`,
  )
  await expect(run()).rejects.toThrow('failed at line 5: relation "nowhere" does not exist.')
})

test('names the row that breaks a constraint and the line of its statement', async () => {
  await write(
    '0001_grapes.sql',
    `create table grapes (name text primary key);\n/* a; b */ do $x$ begin perform 1; end $x$;\n\n` +
      `-- It's a comment; no more.\ninsert into grapes\n  values ('A;'), ('A;');\nselect 1;`,
  )
  await expect(run()).rejects.toThrow(
    'Migration 0001_grapes.sql failed at line 5: duplicate key value violates unique constraint "grapes_pkey". ' +
      'Key (name)=(A;) already exists. Nothing was changed; the database is still at an empty schema.',
  )
})

test('migrates once when processes start together', async () => {
  await write('0001_grapes.sql', 'create table grapes (name text primary key); select pg_sleep(0.3);')
  const other = connect(empty.url, { max: 1 })
  const lines = await Promise.all([run(), run(other)])
  await other.end()
  expect(lines.flat()).toEqual(['Migrating 1 of 1: 0001_grapes.sql'])
})

test('lets a file take longer than the timeout of the pool, and leaves that timeout unchanged', async () => {
  await empty.sql.end()
  empty.sql = connect(empty.url, { max: 1, statement_timeout: 1000 })
  await write('0001_slow.sql', 'select pg_sleep(1.2);')
  expect(await run()).toHaveLength(1)
  await expect(empty.sql`select pg_sleep(60)`).rejects.toThrow('statement timeout')
})

test('refuses and names an edited migration before anything else runs', async () => {
  await write('0001_grapes.sql', 'create table grapes (name text primary key);')
  await run()
  await write('0001_grapes.sql', 'create table grapes (name text primary key, colour text);')
  await write('0002_more.sql', 'create table more ();')
  await expect(run()).rejects.toThrow(
    'Migration 0001_grapes.sql was edited after it was applied. Put it back and add a new file instead.',
  )
  expect(await applied()).toEqual(['0001_grapes.sql'])
})

test('accepts an applied file with Windows line ends', async () => {
  await write('0001_grapes.sql', 'create table grapes (\n  name text primary key\n);\n')
  await run()
  await write('0001_grapes.sql', 'create table grapes (\r\n  name text primary key\r\n);\r\n')
  expect(await run()).toEqual([])
})

test('refuses and names an unknown migration', async () => {
  await write('0001_grapes.sql', 'select 1')
  await run()
  await empty.sql`insert into schema_migrations (name, sha256) values ('0002_future.sql', 'x')`
  await expect(run()).rejects.toThrow(
    'The database has migration 0002_future.sql, which this version does not know. Did a newer version use the database?',
  )
})

test.each(['0001_words_and_time.sql', '0043_slots.sql'])(
  'refuses a database with %s of version 1.0.0 or older, and changes nothing',
  async (name) => {
    await write('0001_grapes.sql', 'create table grapes ();')
    await empty.sql`create table schema_migrations (name text, sha256 text)`
    await empty.sql`insert into schema_migrations values (${name}, 'x'), ('functions', 'x')`
    await writeFile(join(empty.folder, 'releases.json'), '[{ "version": "2.0.0" }]')
    await expect(run()).rejects.toThrow(
      'The database is of version 1.0.0 or older. This version cannot use it and has not changed it. Either ' +
        'start version 1.0.0 with it, or begin anew with another DATA_FOLDER or DATABASE_URL.',
    )
    const tables = await empty.sql`select relname from pg_class where relnamespace = 'public'::regnamespace`
    expect([...tables]).toEqual([{ relname: 'schema_migrations' }])
  },
)

test('refuses and names a skipped migration', async () => {
  await write('0001_grapes.sql', 'select 1')
  await write('0002_more.sql', 'select 2')
  await run()
  await empty.sql`delete from schema_migrations where name = '0001_grapes.sql'`
  await expect(run()).rejects.toThrow(
    'Migration 0001_grapes.sql was never applied, but the later 0002_more.sql was.',
  )
})

test('refuses a gap in the numbers and names the file in the wrong place', async () => {
  await write('0001_grapes.sql', 'select 1')
  await write('0003_more.sql', 'select 3')
  await expect(run()).rejects.toThrow(
    'Migration 0003_more.sql is out of order: expected a file whose name begins with 0002.',
  )
})

test('refuses a number used twice', async () => {
  await write('0001_grapes.sql', 'select 1')
  await write('0001_vines.sql', 'select 1')
  await expect(run()).rejects.toThrow(
    'Migration 0001_vines.sql is out of order: expected a file whose name begins with 0002.',
  )
})

test('refuses a file that is not named like 0001_some_words.sql', async () => {
  await write('0001-Grapes.sql', 'select 1')
  await expect(run()).rejects.toThrow('Migration 0001-Grapes.sql is not named like 0001_some_words.sql.')
})

test('refuses a file that ends its transaction, and names the line', async () => {
  await write('0001_grapes.sql', 'create table grapes ();\n\n commit;\ncreate table vines ();')
  await expect(run()).rejects.toThrow('0001_grapes.sql has a transaction of its own at line 3')
  expect([...(await empty.sql`select to_regclass('grapes') as grapes`)]).toEqual([{ grapes: null }])
})

test('names a missing folder in the error', async () => {
  await rm(join(empty.folder, 'migrations'), { recursive: true })
  await expect(run()).rejects.toThrow(empty.folder)
})

test('resets the session settings that a migration changed', async () => {
  await write('0001_session.sql', `set search_path = pg_catalog; set timezone = 'Asia/Tokyo';`)
  await expect(run()).resolves.toHaveLength(1)
  expect([
    ...(await empty.sql`select current_setting('timezone') as zone, current_setting('search_path') as path`),
  ]).toEqual([{ zone: 'UTC', path: '"$user", public' }])
})

test('leaves the database unchanged when the connection breaks, and releases the lock', async () => {
  await write('0001_grapes.sql', 'create table grapes (); select pg_sleep(30);')
  const running = expect(run()).rejects.toThrow('Migration 0001_grapes.sql failed: ')
  await expect
    .poll(
      () => empty.admin`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = ${empty.name} and wait_event = 'PgSleep'`,
    )
    .toHaveLength(1)
  await running
  await write('0001_grapes.sql', 'create table grapes ();')
  expect(await run()).toEqual(['Migrating 1 of 1: 0001_grapes.sql'])
})
