import { beforeEach, expect, test } from 'vitest'

import { ownDatabase } from '../../test/database.ts'
import { type CatalogueChoice, loadCatalogue } from './load.ts'

const sql = await ownDatabase()
const today = '2026-11-21'
const morning = new Date('2026-11-21T08:00:00Z')

beforeEach(empty)

async function empty() {
  await sql`delete from itinerary_stops`
  await sql`delete from availability_exceptions`
  await sql`delete from availability_patterns`
  await sql`delete from experiences`
  await sql`delete from hosts`
  await sql`delete from vineyards`
}
async function load(which: CatalogueChoice, day = today) {
  const said: string[] = []
  await loadCatalogue(sql, { which, today: day, report: (line) => said.push(line) })
  return said
}
async function count() {
  const [counts] = await sql`
    select
      count(*) filter (where is_demo)::int as demo,
      count(*) filter (where not is_demo)::int as real,
      (select count(*)::int from availability_patterns) as patterns,
      (select count(*)::int from availability_exceptions) as exceptions
    from vineyards`
  return counts as { demo: number; real: number; patterns: number; exceptions: number }
}

test('CATALOGUE decides what is loaded', async () => {
  expect(await load('none')).toEqual(['Catalogue: none, because CATALOGUE is none'])
  expect(await count()).toMatchObject({ demo: 0, real: 0 })
  await load('demo')
  expect(await count()).toMatchObject({ demo: 8, real: 0 })
  await empty()
  await load('directory')
  expect(await count()).toMatchObject({ demo: 0, patterns: 0 })
  expect((await count()).real).toBeGreaterThanOrEqual(120)
})

test('a second load changes nothing, and keeps edits', async () => {
  expect(await load('both')).toEqual([
    'Catalogue: 8 demonstration estates loaded',
    expect.stringMatching(/^Catalogue: \d{3} vineyards loaded$/),
  ])
  const before = await count()
  await sql`update vineyards set description = 'Ours.' where name = 'Hollowdown Estate'`
  await load('both', '2026-12-30')
  expect(await count()).toEqual(before)
  const [hollowdown] = await sql`select description from vineyards where name = 'Hollowdown Estate'`
  expect(hollowdown).toEqual({ description: 'Ours.' })
})

test('a load adds facts about a visit to the experiences of an earlier version, except to edited experiences', async () => {
  await load('demo')
  const unstated = () =>
    sql`select title from experiences where num_nulls(parking, station, step_free, dogs, children, food) > 0`
  expect(await unstated()).toEqual([])

  await sql`alter table experiences disable trigger experiences_touched`
  await sql`
    update experiences set parking = null, station = null, step_free = null, dogs = null, children = null, food = null`
  await sql`alter table experiences enable trigger experiences_touched`
  await sql`update experiences set price_per_person = 19 where title = 'Cellar Door Tasting'`
  await load('demo')
  expect(await unstated()).toEqual([{ title: 'Cellar Door Tasting' }])
})

test('a load dates the facts of an earlier version to a day a few months ago, except in edited experiences', async () => {
  await load('demo')
  const days = async () => {
    const rows = await sql<{ day: string }[]>`
      select distinct value #>> '{}' as day from experiences, jsonb_each(facts_stated_on)`
    return rows.map(({ day }) => day)
  }
  expect(await days()).toEqual(['2026-08-13'])
  await sql`alter table experiences disable trigger experiences_touched`
  await sql`update experiences set facts_stated_on = '{}'`
  await sql`alter table experiences enable trigger experiences_touched`
  await sql`update experiences set price_per_person = 19 where title = 'Cellar Door Tasting'`
  await load('demo')
  const undated = await sql`select title from experiences where facts_stated_on = '{}'`
  expect(undated).toEqual([{ title: 'Cellar Door Tasting' }])
  await load('demo', '2027-11-21')
  expect(await days()).toEqual(['2026-08-13'])
})

test('a load states the facts of each estate once, so that facts which staff withdrew stay withdrawn', async () => {
  await load('demo')
  const stated = () =>
    sql<{ facts: number }[]>`
      select v.name, count(f.id)::int as facts, min(f.stated_on)::text as stated_on
      from vineyards v left join vineyard_facts f on f.vineyard_id = v.id group by v.id order by v.name`
  const all = await stated()
  expect(all).toHaveLength(8)
  for (const one of all)
    expect(one).toMatchObject({ facts: expect.toSatisfy((n) => n > 5), stated_on: '2026-08-13' })
  expect(await sql`select from vineyard_facts where experience_id is not null`).not.toHaveLength(0)

  await sql`delete from vineyard_facts where fact = 'payment'`
  const fewer = await stated()
  expect(fewer).not.toEqual(all)
  await load('demo')
  expect(await stated()).toEqual(fewer)
})

test('a load in a later year repeats neither seasons nor exceptions', async () => {
  await load('demo')
  const before = await count()
  await load('demo', '2027-11-21')
  const after = await count()
  expect(after.patterns).toBe(before.patterns)
  expect(after.exceptions).toBe(before.exceptions)
})

test('every experience of a demonstration estate can be booked within a year by its smallest party', async () => {
  await load('demo')
  const unbookable = await sql`
    select v.name, e.title
    from experiences e join vineyards v on v.id = e.vineyard_id
    where not exists (
      select from slots_of(e.id, ${today}, ${today}::date + 365, ${morning}) s where s.remaining >= e.min_group_size
    )`
  expect(unbookable).toEqual([])
})

test('every estate has open slots within a fortnight, all year', async () => {
  for (const day of ['2026-11-21', '2027-01-05', '2027-04-20', '2027-07-14', '2027-10-30']) {
    await empty()
    await load('demo', day)
    const [{ open }] = await sql<[{ open: number }]>`
      select count(distinct e.vineyard_id)::int as open
      from experiences e, slots_of(e.id, ${day}, ${day}::date + 14, ${new Date(`${day}T08:00:00Z`)}) s
      where s.remaining >= 2`
    expect({ day, open }).toEqual({ day, open: 8 })
  }
})

test('a closed day has no slots, and a christening leaves four places', async () => {
  await load('demo')
  const closed = await sql`
    select s.start_time from experiences e join vineyards v on v.id = e.vineyard_id,
      slots_of(e.id, '2026-12-26', '2026-12-26', ${morning}) s
    where v.name = 'Hollowdown Estate'`
  expect(closed).toEqual([])
  const fewer = await sql`
    select distinct s.capacity from availability_exceptions x,
      slots_of(x.experience_id, x.starts_on, x.ends_on, ${morning}) s
    where x.capacity is not null`
  expect(fewer).toEqual([{ capacity: 4 }])
})

test('the three experiences of Abbot’s Window share its only host', async () => {
  await load('demo')
  const hosts = await sql`
    select h.name, h.capacity, count(e.id)::int as experiences
    from hosts h join experiences e on e.host_id = h.id group by h.id`
  expect(hosts).toEqual([{ name: 'Rhiannon', capacity: 12, experiences: 3 }])
})
