import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../../test/database.ts'
import { makeExperience, makePattern, makeVineyard, sellPlaces } from '../../../test/make.ts'
import type { FactFilterName } from '../../catalogue/facts/fact-filters.ts'
import { noFilters } from './filters.ts'
import { exploreVineyards, findPinRows, listVineyardCards, searchVineyards } from './search.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')

const lewes = { latitude: 50.87, longitude: 0.01, label: 'Lewes' }
const names = new Map<string, string>()
const make = async (name: string, position: { latitude?: number; longitude?: number } = {}) => {
  const { id } = await makeVineyard(sql, { name, ...position })
  names.set(id, name)
}
await make('Far Wye', { latitude: 51.18, longitude: 0.94 })
await make('Unplaced Two')
await make('Near Ringmer', { latitude: 50.89, longitude: 0.06 })
await make('Unplaced One', { latitude: 0, longitude: 0.5 })
await make('At Lewes', { latitude: 50.87, longitude: 0.01 })

const terms = { search: '', filters: noFilters }

test('around a location, lists vineyards by distance, and then the vineyards without a position by name', async () => {
  const { hits, total } = await searchVineyards(sql, { ...terms, page: 1, near: lewes }, now)
  expect(total).toBe(5)
  const distances = hits.map(({ id, distance }) => [names.get(id), distance && Math.round(distance)])
  expect(distances).toEqual([
    ['At Lewes', 0],
    ['Near Ringmer', 4],
    ['Far Wye', 74],
    ['Unplaced One', null],
    ['Unplaced Two', null],
  ])
})

test('without a location, lists vineyards by name and without distances', async () => {
  const { hits } = await searchVineyards(sql, { ...terms, page: 1, near: null }, now)
  expect(hits.map(({ id }) => names.get(id))).toEqual([...names.values()].toSorted())
  expect(hits.every(({ distance }) => distance === null)).toBe(true)
})

test('orders names without regard to case and apostrophes, even after an edit', async () => {
  const own = await ownDatabase()
  const listed = async () => (await findPinRows(own, terms, now)).places.map(([, name]) => name)
  const add = (name: string) => makeVineyard(own, { name, latitude: 51, longitude: 0.5 })
  for (const name of ['Bowhill', 'Abbey', "a'Beckett’s", 'ŵern', 'Zeal', 'bolney']) await add(name)
  expect(await listed()).toEqual(['Abbey', "a'Beckett’s", 'bolney', 'Bowhill', 'Zeal', 'ŵern'])

  await add('abel')
  await add("Bo'ness")
  await own`update vineyards set name = 'abbots' where name = 'Zeal'`
  expect(await listed()).toEqual([
    'Abbey',
    'abbots',
    "a'Beckett’s",
    'abel',
    'bolney',
    "Bo'ness",
    'Bowhill',
    'ŵern',
  ])
})

test('returns all hits with a position for the map, and counts the hits without a position', async () => {
  const { places, without_position } = await findPinRows(sql, terms, now)
  expect(places.map(([, name]) => name)).toEqual(['At Lewes', 'Far Wye', 'Near Ringmer'])
  expect(places[0]).toEqual([expect.any(String), 'At Lewes', 50.87, 0.01, null])
  expect(without_position).toBe(2)
})

/** The tests of cards use a database of their own, without the vineyards above. */
const cards = await ownDatabase()

async function first(search: string) {
  const { vineyards } = await exploreVineyards(
    cards,
    { search, filters: noFilters, page: 1, near: null },
    now,
  )
  return vineyards[0]
}

test('lists the cards of the given ids in their order, and leaves out hidden and unknown vineyards', async () => {
  const [b, a, hidden] = [
    await makeVineyard(cards, { name: 'Bramble' }),
    await makeVineyard(cards, { name: 'Aspen' }),
    await makeVineyard(cards, { is_visible: false }),
  ]
  const found = await listVineyardCards(cards, [b.id, hidden.id, randomUUID(), a.id], now)
  expect(found.map(({ name }) => name)).toEqual(['Bramble', 'Aspen'])
})

test('a card shows the price of the cheapest active experience, or no price', async () => {
  const { id } = await makeVineyard(cards, { name: 'Priced Row' })
  await makeExperience(cards, { vineyard_id: id, price_per_person: 5, is_active: false })
  expect((await first('priced row'))?.facts).toBeNull()

  await makeExperience(cards, { vineyard_id: id, price_per_person: 30 })
  await makeExperience(cards, { vineyard_id: id, price_per_person: 12.5 })
  expect((await first('priced row'))?.facts?.from).toEqual({ price: 12.5, currency: 'GBP' })
})

test('the text that chooses the drawing of a card stays on the server', async () => {
  const { id } = await makeVineyard(cards, { name: 'Drawn Row' })
  await makeExperience(cards, { vineyard_id: id, description: 'We walk the steep south field.' })
  const card = await first('drawn row')
  expect(card?.scene_url).toMatch(/^\/scenes\//)
  expect(JSON.stringify([card, await listVineyardCards(cards, [id], now)])).not.toContain('south field')
})

test('shortens long descriptions for cards', async () => {
  await makeVineyard(cards, { name: 'Wordy', description: 'vine '.repeat(1500) })
  const wordy = await first('wordy')
  expect(wordy?.description?.length).toBeLessThan(400)
})

test('a card names the first slot with places for the party or, in a search for a day, the first such slot on that day', async () => {
  const { id: experience_id } = await makeExperience(cards, {
    vineyard_id: (await makeVineyard(cards, { name: 'Weekly Acre' })).id,
  })
  const weekly = { experience_id, days_of_week: [6], capacity: 4 }
  const { id: pattern_id } = await makePattern(cards, { ...weekly, start_time: '10:00' })
  await makePattern(cards, { ...weekly, start_time: '15:00', capacity: 2 })
  await sellPlaces(cards, { pattern_id, slot_date: '2026-06-06', booked: 3 })
  const next = async (filters: { date?: string; guests: number | null }) => {
    const query = { search: 'weekly acre', filters: { ...noFilters, ...filters }, page: 1, near: null }
    const { vineyards } = await exploreVineyards(cards, query, now)
    return vineyards.map(({ facts }) => facts?.next)
  }
  const slot = (slot_date: string, start_time: string, remaining: number) => ({
    experience_id,
    slot_date,
    start_time,
    remaining,
  })
  expect(await next({ guests: null })).toEqual([slot('2026-06-06', '10:00:00', 1)])
  expect(await next({ guests: 2 })).toEqual([slot('2026-06-06', '15:00:00', 2)])
  expect(await next({ guests: 3 })).toEqual([slot('2026-06-13', '10:00:00', 4)])
  expect(await next({ date: '2026-06-06', guests: 3 })).toEqual([])
  expect(await next({ date: '2026-06-20', guests: 2 })).toEqual([slot('2026-06-20', '10:00:00', 4)])
})

test('a card shows the price, length and sizes of the visits that the party can book, on the day if one is chosen', async () => {
  const { id: vineyard_id } = await makeVineyard(cards, { name: 'Fitting Row' })
  const plan = async (experience: object, pattern: object) => {
    const { id } = await makeExperience(cards, { vineyard_id, ...experience })
    await makePattern(cards, { experience_id: id, ...pattern })
  }
  // Both visits are on sale: the walk for small parties on one day, the supper for large parties on another day.
  const walk = { price_per_person: 15, duration_minutes: 60, max_group_size: 4 }
  const supper = { price_per_person: 58, duration_minutes: 180, max_group_size: 20 }
  await plan(walk, { valid_from: '2026-06-06', valid_until: '2026-06-06' })
  await plan(supper, { valid_from: '2026-06-07', valid_until: '2026-06-07', capacity: 20 })
  const shown = async (filters: object) => {
    const query = { search: 'fitting', filters: { ...noFilters, ...filters }, page: 1, near: null }
    const [card] = (await exploreVineyards(cards, query, now)).vineyards
    return [card?.facts?.from.price, card?.facts?.longest, card?.facts?.max_group_size]
  }
  expect(await shown({})).toEqual([15, 180, 20])
  expect(await shown({ guests: 11 })).toEqual([58, 180, 20])
  expect(await shown({ guests: 2, date: '2026-06-07' })).toEqual([58, 180, 20])
  expect(await shown({ guests: 2, date: '2026-06-06' })).toEqual([15, 60, 4])
  expect(await shown({ guests: 30 })).toEqual([15, 180, 20])
})

const parties = await ownDatabase()
const sizes = [
  ['Any', 1, null],
  ['Large', 6, 20],
  ['Middle', 2, 8],
  ['Small', 1, 4],
] as const
for (const [name, min_group_size, max_group_size] of sizes) {
  const { id } = await makeVineyard(parties, { name, latitude: 50.87, longitude: 0.01 })
  const experience = await makeExperience(parties, { vineyard_id: id, min_group_size, max_group_size })
  await makePattern(parties, { experience_id: experience.id, capacity: 40 })
  if (name === 'Small')
    await makeExperience(parties, { vineyard_id: id, min_group_size: 30, max_group_size: 40 })
}
await makeVineyard(parties, { name: 'Closed', latitude: 50.87, longitude: 0.01 })

test.each([
  [null, null, ['Any', 'Large', 'Middle', 'Small', 'Closed']],
  [9, 2, ['Any', 'Large', 'Middle', 'Small', 'Closed']],
  [5, 2, ['Any', 'Middle', 'Large', 'Small', 'Closed']],
  [12, 1, ['Large', 'Any', 'Middle', 'Small', 'Closed']],
  [1000, 0, ['Any', 'Large', 'Middle', 'Small', 'Closed']],
])(
  'lists first the vineyards that take a party of %s (%s vineyards), both by name and around a location',
  async (guests, taking, order) => {
    for (const near of [null, lewes]) {
      const query = { search: '', filters: { ...noFilters, guests }, page: 1, near }
      const found = await exploreVineyards(parties, query, now)
      expect(found).toMatchObject({ total: 5, taking })
      expect(found.vineyards.map(({ name }) => name)).toEqual(order)
      expect(found.sections.map(({ total }) => total)).toEqual([4, 1])
    }
  },
)

test('a card lists the group sizes of a vineyard only if none of the sizes suits the party', async () => {
  const query = { search: 'small', filters: { ...noFilters, guests: 9 }, page: 1, near: null }
  const [small] = (await exploreVineyards(parties, query, now)).vineyards
  expect(small?.facts?.other_parties?.map(({ min_group_size }) => min_group_size).toSorted()).toEqual([1, 30])
  const [any] = (await exploreVineyards(parties, { ...query, search: 'any' }, now)).vineyards
  expect(any?.facts?.other_parties).toBeNull()
})

test('a card says “New” for sixty days, but never for a demonstration estate', async () => {
  const own = await ownDatabase()
  const add = async (name: string, days: number, is_demo = false) => {
    const { id: vineyard_id } = await makeVineyard(own, { name, is_demo })
    const { id } = await makeExperience(own, { vineyard_id })
    await own`update experiences set created_at = ${now}::timestamptz - make_interval(days => ${days}) where id = ${id}`
    return vineyard_id
  }
  const older = await add('Old', 60)
  const late = await makeExperience(own, { vineyard_id: older })
  await own`update experiences set created_at = ${now} where id = ${late.id}`
  const ids = [await add('Young', 59), older, await add('Made up', 1, true)]
  const found = await listVineyardCards(own, ids, now)
  expect(found.map(({ facts }) => facts?.chips)).toEqual([['New'], [], []])
})

test('neither the card nor the filter says that dogs are welcome where the vineyard admits only assistance dogs', async () => {
  const own = await ownDatabase()
  const { id: vineyard_id } = await makeVineyard(own, { is_demo: true, region: 'Surrey' })
  const experience = await makeExperience(own, { vineyard_id, dogs: 'welcome', children: 'welcome' })
  const state = (fact: string, choice: string, experience_id: string | null = null) =>
    own`insert into vineyard_facts ${own({ vineyard_id, experience_id, fact, choice, stated_on: '2026-05-01' })}`
  const found = async () => {
    const [card] = await listVineyardCards(own, [vineyard_id], now)
    const total = async (facts: FactFilterName[]) =>
      (await searchVineyards(own, { search: '', filters: { ...noFilters, facts }, page: 1, near: null }, now))
        .total
    return [card?.facts?.chips, await total(['dogs']), await total(['children'])]
  }
  expect(await found()).toEqual([['Dogs welcome'], 1, 1])
  await state('dogs_where', 'nowhere')
  await state('children_from', 'adults')
  expect(await found()).toEqual([[], 0, 0])
  await state('dogs_where', 'outdoors', experience.id)
  expect(await found()).toEqual([['Dogs welcome'], 1, 0])
})

test('a card says “Last places today” only if all sessions of the day together have few places', async () => {
  const own = await ownDatabase()
  const { id: vineyard_id } = await makeVineyard(own, { name: 'Nearly Full', is_demo: true })
  const plan = async (start_time: string, capacity: number, dogs: string | null) => {
    const { id: experience_id } = await makeExperience(own, { vineyard_id, dogs })
    return makePattern(own, { experience_id, days_of_week: [1], capacity, start_time })
  }
  const card = async (at = now) => {
    const [found] = await listVineyardCards(own, [vineyard_id], at)
    return found?.facts?.chips
  }
  // The first of June 2026 is a Monday.
  const { id: pattern_id } = await plan('14:00', 6, 'welcome')
  expect(await card()).toEqual(['Dogs welcome'])
  await sellPlaces(own, { pattern_id, slot_date: '2026-06-01', booked: 3 })
  expect(await card()).toEqual(['Last places today', 'Dogs welcome'])
  expect(await card(new Date('2026-05-31T09:00:00Z'))).toEqual(['Dogs welcome'])
  await plan('16:00', 1, 'on_lead')
  expect(await card()).toEqual(['Last places today', 'Dogs welcome'])
  await plan('17:00', 2, null)
  expect(await card()).toEqual([])
})
