import fc from 'fast-check'
import { expect, test } from 'vitest'
import { guestBookingRequest, hold } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeCatalogue, type RandomExperience } from '../../../test/catalogue.ts'
import { listBookablePlainly, seldom } from '../../../test/plain-search.ts'
import { makeExperience, makePattern } from '../../../test/make.ts'
import { findSlots, listNextSlots, nextOpenDays } from '../../availability/slot.server.ts'
import { type FactFilterName, factFilterNames, isStatedFactName } from '../../catalogue/facts/fact-filters.ts'
import { definitionOf } from '../../catalogue/facts/facts.ts'
import type { Slot } from '../../availability/slot.ts'
import { createBooking } from '../../bookings/new-bookings/create-booking.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { addDays } from '../../platform/days.ts'
import { searchVineyards } from './search.server.ts'
import { type Filters, durations, groupSizes, noFilters } from './filters.ts'

const sql = await ownDatabase()
/** The number of random searches for each property */
const runs = Number(process.env.SEARCH_RUNS ?? 50)
const now = new Date('2026-03-25T10:40:00Z')
const today = '2026-03-25'
const { vineyards, experiences } = await makeCatalogue(sql, { today, seed: 4 })

const held = (lasts: number): [Date, Date] => [new Date(+now - 1000), new Date(+now + lasts)]
// Real bookings and holds keep slots and hosts busy before the searches.
for (const [n, experience] of experiences.entries()) {
  const days = [1, 2, 3, 6].map((days) => addDays(today, days))
  for (const [m, day] of days.entries()) {
    const slots = await findSlots(sql, experience.id, day, now)
    const slot = slots.find(({ remaining }) => remaining >= experience.min_group_size)
    if (!slot) continue
    if (n % 2 === 0) await book(sql, experience, slot, experience.min_group_size)
    // Holds as many places as a party can take. Half of the holds have just expired.
    else
      await hold(
        sql,
        experience,
        slot,
        Math.min(slot.remaining, experience.max_group_size ?? 10),
        held(m % 2),
      )
  }
}

const slots = new Map<string, Promise<Slot[]>>()
function slotsOn(experience: RandomExperience, day: string): Promise<Slot[]> {
  const key = `${experience.id} ${day}`
  const known = slots.get(key) ?? findSlots(sql, experience.id, day, now)
  slots.set(key, known)
  return known
}

/** Returns the slots of one experience that a party could book. */
async function openSlots(experience: RandomExperience, day: string, guests: number): Promise<Slot[]> {
  const { min_group_size, max_group_size } = experience
  if (guests < min_group_size || guests > (max_group_size ?? 10)) return []
  return (await slotsOn(experience, day)).filter(({ remaining }) => remaining >= guests)
}

/** Returns whether one experience matches the filters of specification §5. */
async function matches(experience: RandomExperience, filters: Filters): Promise<boolean> {
  const { type, date, guests, minPrice, maxPrice, minDuration, maxGroupSize } = filters
  const { price_per_person: price, duration_minutes, max_group_size } = experience
  if (!experience.is_active) return false
  if (type !== null && experience.type !== type) return false
  if ((minPrice > 0 || maxPrice < 500) && (price < minPrice || price > maxPrice)) return false
  if (minDuration !== null && (duration_minutes ?? 60) / 60 < minDuration) return false
  if (maxGroupSize !== null && (max_group_size === null || max_group_size > maxGroupSize)) return false
  const { step_free, dogs, children } = experience
  const vineyard = vineyards.find(({ id }) => id === experience.vineyard_id)
  const choiceOf = (name: Parameters<typeof definitionOf>[0]) =>
    experience.own_facts[name] ?? vineyard?.facts[name]
  const suits = {
    step_free: step_free === 'yes' || step_free === 'partly',
    dogs: (dogs === 'welcome' || dogs === 'on_lead') && choiceOf('dogs_where') !== 'nowhere',
    children: (children === 'welcome' || children === 'with_adult') && choiceOf('children_from') !== 'adults',
    parking: experience.parking !== null,
    food: experience.food !== null,
    station: experience.station !== null,
  }
  const isSuited = (name: FactFilterName) => {
    if (!isStatedFactName(name)) return suits[name]
    return definitionOf(name).suits.includes(choiceOf(name) ?? '')
  }
  if (!filters.facts.every(isSuited)) return false
  return date === null || (await openSlots(experience, date, guests ?? 1)).length > 0
}

const withoutSigns = (text: string) => text.toLowerCase().replaceAll(/['’.-]/g, '')

async function expected(search: string, filters: Filters): Promise<string[]> {
  const { region, guests: _, facts, ...ofExperience } = filters
  const narrowed =
    facts.length > 0 ||
    Object.entries(ofExperience).some(
      ([name, value]) => value !== noFilters[name as keyof typeof ofExperience],
    )
  const found: string[] = []
  for (const vineyard of vineyards) {
    const term = withoutSigns(search)
    const { name, city, region: where } = vineyard
    const holds =
      search === '' ||
      (term !== '' && [name, city, where].some((text) => withoutSigns(text ?? '').includes(term)))
    if (!vineyard.is_visible || !holds || (region !== null && where !== region)) continue
    const own = experiences.filter(({ vineyard_id }) => vineyard_id === vineyard.id)
    const fits = await Promise.all(own.map((experience) => matches(experience, filters)))
    if (!narrowed || fits.includes(true)) found.push(vineyard.id)
  }
  return found.toSorted()
}

const anyDay = fc.integer({ min: 0, max: 12 }).map((days) => addDays(today, days))
const searches = fc.record({
  search: fc.constantFrom('', '', '', 'kent', 'a', '%', '_', "'", 'nowhere'),
  filters: fc.record({
    region: seldom(fc.constantFrom('Kent', 'East Sussex')),
    type: seldom(fc.constantFrom('wine_tasting', 'cellar_tour')),
    date: fc.option(anyDay, { nil: null, freq: 4 }),
    guests: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
    minPrice: fc.constantFrom(0, 0, 0, 10, 20, 500),
    maxPrice: fc.constantFrom(500, 500, 500, 490, 40, 30),
    minDuration: seldom(fc.constantFrom(...durations)),
    maxGroupSize: seldom(fc.constantFrom(...groupSizes)),
    facts: fc.oneof(
      { arbitrary: fc.constant([]), weight: 3 },
      { arbitrary: fc.subarray([...factFilterNames], { minLength: 1, maxLength: 2 }), weight: 2 },
    ),
  }),
})

async function search(term: string, filters: Filters): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const found = await searchVineyards(sql, { search: term, filters, page, near: null }, now)
    ids.push(...found.hits.map(({ id }) => id))
    if (page * 24 >= found.total) return ids
  }
}

test('finds exactly the vineyards that a check of every slot finds', async () => {
  let hits = 0
  await fc.assert(
    fc.asyncProperty(searches, async ({ search: term, filters }) => {
      const found = await search(term, filters)
      hits += found.length
      expect(found.toSorted()).toEqual(await expected(term, filters))
    }),
    { numRuns: runs, seed: 20_261_121 },
  )
  expect(hits).toBeGreaterThan(runs)
})

type Bookable = Pick<RandomExperience, 'id' | 'vineyard_id' | 'price_per_person'>
type BookableSlot = Pick<Slot, 'pattern_id' | 'availability_id' | 'slot_date'>

function book(on: Queryable, experience: Bookable, slot: BookableSlot, guests: number, at = now) {
  const { pattern_id, availability_id, slot_date } = slot
  const name = pattern_id === null ? { availability_id: String(availability_id) } : { pattern_id }
  const request = guestBookingRequest(experience, { ...name, slot_date }, guests)
  return createBooking(on, experience, request, at)
}

class Undo extends Error {}

/** Tries to book in a transaction that is rolled back. */
async function tryToBook(
  experience: Bookable,
  slot: BookableSlot,
  guests: number,
  { database = sql, at = now } = {},
): Promise<boolean> {
  let booked = false
  const bookAndUndo = async (transaction: Queryable) => {
    booked = (await book(transaction, experience, slot, guests, at)).ok
    throw new Undo()
  }
  await database.begin(bookAndUndo).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  return booked
}

test('every result of a search by day and party can be booked', async () => {
  let booked = 0
  await fc.assert(
    fc.asyncProperty(searches, anyDay, async ({ search: term, filters }, date) => {
      const wanted = { ...filters, date }
      const guests = wanted.guests ?? 1
      for (const id of await search(term, wanted)) {
        const own = experiences.filter(({ vineyard_id }) => vineyard_id === id)
        const tries: boolean[] = []
        for (const experience of own) {
          if (!(await matches(experience, wanted))) continue
          const [slot] = await openSlots(experience, date, guests)
          if (slot) tries.push(await tryToBook(experience, slot, guests))
        }
        expect(tries.length).toBeGreaterThan(0)
        expect(tries).not.toContain(false)
        booked += tries.length
      }
    }),
    { numRuns: runs, seed: 7 },
  )
  expect(booked).toBeGreaterThan(runs / 3)
})

test('just before and at each cut-off, the section of bookable vineyards counts exactly those that a plain query finds', async () => {
  const [{ closings }] = await sql<[{ closings: Date[] }]>`
    select array_agg(distinct s.starts_at - make_interval(mins => e.booking_cutoff_minutes)) as closings
    from experiences e
      cross join lateral slots_of(e.id, ${today}, ${today}::date + 14, ${now}) s`
  const sizes = new Set<number>()
  for (const closing of closings.map(Number).toSorted((a, b) => a - b)) {
    for (const at of [closing - 1000, closing].map((instant) => new Date(instant))) {
      const query = { search: '', filters: noFilters, page: 1, near: null }
      const { sections } = await searchVineyards(sql, query, at)
      const bookable = await listBookablePlainly(sql, at)
      const counted = sections.find(({ kind }) => kind === 'bookable')?.total ?? 0
      expect(counted).toBe(bookable.size)
      sizes.add(counted)
    }
  }
  expect(sizes.size).toBeGreaterThan(4)
})

const ids = experiences.map(({ id }) => id)

test('the test data has busy hosts', async () => {
  const [{ busy }] = await sql<[{ busy: number }]>`
    select count(*)::int as busy from bookings b join experiences e on e.id = b.experience_id
    where e.host_id is not null`
  expect(busy).toBeGreaterThan(10)
})

test.each([1, 2, 5, 8])(
  'the next slots for a party of %i are the first slots with enough places',
  async (guests) => {
    const found = await listNextSlots(sql, ids, guests, today, 5, now)
    for (const experience of experiences) {
      const { id, min_group_size, max_group_size } = experience
      const fits = guests >= min_group_size && guests <= (max_group_size ?? 10)
      const [first] = fits ? await nextOpenDays(sql, id, guests, today, 1, now) : []
      const expected = new Map<string, number>()
      for (let n = 0; first && n < 28; n++)
        for (const { slot_date, start_time, remaining } of await findSlots(sql, id, addDays(first, n), now)) {
          const start = `${slot_date} ${start_time}`
          if (remaining >= guests) expected.set(start, Math.max(remaining, expected.get(start) ?? 0))
        }
      const listed = found.filter(({ experience_id }) => experience_id === id)
      expect(
        listed.map(({ slot_date, start_time, remaining }) => [`${slot_date} ${start_time}`, remaining]),
      ).toEqual([...expected].slice(0, 5))
    }
    expect(found.length).toBeGreaterThan(10)
  },
)

const rules = await ownDatabase()
const minute = 60_000

test('search, next slots and bookings have the same party limits and cut-off', async () => {
  const slot_date = '2026-06-06'
  const noon = Date.parse('2026-06-06T12:00+01:00')
  const outcomes = { booked: 0, refused: 0 }
  let n = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        min_group_size: fc.integer({ min: 1, max: 3 }),
        max_group_size: fc.constantFrom(null, null, 4, 12),
        booking_cutoff_minutes: fc.constantFrom(0, 90),
        guests: fc.constantFrom(1, 2, 3, 4, 5, 9, 10, 11, 12, 13),
        before: fc.constantFrom(-minute, 0, 1000, 89 * minute, 90 * minute, 90 * minute + 1000, 900 * minute),
      }),
      async ({ guests, before, ...limits }) => {
        const at = new Date(noon - before)
        const type = `rule_${++n}`
        const experience = await makeExperience(rules, { ...limits, type })
        const { id: pattern_id } = await makePattern(rules, {
          experience_id: experience.id,
          start_time: '12:00',
          capacity: 20,
        })
        const slot = { pattern_id, availability_id: null, slot_date }
        const booked = await tryToBook(experience, slot, guests, { database: rules, at })
        outcomes[booked ? 'booked' : 'refused']++

        const filters = { ...noFilters, type, date: slot_date, guests }
        const { total } = await searchVineyards(rules, { search: '', filters, page: 1, near: null }, at)
        expect(total).toBe(booked ? 1 : 0)
        const [next] = await listNextSlots(rules, [experience.id], guests, slot_date, 1, at)
        expect(next?.slot_date === slot_date).toBe(booked)
      },
    ),
    { numRuns: Math.ceil(runs / 2), seed: 20 },
  )
  expect(Math.min(outcomes.booked, outcomes.refused)).toBeGreaterThan(runs / 20)
})
