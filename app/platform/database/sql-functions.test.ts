import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { emptyDatabases } from '../../../test/empty-database.ts'

const empty = emptyDatabases()
const { write, writeFunctions, run } = empty

const countGrapes = (count: string) =>
  `create function count_grapes() returns integer\nlanguage sql stable\nas $$ select ${count} $$;\n`

async function grapes() {
  const [row] = await empty.sql<[{ grapes: number }]>`select count_grapes() as grapes`
  return row.grapes
}

test('creates functions after the tables, and creates them again when a file changes', async () => {
  await write('0001_grapes.sql', 'create table grapes (name text primary key);')
  await writeFunctions('grapes.sql', countGrapes('count(*)::int from grapes'))
  expect(await run()).toEqual(['Migrating 1 of 1: 0001_grapes.sql', 'Creating functions (1)'])
  expect(await run()).toEqual([])

  await writeFunctions('grapes.sql', countGrapes('42'))
  expect(await run()).toEqual(['Creating functions (1)'])
  expect(await grapes()).toBe(42)
})

test('creates a definition after the definitions that it mentions, whatever files they are in', async () => {
  await write('0001_grapes.sql', 'create table grapes (name text primary key);')
  await writeFunctions(
    'a.sql',
    'create view ripe as select total_of(row(2, 3)) as total;\n' +
      'create function total_of(p crate) returns integer\nlanguage sql immutable\nreturn added(p.red, p.white);\n',
  )
  await writeFunctions(
    'b.sql',
    'create function added(a integer, b integer) returns integer language sql immutable return a + b;\n' +
      'create type crate as (red integer, white integer);\n',
  )
  await run()
  expect([...(await empty.sql`select total from ripe`)]).toEqual([{ total: 5 }])
})

test('drops views and functions before migrations, so that a migration may drop a column that they use', async () => {
  await write('0001_grapes.sql', 'create table grapes (name text primary key, colour text);')
  await writeFunctions('grapes.sql', 'create view colours as select colour from grapes;')
  await run()
  await write('0002_no_colour.sql', 'alter table grapes drop column colour;')
  await writeFunctions('grapes.sql', 'create view colours as select name as colour from grapes;')
  expect(await run()).toEqual(['Migrating 2 of 2: 0002_no_colour.sql', 'Creating functions (1)'])
})

test('keeps a function after its file was deleted, until a migration drops the function', async () => {
  await writeFunctions('grapes.sql', countGrapes('1'))
  await run()
  await rm(join(empty.folder, 'functions', 'grapes.sql'))
  await run()
  expect(await grapes()).toBe(1)
  await write('0001_no_count.sql', 'drop function count_grapes();')
  await run()
  await expect(grapes()).rejects.toThrow('count_grapes() does not exist')
})

test('a migration must drop a removed function that depends on a function that stays', async () => {
  const double =
    'create function double_grapes() returns integer\nlanguage sql stable\nreturn 2 * count_grapes();\n'
  await writeFunctions('grapes.sql', countGrapes('1') + double)
  await run()
  await writeFunctions('grapes.sql', countGrapes('2'))
  await expect(run()).rejects.toThrow('cannot drop function count_grapes()')
  await write('0001_no_double.sql', 'drop function double_grapes();')
  await run()
  expect(await grapes()).toBe(2)
})

const touch = (value: string) => `
create or replace function touch() returns trigger
language plpgsql as $$
declare
  g grapes;
begin
  new.name := ${value};
  return new;
end $$;`

test('creates trigger functions before the tables, and replaces them in place', async () => {
  await write(
    '0001_grapes.sql',
    'create table grapes (name text);\n' +
      'create trigger touched before insert on grapes for each row execute function touch();',
  )
  await writeFunctions('grapes.sql', touch("'first'"))
  await run()
  const [before] = await empty.sql`select tgfoid from pg_trigger where tgname = 'touched'`
  await writeFunctions('grapes.sql', touch("'second'"))
  await run()
  const [after] = await empty.sql`select tgfoid from pg_trigger where tgname = 'touched'`
  expect(after).toEqual(before)
  expect([...(await empty.sql`insert into grapes values ('Bacchus') returning name`)]).toEqual([
    { name: 'second' },
  ])
})

test('checks the body of a trigger function after the migrations', async () => {
  await writeFunctions('grapes.sql', touch("'first'"))
  await expect(run()).rejects.toThrow('functions/grapes.sql failed at line 5: type "grapes" does not exist')
})

test('never drops a function on which an index depends', async () => {
  await write(
    '0001_grapes.sql',
    'create table grapes (name text);\n' +
      'create function plain(p text) returns text language sql immutable return lower(p);\n' +
      'create index grapes_plain on grapes (plain(name));',
  )
  await run()
  await writeFunctions(
    'grapes.sql',
    'create function plain(p text) returns text language sql immutable return p;',
  )
  await expect(run()).rejects.toThrow('cannot drop function plain(text) because other objects depend on it')
  expect(await empty.sql`select from pg_indexes where indexname = 'grapes_plain'`).toHaveLength(1)
})

test('changes nothing when a function fails, and names its file and line', async () => {
  await write('0001_grapes.sql', 'create table grapes (name text primary key);')
  await writeFunctions('grapes.sql', countGrapes('1'))
  await run()
  await write('0002_vines.sql', 'create table vines ();')
  await writeFunctions('grapes.sql', `-- Counts.\n\n${countGrapes('count(*) from raisins')}`)
  await expect(run()).rejects.toThrow(
    'functions/grapes.sql failed at line 5: relation "raisins" does not exist. ' +
      'Nothing was changed; the database is still at 0001_grapes.sql.',
  )
  expect(await grapes()).toBe(1)
  expect([...(await empty.sql`select to_regclass('vines') as vines`)]).toEqual([{ vines: null }])
})

test('refuses a file of functions that also creates a table, or that replaces a function', async () => {
  await writeFunctions('grapes.sql', `${countGrapes('1')}\ncreate table grapes ();`)
  await expect(run()).rejects.toThrow('functions/grapes.sql has a statement at line 5 that is not')
  await writeFunctions('grapes.sql', countGrapes('1').replace('create', 'create or replace'))
  await expect(run()).rejects.toThrow('functions/grapes.sql has a statement at line 1 that is not')
})

test.each([
  ['composite types', 'create type crate as (red integer, white integer);', ', rose integer);'],
  ['enums', "create type crate as enum ('red', 'white');", ", 'rose');"],
])(
  'keeps the ids of unchanged definitions, because running processes know the ids: %s',
  async (_kind, type, more) => {
    await writeFunctions('boxes.sql', 'create function box(p crate) returns crate language sql return p;')
    const ids = []
    const beside = [countGrapes('1'), 'create type lid as (width integer);']
    for (const text of [type, ...beside.map((one) => `${type}\n${one}`), type.replace(');', more)]) {
      await writeFunctions('crates.sql', text)
      await run()
      ids.push((await empty.sql`select oid from pg_type where typname = 'crate'`)[0]?.oid)
    }
    expect(ids.slice(0, 3)).toEqual([ids[0], ids[0], ids[0]])
    expect(ids[3]).not.toBe(ids[0])
  },
)
