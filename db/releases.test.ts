import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import manifest from '../package.json' with { type: 'json' }
import { findInconsistencies } from '../app/operations/consistency-checks/consistency-check.server.ts'
import { isOlder, readReleases } from '../app/platform/database/releases.server.ts'
import { ownDatabase } from '../test/database.ts'
import { emptyDatabases } from '../test/empty-database.ts'
import { findBreaks, readInterface } from '../test/releases/compatibility.ts'
import { loadReleaseFixture, readRows, releaseFixtures } from '../test/releases/fixture.ts'
import { printSchema } from './print-schema.ts'

const releases = await readReleases('db')
const out = releases.slice(0, -1)
const fixtures = await releaseFixtures()
const last = fixtures.at(-1)
if (!last) throw new Error('No release has a fixture.')

const empty = emptyDatabases()
const sql = await ownDatabase()

test('releases.json, package.json and the newest notes of CHANGELOG.md name the same version', () => {
  const notes = [...readFileSync('CHANGELOG.md', 'utf8').matchAll(/^## \[(.+?)\](?: - (.+))?$/gm)]
  expect(releases.at(-1)?.version).toBe(manifest.version)
  // The newest release comes first, and the releases whose data this version cannot use come last. Each entry has a date.
  expect(notes.map(([, version]) => version)).toEqual([
    ...releases.map(({ version }) => version).toReversed(),
    '1.0.0',
    '0.1.0',
  ])
  expect(notes.every(([, , day]) => /^\d{4}-\d\d-\d\d$/.test(day ?? ''))).toBe(true)
})

test('releases are in order, and each published release has its commit and its fixture', () => {
  expect(releases.map(({ version }) => version)).toEqual(
    releases.map(({ version }) => version).toSorted((a, b) => (isOlder(a, b) ? -1 : 1)),
  )
  expect(out.filter(({ commit }) => commit === undefined)).toEqual([])
  // The first release has a fixture even before it is published.
  const made = out.length > 0 ? out : releases
  expect(fixtures.map(({ version }) => version)).toEqual(made.map(({ version }) => version))
})

// This test fails if a metric is renamed without a note to the operators whose alerts read it.
test('the newest notes name each metric that the last release had and this version lacks', () => {
  const files = globSync('{app,server}/**/*.ts', { exclude: ['**/*.test.ts'] })
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'(chalk_\w+|http_server_\w+)'/g)].map(([, name]) => name),
  )
  const [, newest = ''] = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m)
  const before = (out.at(-1) ?? releases[0])?.metrics ?? []
  expect(before).not.toHaveLength(0)
  expect(before.filter((name) => !names.includes(name) && !newest.includes(`\`${name}\``))).toEqual([])
})

test('the code does not mention columns that this version declares unused', () => {
  const files = globSync('{app,server,db}/**/*.{ts,tsx,sql}', {
    exclude: ['**/*.test.ts', 'db/migrations/**'],
  })
  const code = files.filter((file) => !file.includes('generated')).map((file) => readFileSync(file, 'utf8'))
  const unused = (releases.at(-1)?.unused ?? []).map((name) => name.split('.')[1] ?? '')
  expect(unused.filter((name) => code.some((text) => new RegExp(`\\b${name}\\b`).test(text)))).toEqual([])
})

test.each(fixtures)('migrates a database of $version and keeps every row', async (fixture) => {
  await loadReleaseFixture(empty.sql, fixture)
  const clock = new Date(fixture.made_at)
  expect(await findInconsistencies(empty.sql, clock)).toEqual([])
  const before = await readRows(empty.sql)
  expect(before.bookings).not.toHaveLength(0)

  await empty.run(empty.sql, 'db')
  expect([...(await empty.sql`select version from releases`)]).toContainEqual({ version: manifest.version })
  expect(await findInconsistencies(empty.sql, clock)).toEqual([])
  const after = await readRows(empty.sql)
  const lost = Object.entries(before).flatMap(([table, rows]) => {
    const kept = (after[table] ?? []).map((row) => JSON.parse(row) as object)
    const unused = releases.flatMap((release) => release.unused)
    return rows.filter((text) => {
      const row = Object.entries(JSON.parse(text) as object).filter(
        ([column]) => !unused.includes(`${table}.${column}`),
      )
      const found = kept.findIndex((one) =>
        row.every(([column, value]) => JSON.stringify(one[column as never]) === JSON.stringify(value)),
      )
      // Each row may be matched only once.
      if (found >= 0) kept.splice(found, 1)
      return found < 0
    })
  })
  expect(lost).toEqual([])
  expect(await empty.run(empty.sql, 'db')).toEqual([])
})

// One test makes all three checks, because restoring and migrating a release takes seconds.
test('a migrated database suits this release and the last release, and takes bookings', async () => {
  await loadReleaseFixture(empty.sql, last)
  const before = await readInterface(empty.sql)
  await empty.run(empty.sql, 'db')
  const { unused = [] } = out.at(-1) ?? {}
  expect(findBreaks(before, await readInterface(empty.sql), unused)).toEqual([])

  const migrated = (await printSchema(empty.sql)).split('\n\n').map((text) => text.trim())
  const fresh = readFileSync('db/schema.generated.sql', 'utf8')
    .split('\n\n')
    .map((text) => text.trim())
  expect(fresh.filter((text) => !migrated.includes(text))).toEqual([])
  expect(migrated.filter((text) => !fresh.includes(text) && !text.startsWith('create function'))).toEqual([])

  const [booked] = await empty.sql`
    select c.problem
    from (
      select * from bookings where guest_email = 'ada@example.com' and pattern_id is not null
      order by booking_date desc limit 1
    ) as b
      cross join create_booking(to_jsonb(b) || jsonb_build_object(
        'id', gen_random_uuid(), 'slot_date', b.booking_date, 'idempotency_key', gen_random_uuid(),
        'request_hash', repeat('ab', 32), 'requested_at', ${last.made_at}::timestamptz
      )) as c`
  expect(booked).toEqual({ problem: null })
})

test('a function may return additional columns if its existing columns stay the same', async () => {
  const now = await readInterface(sql)
  const withResult = (columns: string) => ({
    ...now,
    functions: new Set([`f(p integer) returns TABLE(${columns})`]),
  })
  const before = withResult('a integer, b text')
  expect(findBreaks(before, withResult('a integer, c text[], b text'))).toEqual([])
  expect(findBreaks(before, withResult('a integer'))).toHaveLength(1)
  expect(findBreaks(before, withResult('a integer, b text[]'))).toHaveLength(1)
})

test('finds dropped, renamed and newly required parts of the schema', async () => {
  const now = await readInterface(sql)
  await sql.unsafe(`
    drop function email_payload(uuid, text);
    alter table vineyards rename column website to homepage;
    alter table vineyards add column soil text not null;
    alter table vineyards alter column city set not null;
    alter table bookings add constraint small_parties check (number_of_guests < 5);
    alter domain picture_address add constraint short_addresses check (length(value) < 9) not valid`)
  const breaks = findBreaks(now, await readInterface(sql), ['vineyards.website'])
  expect(breaks).toEqual([
    'the column vineyards.city must now be written',
    'the new column vineyards.soil must be written',
    expect.stringMatching(/^the function email_payload\(p_booking_id/),
    'the table has a rule that the last release did not have: bookings.small_parties CHECK ((number_of_guests < 5))',
    ...[
      'vineyards.cover_image_url',
      'vineyards.logo_url',
      'vineyard_posters.address',
      'blog_posts.cover_image_url',
    ].map(
      (column) =>
        `the table has a rule that the last release did not have: ${column} short_addresses CHECK ((length(VALUE) < 9)) NOT VALID`,
    ),
  ])
})
