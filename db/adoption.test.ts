import { globSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { beforeEach, expect, test } from 'vitest'

import { connect, type Sql } from '../app/platform/database.server.ts'
import { readReleases } from '../app/platform/releases.server.ts'
import { ownDatabase } from '../test/database.ts'
import { emptyDatabases } from '../test/empty-database.ts'
import { printSchema } from './print-schema.ts'

// A database at the last of the earlier migrations, with a few rows in every important table.
const fixture = gunzipSync(readFileSync(globSync('test/fixtures/database-at-*.sql.gz')[0] ?? '')).toString()
const fresh = await ownDatabase()
const empty = emptyDatabases()
const { applied } = empty

beforeEach(async () => {
  const connection = await empty.sql.reserve()
  await connection.unsafe(fixture).simple()
  connection.release()
})

const run = (sql?: Sql) => empty.run(sql, 'db')

/** Returns every row of every table except schema_migrations. */
async function rows() {
  const tables = await empty.sql<{ name: string }[]>`
    select c.relname as name from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migrations'
    order by 1`
  const found: Record<string, unknown[]> = {}
  for (const table of tables)
    found[table.name] = (
      await empty.sql.unsafe(`select to_jsonb(t) as row from ${table.name} t order by t::text`)
    ).map(({ row }) => row)
  return found
}

test('adopts a database of the earlier migrations with the same schema, and keeps every row of its tables', async () => {
  const before = await rows()
  for (const table of (await readReleases('db')).flatMap(({ dropped }) => dropped)) delete before[table]
  expect(before.bookings).not.toHaveLength(0)

  const lines = await run()
  expect(lines[0]).toMatch(/^Adopting the database at \d{4}_/)
  expect(lines.at(-1)).toMatch(/^Creating functions/)
  expect(await printSchema(empty.sql)).toBe(readFileSync('db/schema.generated.sql', 'utf8'))
  const after = await rows()
  expect(after).toMatchObject(before)
  expect(after.vineyard_posters).toHaveLength(before.vineyards?.length ?? 0)
  expect(await applied()).toEqual(globSync('*.sql', { cwd: 'db/migrations' }).sort())
  expect(await run()).toEqual([])
})

test('has the same functions and views as a new database after adoption', async () => {
  await run()
  const bodies = await printSchema(fresh, { bodies: true })
  expect(await printSchema(empty.sql, { bodies: true })).toBe(bodies)
})

test('takes bookings after adoption', async () => {
  await run()
  const [booked] = await empty.sql`
    select problem from create_booking(jsonb_populate_record(null::booking_request, (
      select to_jsonb(b) || jsonb_build_object(
        'id', gen_random_uuid(), 'slot_date', b.booking_date, 'idempotency_key', gen_random_uuid(),
        'request_hash', repeat('ab', 32), 'requested_at', b.created_at
      )
      from bookings b where b.pattern_id is not null and b.status = 'confirmed' order by b.booking_date desc limit 1
    )))`
  expect(booked).toEqual({ problem: null })
})

test('adopts once when two processes start together', async () => {
  const other = connect(empty.url, { max: 1 })
  const lines = await Promise.all([run(), run(other)])
  await other.end()
  // Adopting, migrations newer than those adopted, and functions.
  const added = globSync('*.sql', { cwd: 'db/migrations' }).filter((name) => name > '0013').length
  expect(lines.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([0, added + 2])
})

test('refuses an older database and names the commit to start first', async () => {
  await empty.sql`delete from schema_migrations where name = (select max(name collate "C") from schema_migrations)`
  const names = await applied()
  await expect(run()).rejects.toThrow(
    /^The database is at migration \d{4}_\w+\.sql, which is too old .* Start commit [0-9a-f]{7,} once, which brings it to /,
  )
  expect(await applied()).toEqual(names)
})

test('refuses a newer database of the earlier migrations', async () => {
  await empty.sql`insert into schema_migrations (name, sha256) values ('0999_future.sql', 'x')`
  await expect(run()).rejects.toThrow('0999_future.sql, which this version does not know')
})
