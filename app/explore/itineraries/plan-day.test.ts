import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Candidate, leavesLunch, needsLunch, planDay, type Visit, type DayBounds } from './plan-day.ts'
import { earlyBy } from '../../bookings/booking-terms.ts'
import type { Legs } from './day-times.ts'

const leg = (minutes: number) => ({ kilometres: minutes, minutes, by: 'estimate' as const })
const hour = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))
const at = (vineyard_id: string, lasts: number, ...starts: string[]): Candidate => ({
  vineyard_id,
  lasts,
  starts: starts.map(hour),
})
const bounds = (from: string, until: string, most: number): DayBounds => ({
  from: hour(from),
  until: hour(until),
  most,
})
const apart = (minutes: number, n: number): Legs =>
  Array.from({ length: n }, () => Array.from({ length: n }, () => leg(minutes)))

test('plans as many visits as possible in an order that can be driven', () => {
  const candidates = [at('a', 60, '10:00', '16:00'), at('b', 60, '10:00'), at('c', 90, '13:30')]
  expect(planDay(candidates, apart(20, 3), bounds('09:00', '18:00', 3), null)).toEqual([
    { candidate: 1, start: hour('10:00') },
    { candidate: 2, start: hour('13:30') },
    { candidate: 0, start: hour('16:00') },
  ])
})

test('visits each vineyard once a day and arrives 15 minutes early', () => {
  const candidates = [at('a', 60, '10:00'), at('a', 60, '12:00'), at('b', 60, '11:34', '11:35')]
  expect(planDay(candidates, apart(20, 3), bounds('09:00', '18:00', 4), null)).toEqual([
    { candidate: 0, start: hour('10:00') },
    { candidate: 2, start: hour('11:35') },
  ])
})

test('leaves time for lunch, with one visit fewer if needed', () => {
  const through = [at('a', 60, '11:30'), at('b', 60, '13:15', '14:30')]
  expect(planDay(through, apart(10, 2), bounds('09:00', '18:00', 2), null)[1]?.start).toBe(hour('14:30'))
  const hungry = [at('a', 60, '11:30'), at('b', 60, '13:15')]
  expect(planDay(hungry, apart(10, 2), bounds('09:00', '18:00', 2), null)).toHaveLength(1)
})

test('counts the drives from and to home if a home is given', () => {
  const far = [at('a', 60, '10:00')]
  expect(planDay(far, apart(0, 1), bounds('09:00', '12:00', 2), [45])).toHaveLength(1)
  expect(planDay(far, apart(0, 1), bounds('09:00', '12:00', 2), [46])).toEqual([])
  expect(planDay(far, apart(0, 1), bounds('09:00', '11:40', 2), [45])).toEqual([])
})

test('plans no visits when nothing fits', () => {
  expect(planDay([], [], bounds('09:00', '18:00', 3), null)).toEqual([])
  expect(planDay([at('a', 60)], apart(0, 1), bounds('09:00', '18:00', 3), null)).toEqual([])
})

/** Returns the best score over all sequences of visits. */
function bruteForce(
  candidates: Candidate[],
  legs: Legs,
  { from, until, most }: DayBounds,
  home: (number | null)[] | null,
) {
  let best: { visits: Visit[]; score: number[] } | undefined
  const walk = (visits: Visit[]) => {
    const judged = judge(visits)
    if (visits.length > 0 && !judged) return
    if (judged && visits.length > 0) {
      const { drive, ends, fed, homeward } = judged
      const whole = ends + homeward <= until && (!needsLunch({ visits, ends }) || fed)
      const score = [-visits.length, drive + homeward, ends + homeward]
      if (whole && (!best || isLess(score, best.score))) best = { visits, score }
    }
    if (visits.length === most) return
    for (const [candidate, { starts }] of candidates.entries())
      for (const start of starts) walk([...visits, { candidate, start }])
  }
  const judge = (visits: Visit[]) => {
    const vineyards = visits.map(({ candidate }) => candidates[candidate]?.vineyard_id)
    if (new Set(vineyards).size < vineyards.length) return
    let [drive, ends, fed] = [0, from, false]
    for (const [n, { candidate, start }] of visits.entries()) {
      const last = visits[n - 1]
      const way = last ? (legs[last.candidate]?.[candidate]?.minutes ?? 0) : (home?.[candidate] ?? 0)
      if (start < ends + way + (last || home ? earlyBy : 0)) return
      if (last && leavesLunch(ends, way, start)) fed = true
      drive += way
      ends = start + (candidates[candidate]?.lasts ?? 0)
      if (ends > until) return
    }
    return { drive, ends, fed, homeward: home?.[visits.at(-1)?.candidate ?? -1] ?? 0 }
  }
  walk([])
  return best?.score ?? null
}
const isLess = (a: number[], b: number[]) => {
  const n = a.findIndex((part, at) => part !== b[at])
  return n >= 0 && (a[n] as number) < (b[n] as number)
}
function scoreOf(visits: Visit[], candidates: Candidate[], legs: Legs, home: (number | null)[] | null) {
  if (visits.length === 0) return null
  const last = visits.at(-1) as Visit
  const homeward = home?.[last.candidate] ?? 0
  const roads = visits.map(({ candidate }, n) => {
    const before = visits[n - 1]
    return before ? (legs[before.candidate]?.[candidate]?.minutes ?? 0) : (home?.[candidate] ?? 0)
  })
  const ends = last.start + (candidates[last.candidate]?.lasts ?? 0)
  return [-visits.length, roads.reduce((sum, way) => sum + way, 0) + homeward, ends + homeward]
}

test('finds the best plan for up to six candidates', () => {
  const day = fc.integer({ min: 1, max: 6 }).chain((n) =>
    fc.record({
      candidates: fc.array(
        fc.record({
          vineyard_id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
          lasts: fc.integer({ min: 2, max: 12 }).map((quarters) => quarters * 15),
          starts: fc.uniqueArray(
            fc.integer({ min: 36, max: 72 }).map((quarters) => quarters * 15),
            { maxLength: 4 },
          ),
        }),
        { minLength: n, maxLength: n },
      ),
      legs: fc.array(
        fc.array(fc.option(fc.integer({ min: 0, max: 70 }).map(leg), { freq: 8 }), {
          minLength: n,
          maxLength: n,
        }),
        { minLength: n, maxLength: n },
      ),
      home: fc.option(
        fc.array(fc.option(fc.integer({ min: 0, max: 60 }), { freq: 8 }), { minLength: n, maxLength: n }),
      ),
      bounds: fc.record({
        from: fc.integer({ min: 32, max: 44 }).map((quarters) => quarters * 15),
        until: fc.integer({ min: 52, max: 80 }).map((quarters) => quarters * 15),
        most: fc.constantFrom(2, 3, 4),
      }),
    }),
  )
  fc.assert(
    fc.property(day, ({ candidates, legs, home, bounds }) => {
      const planned = planDay(candidates, legs, bounds, home)
      expect(scoreOf(planned, candidates, legs, home)).toEqual(bruteForce(candidates, legs, bounds, home))
    }),
    { numRuns: 500 },
  )
})
