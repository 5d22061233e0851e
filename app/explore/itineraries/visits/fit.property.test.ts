import fc from 'fast-check'
import { expect, test } from 'vitest'

import { type Legs, passThrough, type TimedStop } from '../day-times.ts'
import { chooseStarts, fitsInstead, type OpenStop } from './fit.ts'

const begins = 600
const quarters = (min: number, max: number) => fc.integer({ min, max }).map((n) => n * 15)
const legsOf = (n: number) =>
  fc
    .array(fc.array(fc.integer({ min: 0, max: 70 }), { minLength: n, maxLength: n }), {
      minLength: n,
      maxLength: n,
    })
    .map(
      (rows): Legs =>
        rows.map((row) => row.map((minutes) => ({ kilometres: minutes, minutes, by: 'estimate' as const }))),
    )
const lasts = quarters(2, 8)
const stop = fc.record({ start: fc.option(quarters(38, 72)), lasts })

/** Simulates a day stop by stop. Returns which stops are reached 15 minutes before their start. */
function reachedBy(stops: TimedStop[], legs: Legs): boolean[] {
  let clock = begins
  return stops.map(({ start, lasts }, n) => {
    if (n > 0) clock += legs[n - 1]?.[n]?.minutes ?? 0
    // Guests set out early enough for the first stop.
    if (n === 0 && start !== null && start < clock) clock = start
    const inTime = start === null || n === 0 || clock <= start - 15
    clock = Math.max(clock, (start ?? clock) + lasts)
    return inTime
  })
}

// Negative controls: without `+ earlyBy` in passThrough, or with legs.now for both passes in fitsInstead, this test fails.
test('a swap is possible only if guests reach the new visit in time, and still reach every stop that they reached in time before', () => {
  const day = fc.integer({ min: 1, max: 5 }).chain((n) =>
    fc.record({
      stops: fc.array(stop, { minLength: n, maxLength: n }),
      at: fc.nat({ max: n - 1 }),
      start: quarters(38, 72),
      lasts,
      now: legsOf(n),
      then: legsOf(n),
    }),
  )
  let [fitting, refused] = [0, 0]
  fc.assert(
    fc.property(day, ({ stops, at, start, lasts, now, then }) => {
      const changed = stops.with(at, { start, lasts })
      const legs: Legs = now.map((row, from) =>
        row.map((leg, to) => (from === at || to === at ? (then[from]?.[to] ?? null) : leg)),
      )
      const fits = fitsInstead(stops, at, { start, lasts }, { now, then: legs }, begins)
      const [before, after] = [reachedBy(stops, now), reachedBy(changed, legs)]
      const isEarlier = at === 0 && start < Math.min(begins, stops[0]?.start ?? begins)
      const breaksNothing = after.every((reached, n) => reached || (n !== at && before[n] === false))
      if (fits) expect([breaksNothing, isEarlier]).toEqual([true, false])
      // If guests reach every stop before the swap, a start fits exactly if they reach every stop after the swap and the day
      // begins no earlier.
      if (before.every(Boolean)) expect(fits).toBe(breaksNothing && !isEarlier)
      if (fits) fitting++
      else refused++
    }),
    { numRuns: 1000 },
  )
  expect(Math.min(fitting, refused)).toBeGreaterThan(50)
})

const openStop = fc.record({
  starts: fc.option(fc.uniqueArray(quarters(38, 72), { maxLength: 4 }), { freq: 4 }),
  planned: fc.option(quarters(38, 72)),
  lasts,
})

/** Returns every combination of starts for these stops. A stop that starts on arrival has null. */
const waysOf = ([first, ...rest]: OpenStop[]): (number | null)[][] =>
  first ? (first.starts ?? [null]).flatMap((start) => waysOf(rest).map((way) => [start, ...way])) : [[]]

// Negative control: without `start + lasts <= leaveBy` in chooseStarts, an early choice leaves no time for a later stop.
test('chooses starts for a day exactly if all its stops can be reached in time', () => {
  const day = fc
    .integer({ min: 1, max: 5 })
    .chain((n) => fc.record({ stops: fc.array(openStop, { minLength: n, maxLength: n }), legs: legsOf(n) }))
  let [found, none] = [0, 0]
  fc.assert(
    fc.property(day, ({ stops, legs }) => {
      const chosen = chooseStarts(stops, legs, begins)
      const inTime = (way: (number | null)[]) =>
        reachedBy(
          stops.map(({ lasts }, n) => ({ lasts, start: way[n] ?? null })),
          legs,
        ).every(Boolean)
      expect(chosen !== null).toBe(waysOf(stops).some(inTime))
      if (chosen === null) none++
      else {
        found++
        const way = stops.map(({ starts }, n) => (starts ? (chosen[n] ?? null) : null))
        expect(inTime(way)).toBe(true)
        for (const [n, { starts }] of stops.entries()) if (starts) expect(starts).toContain(chosen[n])
      }
    }),
    { numRuns: 1000 },
  )
  expect(Math.min(found, none)).toBeGreaterThan(50)
})

test('keeps the planned start if guests can book it, and otherwise takes the nearest start', () => {
  const legs: Legs = [0, 1].map(() => [0, 1].map(() => ({ kilometres: 5, minutes: 20, by: 'estimate' })))
  const stops = [
    { starts: [600, 690], planned: 690, lasts: 60 },
    { starts: [780, 840, 960], planned: 900, lasts: 60 },
  ]
  expect(chooseStarts(stops, legs, begins)).toEqual([690, 840])
  expect(
    passThrough(
      stops.map(({ lasts }, n) => ({ lasts, start: [690, 840][n] ?? null })),
      legs,
      begins,
    ),
  ).toMatchObject([{ reached: 'in_time' }, { reached: 'in_time' }])
})
