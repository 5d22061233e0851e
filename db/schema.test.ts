import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { readFunctionFiles, readMigrations } from '../app/platform/database/sql-files.server.ts'
import { readDefinitions } from '../app/platform/database/migrations.server.ts'
import { splitStatements } from '../app/platform/database/sql-files.server.ts'
import { ownDatabase } from '../test/database.ts'
import { printEnums, printSchema } from './print-schema.ts'

const sql = await ownDatabase()

test('schema.generated.sql shows the schema as Postgres prints it (npm run schema writes the file)', async () => {
  await expect(await printSchema(sql)).toMatchFileSnapshot('schema.generated.sql')
})

test('sql-enums.generated.ts has the enum types of the database (npm run schema writes the file)', async () => {
  await expect(await printEnums(sql)).toMatchFileSnapshot('../app/platform/database/sql-enums.generated.ts')
})

test('every function is defined once', async () => {
  const migrations = (await readMigrations('db/migrations')).flatMap(({ text }) => splitStatements(text))
  const definitions = readDefinitions(await readFunctionFiles('db/functions'))
  const created = [...migrations, ...definitions].filter(({ text }) =>
    /^create (or replace )?function/.test(text),
  )
  const functions = await sql`
    select from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  expect(created).toHaveLength(functions.length)
})

test('functions return their outcomes as enums, so that TypeScript knows all of them', async () => {
  const sources = globSync('{app,server}/**/*.ts').map((path) => readFileSync(path, 'utf8'))
  expect(await findTextOutcomes(sources.join('\n'))).toEqual([])
  await sql.unsafe(`
    create function plant() returns table (problem text) language sql as $$ select 'frost' $$;
    create function pick(out outcome text) language sql as $$ select 'rain' $$;
    create function press() returns text language sql as $$ select 'full' $$`)
  expect(await findTextOutcomes('sql`select press(${id}, ${now}) as problem`')).toEqual([
    'pick',
    'plant',
    'press',
  ])
})

/** Returns functions whose result is a text named `problem` or `outcome`, in SQL or in the queries of `sources`. */
async function findTextOutcomes(sources: string) {
  const selected = [...sources.matchAll(/select (\w+)\([^`]*\) as (?:problem|outcome)\b/g)]
  const found = await sql<{ name: string }[]>`
    select distinct p.proname as name
    from pg_proc p left join lateral unnest(p.proallargtypes, p.proargmodes, p.proargnames) as a (type, mode, name) on true
    where p.pronamespace = 'public'::regnamespace and (
      a.mode in ('t', 'o', 'b') and a.name in ('problem', 'outcome') and a.type = 'text'::regtype
      or p.proname = any (${selected.map(([, name = '']) => name)}) and p.prorettype = 'text'::regtype
    )
    order by p.proname`
  return found.map(({ name }) => name)
}
