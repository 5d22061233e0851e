import fc from 'fast-check'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../test/database.ts'
import { makeExperience, makePattern, makeVineyard, storeSlots, sellPlaces } from '../../test/make.ts'
import { findUnavailableReasons } from './unavailable-reason.server.ts'
import { findSlots } from './slot.server.ts'

const sql = await ownDatabase()
const by = { actor: 'system' } as const
/** Days around a clock change in spring that skips 01:00–02:00. */
const days = ['2026-03-26', '2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31']
const times = ['00:30', '01:30', '10:00', '23:30']
const often = [true, true, true, true, true, true, true, true, true]
const day = fc.constantFrom(...days)
const time = fc.constantFrom(...times)

const market = fc.record({
  is_visible: fc.constantFrom(...often, false),
  offer: fc.record({
    is_active: fc.constantFrom(...often, false),
    booking_cutoff_minutes: fc.constantFrom(0, 0, 60, 1440),
    booking_horizon_days: fc.constantFrom(1, 365, 365, 365),
    min_group_size: fc.constantFrom(1, 2),
    max_group_size: fc.constantFrom(null, 4),
    duration_minutes: fc.constantFrom(null, 60, 180),
  }),
  host: fc.option(fc.constantFrom(1, 3, 50), { freq: 2 }),
  patterns: fc.uniqueArray(
    fc.record({
      start_time: time,
      days_of_week: fc.constantFrom([1, 2, 3, 4, 5, 6, 7], [1, 2, 3, 4, 5, 6, 7], [6, 7]),
      capacity: fc.integer({ min: 2, max: 9 }),
      valid_from: fc.constantFrom('2026-01-01', '2026-01-01', '2026-03-29'),
      valid_until: fc.constantFrom(null, null, '2026-03-29'),
      is_active: fc.constantFrom(...often, false),
    }),
    { selector: ({ start_time }) => start_time, maxLength: 3 },
  ),
  legacy: fc.uniqueArray(
    fc.record({
      start_time: fc.constantFrom('2026-03-28T10:00:00Z', '2026-03-29T09:00:00Z'),
      available_slots: fc.integer({ min: 0, max: 4 }),
      taken: fc.constantFrom(0, 2),
    }),
    { selector: ({ start_time }) => start_time, maxLength: 2 },
  ),
  exceptions: fc.array(
    fc.record({
      starts_on: day,
      length: fc.constantFrom(0, 2),
      hours: fc.option(fc.constantFrom(['09:00', '11:00'], ['00:00', '02:00'])),
      capacity: fc.constantFrom(null, 0, 2, 20),
      reach: fc.constantFrom('vineyard', 'experience', 'start'),
    }),
    { maxLength: 2 },
  ),
  sold: fc.array(fc.record({ slot_date: day, share: fc.constantFrom(0.5, 1) }), { maxLength: 3 }),
  now: fc.constantFrom('2026-03-26T09:30:00Z', '2026-03-28T09:30:00Z', '2026-03-28T23:40:00Z'),
})
const requestedVisits = fc.array(
  fc.record({ day, time: fc.option(time, { freq: 2 }), guests: fc.integer({ min: 1, max: 4 }) }),
  { minLength: 6, maxLength: 6 },
)

async function make(drawn: typeof market extends fc.Arbitrary<infer Value> ? Value : never) {
  const { id: vineyard_id } = await makeVineyard(sql, { is_visible: drawn.is_visible })
  const [host] =
    drawn.host === null
      ? []
      : await sql<{ id: string }[]>`
          insert into hosts ${sql({ vineyard_id, name: 'Guide', capacity: drawn.host })} returning id`
  const { id: experience_id } = await makeExperience(sql, {
    ...drawn.offer,
    vineyard_id,
    host_id: host?.id ?? null,
  })
  const patterns = []
  for (const pattern of drawn.patterns) patterns.push(await makePattern(sql, { ...pattern, experience_id }))
  for (const row of drawn.legacy) await sql`insert into availability ${sql({ ...row, experience_id })}`
  for (const { starts_on, length, hours, capacity, reach: scope } of drawn.exceptions) {
    const [pattern] = patterns
    await sql`
      insert into availability_exceptions ${sql({
        vineyard_id,
        experience_id: scope === 'vineyard' ? null : experience_id,
        pattern_id: scope === 'start' ? (pattern?.id ?? null) : null,
        starts_on,
        ends_on: days[Math.min(days.indexOf(starts_on) + length, days.length - 1)] ?? starts_on,
        from_time: hours?.[0] ?? null,
        until_time: hours?.[1] ?? null,
        capacity,
      })}`
  }
  await storeSlots(sql, experience_id)
  for (const [n, { slot_date, share }] of drawn.sold.entries()) {
    const pattern = patterns[n % Math.max(1, patterns.length)]
    if (!pattern) continue
    const booked = Math.ceil(pattern.capacity * share)
    await sellPlaces(sql, { pattern_id: pattern.id, slot_date, booked })
  }
  return experience_id
}

const runs = Number(process.env.REASON_RUNS ?? 15)

// Negative control: a run of 400 plans fails if the rule for the host, skipped hour, cut-off or party size is missing.
test('gives a reason exactly when no visitor could book', { timeout: 600_000 }, async () => {
  const met = { reasons: 0, free: 0 }
  await fc.assert(
    fc.asyncProperty(market, requestedVisits, async (drawn, visits) => {
      const id = await make(drawn)
      const now = new Date(drawn.now)
      const { min_group_size, max_group_size } = drawn.offer
      for (const { day, time, guests } of visits) {
        const slots = await findSlots(sql, id, day, now)
        const bookable =
          guests >= min_group_size &&
          guests <= (max_group_size ?? 10) &&
          slots.some(
            (slot) => slot.remaining >= guests && (time === null || slot.start_time === `${time}:00`),
          )
        const query = { day, time: time && `${time}:00`, guests }
        const found = await findUnavailableReasons(sql, id, query, { by }, now)
        expect({
          bookable,
          ...query,
          reasons: found?.reasons.length === 0 ? 'none' : found?.reasons,
        }).toEqual({
          bookable,
          ...query,
          reasons: bookable ? 'none' : expect.arrayContaining([expect.anything()]),
        })
        met[bookable ? 'free' : 'reasons'] += 1
      }
    }),
    { numRuns: runs },
  )
  // The random plans must give both many free visits and many reasons.
  expect(Math.min(met.free, met.reasons)).toBeGreaterThan(runs / 10)
})
