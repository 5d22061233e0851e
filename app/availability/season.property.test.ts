import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { book } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { makeExperience, makePattern } from '../../test/make.ts'
import { addDays, type Day, weekdayNumber } from '../platform/days.ts'
import { findPlan, savePlan } from './plan.server.ts'
import type { DraftStart } from './plan.shapes.ts'

const sql = await ownDatabase()
const by = { actor: 'admin', actor_id: randomUUID() } as const

type Season = Pick<DraftStart, 'valid_from' | 'valid_until'> & {
  yearly_season: NonNullable<DraftStart['yearly_season']>
}

const daysOfYear = ['01-01', '01-06', '02-28', '02-29', '03-01', '04-01', '10-31', '11-15', '12-31']
const years = [2026, 2027, 2028, 2029]
const change = fc
  .record({
    year: fc.constantFrom(...years),
    from: fc.constantFrom('01-01', '03-20', '04-10', '11-20', '12-31'),
    lasts: fc.option(fc.constantFrom(0, 60, 200, 365), { nil: null, freq: 2 }),
  })
  .map(({ year, from, lasts }) => {
    const first = `${year}-${from}`
    return lasts === null
      ? { year, from: null, until: null }
      : { year, from: first, until: addDays(first, lasts) }
  })
const season: fc.Arbitrary<Season> = fc.record({
  valid_from: fc.constantFrom('2025-06-01', '2026-01-01', '2027-12-20'),
  valid_until: fc.constantFrom(null, null, '2028-02-29', '2029-05-05'),
  yearly_season: fc.record({
    from: fc.constantFrom(...daysOfYear),
    until: fc.constantFrom(...daysOfYear),
    changes: fc.uniqueArray(change, { selector: ({ year }) => year, maxLength: 3 }),
  }),
})

/**
 * Returns whether a season is valid on a day. This plain model of the rule compares days of the year as text.
 */
function isValid({ valid_from, valid_until, yearly_season }: Season, day: Day): boolean {
  if (day < valid_from || (valid_until !== null && day > valid_until)) return false
  const { from, until, changes } = yearly_season
  const [year, date] = [Number(day.slice(0, 4)), day.slice(5)]
  return [year - 1, year].some((begins) => {
    const other = changes.find((entry) => entry.year === begins)
    if (other) return other.from !== null && other.until !== null && day >= other.from && day <= other.until
    if (from <= until) return begins === year && date >= from && date <= until
    return begins === year ? date >= from : date <= until
  })
}

const daysFrom = (first: Day, count: number) => Array.from({ length: count }, (_, n) => addDays(first, n))

test('over seven years, a recurring season is valid on exactly the days that a plain model gives', async () => {
  const { id: experience_id } = await makeExperience(sql)
  const calendar = daysFrom('2024-12-01', 7 * 366)
  await fc.assert(
    fc.asyncProperty(season, async (drawn) => {
      const { id } = await makePattern(sql, { experience_id, ...drawn, is_active: false } as never)
      const [{ days }] = await sql<[{ days: Day[] | null }]>`
        select array_agg(day::text order by day) as days
        from availability_patterns p, unnest(${calendar}::date[]) as day
        where p.id = ${id} and p.valid_days @> day`
      expect(days ?? []).toEqual(calendar.filter((day) => isValid(drawn, day)))
    }),
    { numRuns: 150 },
  )
})

const aYear = 366
const steps = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ day: fc.nat({ max: aYear }), guests: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 1, arbitrary: season },
  ),
  { minLength: 4, maxLength: 14 },
)

test('after any edits of a season, its slots match the season, are never oversold and keep every booking', async () => {
  const counts = { booked: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(
      season,
      steps,
      fc.subarray([1, 2, 3, 4, 5, 6, 7], { minLength: 3 }),
      fc.constantFrom('2026-02-20', '2027-11-01', '2028-02-01'),
      async (first, sequence, days_of_week, today) => {
        const now = new Date(`${today}T00:30:00Z`)
        const experience = await makeExperience(sql, { booking_horizon_days: aYear })
        let current = first
        const save = async () => {
          const patterns = (await findPlan(sql, experience.id, { by }))?.patterns ?? []
          const start = {
            id: patterns[0]?.id ?? null,
            days_of_week,
            start_time: '11:00',
            capacity: 3,
            ...current,
          }
          expect((await savePlan(sql, experience.id, [start], { by, seen: null }, now)).ok).toBe(true)
        }
        await save()
        const [pattern] = await sql<[{ id: string }]>`
          select id from availability_patterns where experience_id = ${experience.id}`
        const bookings = new Map<string, { day: Day; guests: number }>()
        const runsOn = (day: Day) => isValid(current, day) && days_of_week.includes(weekdayNumber(day))
        const takenOn = (day: Day) =>
          [...bookings.values()].reduce((all, b) => all + (b.day === day ? b.guests : 0), 0)
        for (const step of sequence) {
          if ('valid_from' in step) {
            current = step
            await save()
            continue
          }
          const day = addDays(today, step.day)
          const fits = runsOn(day) && takenOn(day) + step.guests <= 3
          const id = await book(
            sql,
            experience,
            { pattern_id: pattern.id, slot_date: day },
            step.guests,
            now,
          ).catch(() => null)
          expect([day, step.guests, id !== null]).toEqual([day, step.guests, fits])
          if (id !== null) bookings.set(id, { day, guests: step.guests })
          counts[id === null ? 'refused' : 'booked']++
        }
        const expected = daysFrom(today, aYear + 1)
          .filter(runsOn)
          .map((slot_date) => ({ slot_date, remaining: 3 - takenOn(slot_date) }))
        const until = addDays(today, aYear)
        const ways = [
          sql`slots_of(${experience.id}, ${today}, ${until}, ${now})`,
          sql`(
            select slot_date, capacity - taken as remaining
            from planned_starts(${experience.id}, ${today}, ${until}, ${now})
          )`,
        ]
        for (const slots of ways)
          expect([...(await sql`select slot_date, remaining from ${slots} s order by slot_date`)]).toEqual(
            expected,
          )
        const kept = await sql`
          select id, booking_date as day, number_of_guests as guests from bookings
          where experience_id = ${experience.id} and status <> 'cancelled'`
        expect(new Map(kept.map(({ id, ...booking }) => [id, booking]))).toEqual(bookings)
      },
    ),
    { numRuns: 60 },
  )
  expect(Math.min(counts.booked, counts.refused)).toBeGreaterThan(20)
  expect(await sql`select * from consistency_faults(${new Date('2028-02-01T00:30:00Z')})`).toEqual([])
})
