import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ownDatabase } from '../../test/database.ts'
import { makeCatalogue, type RandomExperience } from '../../test/catalogue.ts'
import { findSlots, nextOpenDay } from '../availability/slot.server.ts'
import type { Slot } from '../availability/slot.ts'
import { unqueuedBooking, createBooking } from '../bookings/booking-queue.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import { addDays } from '../platform/days.ts'
import { readNextDays } from './card-facts.server.ts'
import { type Filters, durations, groupSizes, noFilters } from './filters.ts'
import { searchVineyards } from './search.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-03-25T10:40:00Z')
const today = '2026-03-25'
const { vineyards, experiences } = await makeCatalogue(sql, { today, seed: 4 })

// Guides are busy with real parties before anybody searches.
for (const [n, experience] of experiences.entries()) {
  const days = [1, 2, 3, 6].map((days) => addDays(today, days))
  for (const day of days) {
    const slots = await findSlots(sql, experience.id, day, now)
    const slot = slots.find(({ remaining }) => remaining >= experience.min_group_size)
    if (slot && n % 2 === 0) await book(sql, experience, slot, experience.min_group_size)
  }
}

const slots = new Map<string, Promise<Slot[]>>()
function slotsOn(experience: RandomExperience, day: string): Promise<Slot[]> {
  const key = `${experience.id} ${day}`
  const known = slots.get(key) ?? findSlots(sql, experience.id, day, now)
  slots.set(key, known)
  return known
}

/** The slots of one experience that a party could book, reckoned one by one. */
async function roomFor(experience: RandomExperience, day: string, guests: number): Promise<Slot[]> {
  const { min_group_size, max_group_size } = experience
  if (guests < min_group_size || guests > (max_group_size ?? 10)) return []
  return (await slotsOn(experience, day)).filter(({ remaining }) => remaining >= guests)
}

/** The specification's words, applied to one experience at a time. */
async function answers(experience: RandomExperience, filters: Filters): Promise<boolean> {
  const { type, date, guests, minPrice, maxPrice, minDuration, maxGroupSize } = filters
  const { price_per_person: price, duration_minutes, max_group_size } = experience
  if (!experience.is_active) return false
  if (type !== null && experience.type !== type) return false
  if ((minPrice > 0 || maxPrice < 500) && (price < minPrice || price > maxPrice)) return false
  if (minDuration !== null && (duration_minutes ?? 60) / 60 < minDuration) return false
  if (maxGroupSize !== null && (max_group_size === null || max_group_size > maxGroupSize)) return false
  return date === null || (await roomFor(experience, date, guests ?? 1)).length > 0
}

async function expected(search: string, filters: Filters): Promise<string[]> {
  const { region, guests: _, ...ofExperience } = filters
  const narrowed = Object.entries(ofExperience).some(
    ([name, value]) => value !== noFilters[name as keyof typeof ofExperience],
  )
  const found: string[] = []
  for (const vineyard of vineyards) {
    const term = search.toLowerCase()
    const { name, city, region: where } = vineyard
    const holds = [name, city, where].some((text) => (text ?? '').toLowerCase().includes(term))
    if (!vineyard.is_visible || !holds || (region !== null && where !== region)) continue
    const own = experiences.filter(({ vineyard_id }) => vineyard_id === vineyard.id)
    const fits = await Promise.all(own.map((experience) => answers(experience, filters)))
    if (!narrowed || fits.includes(true)) found.push(vineyard.id)
  }
  return found.toSorted()
}

const mostly = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { nil: null, freq: 1 })
const anyDay = fc.integer({ min: 0, max: 12 }).map((days) => addDays(today, days))
const searches = fc.record({
  search: fc.constantFrom('', '', '', 'kent', 'a', '%', '_', "'", 'nowhere'),
  filters: fc.record({
    region: mostly(fc.constantFrom('Kent', 'East Sussex')),
    type: mostly(fc.constantFrom('wine_tasting', 'cellar_tour')),
    date: fc.option(anyDay, { nil: null, freq: 4 }),
    guests: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
    minPrice: fc.constantFrom(0, 0, 0, 10, 20, 500),
    maxPrice: fc.constantFrom(500, 500, 500, 490, 40, 30),
    minDuration: mostly(fc.constantFrom(...durations)),
    maxGroupSize: mostly(fc.constantFrom(...groupSizes)),
  }),
})

async function search(search: string, filters: Filters): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1; ; page++) {
    const found = await searchVineyards(sql, { search, filters, page, near: null }, now)
    ids.push(...found.hits.map(({ id }) => id))
    if (page * 24 >= found.total) return ids
  }
}

test('a search finds exactly what looking at every slot of every experience finds', async () => {
  let hits = 0
  await fc.assert(
    fc.asyncProperty(searches, async ({ search: term, filters }) => {
      const found = await search(term, filters)
      hits += found.length
      expect(found.toSorted()).toEqual(await expected(term, filters))
    }),
    { numRuns: 400, seed: 20_261_121 },
  )
  expect(hits).toBeGreaterThan(400)
})

function book(on: Queryable, experience: RandomExperience, slot: Slot, guests: number) {
  const { pattern_id, availability_id, slot_date } = slot
  const request = {
    slot: pattern_id === null ? { availability_id: String(availability_id) } : { pattern_id, slot_date },
    slot_date,
    number_of_guests: guests,
    price_per_person: experience.price_per_person,
    guest_name: 'Ada Lovelace',
    guest_email: 'ada@example.com',
    guest_phone: '01632 960123',
    special_requests: '',
    idempotency_key: randomUUID(),
  }
  return createBooking(unqueuedBooking(on), experience, request, now)
}

class Undo extends Error {}

/** Books, says how it went, and leaves no trace. */
async function tryToBook(experience: RandomExperience, slot: Slot, guests: number): Promise<boolean> {
  let booked = false
  const andBack = async (transaction: Queryable) => {
    booked = (await book(transaction, experience, slot, guests)).ok
    throw new Undo()
  }
  await sql.begin(andBack).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error
  })
  return booked
}

test('every hit of a search by day and party can really be booked', async () => {
  let booked = 0
  await fc.assert(
    fc.asyncProperty(searches, anyDay, async ({ search: term, filters }, date) => {
      const wanted = { ...filters, date }
      const guests = wanted.guests ?? 1
      for (const id of await search(term, wanted)) {
        const own = experiences.filter(({ vineyard_id }) => vineyard_id === id)
        const tries: boolean[] = []
        for (const experience of own) {
          if (!(await answers(experience, wanted))) continue
          const [slot] = await roomFor(experience, date, guests)
          if (slot) tries.push(await tryToBook(experience, slot, guests))
        }
        expect(tries.length).toBeGreaterThan(0)
        expect(tries).not.toContain(false)
        booked += tries.length
      }
    }),
    { numRuns: 150, seed: 7 },
  )
  expect(booked).toBeGreaterThan(100)
})

const ids = experiences.map(({ id }) => id)

test('guides are busy, so that their crowds are part of what is compared', async () => {
  const [{ busy }] = await sql<[{ busy: number }]>`
    select count(*)::int as busy from bookings b join experiences e on e.id = b.experience_id
    where e.host_id is not null`
  expect(busy).toBeGreaterThan(10)
})

test('the slots of many experiences are those of each', async () => {
  const many = await sql`
    select experience_id, slot_date, starts_at, remaining
    from slots_of_experiences(${ids}::uuid[], ${today}, ${today}::date + 20, ${now})
    order by experience_id, starts_at, remaining`
  const each = await sql`
    select e.id as experience_id, s.slot_date, s.starts_at, s.remaining
    from unnest(${ids}::uuid[]) as e (id) cross join lateral slots_of(e.id, ${today}, ${today}::date + 20, ${now}) s
    order by e.id, s.starts_at, s.remaining`
  expect(each.length).toBeGreaterThan(200)
  expect([...many]).toEqual([...each])
})

test.each([1, 2, 5, 8])('the next open day for %i is the first that has room', async (guests) => {
  const found = await readNextDays(sql, ids, guests, today, now)
  for (const experience of experiences) {
    const { min_group_size, max_group_size } = experience
    const fits = guests >= min_group_size && guests <= (max_group_size ?? 10)
    const next = fits ? await nextOpenDay(sql, experience.id, guests, today, now) : undefined
    expect(found.get(experience.id)).toBe(next)
  }
  expect(found.size).toBeGreaterThan(3)
})
