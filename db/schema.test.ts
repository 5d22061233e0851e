import { expect, test } from 'vitest'

import { readFunctionFiles, readMigrations } from '../app/platform/database/sql-files.server.ts'
import { readDefinitions } from '../app/platform/database/migrations.server.ts'
import { splitStatements } from '../app/platform/database/sql-files.server.ts'
import { ownDatabase } from '../test/database.ts'
import { printSchema } from './print-schema.ts'

const sql = await ownDatabase()

test('schema.generated.sql shows the schema as Postgres prints it (npm run schema writes it)', async () => {
  await expect(await printSchema(sql)).toMatchFileSnapshot('schema.generated.sql')
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
