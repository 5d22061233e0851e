import fc from 'fast-check'
import { expect, test } from 'vitest'

import { bestOrder, compare, type Cost, costAfter } from './reorder-stops.ts'
import { type Legs, passThrough, type TimedStop } from './day-times.ts'
import { estimateLeg, estimateLegs } from './drive.ts'

const positions = (n: number) =>
  fc.array(
    fc.record({
      latitude: fc.double({ min: 50, max: 51, noNaN: true }),
      longitude: fc.double({ min: -1, max: 1, noNaN: true }),
    }),
    { minLength: n, maxLength: n },
  )
const stopsOf = (n: number) =>
  fc.array(
    fc.record({
      start: fc.option(fc.integer({ min: 36, max: 72 }).map((quarters) => quarters * 15)),
      lasts: fc.integer({ min: 1, max: 8 }).map((quarters) => quarters * 15),
    }),
    { minLength: n, maxLength: n },
  )
const dayOf = (n: number) => fc.record({ stops: stopsOf(n), legs: positions(n).map(estimateLegs) })
const costOf = (order: number[], stops: TimedStop[], legs: Legs, begins: number) =>
  order.reduce<Cost>((cost, stop, n) => costAfter(cost, order[n - 1], stop, stops, legs), [0, 0, begins])
const permutations = (rest: number[]): number[][] =>
  rest.length <= 1
    ? [rest]
    : rest.flatMap((n) => permutations(rest.filter((m) => m !== n)).map((order) => [n, ...order]))

test('finds the optimal order of a few stops', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 }).chain(dayOf), ({ stops, legs }) => {
      const found = costOf(bestOrder(stops, legs, 600), stops, legs, 600)
      for (const order of permutations([...stops.keys()]))
        expect(compare(found, costOf(order, stops, legs, 600))).toBeLessThanOrEqual(0)
    }),
    { numRuns: 150 },
  )
})

test('finds the optimal order of 12 stops', () => {
  const along = (n: number): Legs =>
    estimateLegs(Array.from({ length: n }, (_, i) => ({ latitude: 51, longitude: -1 + ((i * 7) % n) / 100 })))
  const free = (n: number): TimedStop[] => Array.from({ length: n }, () => ({ start: null, lasts: 30 }))
  const twelve = bestOrder(free(12), along(12), 600).map((n) => (n * 7) % 12)
  expect([twelve, twelve.toReversed()]).toContainEqual([...Array(12).keys()])
})

test('the estimated drive never decreases with distance and is 0 for the same position', () => {
  const origin = { latitude: 51, longitude: 0 }
  const east = fc.double({ min: 0, max: 3, noNaN: true })
  fc.assert(
    fc.property(east, east, (a, b) => {
      const [near, far] = [Math.min(a, b), Math.max(a, b)].map((longitude) =>
        estimateLeg(origin, { latitude: 51, longitude }),
      )
      expect(near?.minutes).toBeLessThanOrEqual(far?.minutes ?? 0)
    }),
  )
  expect(estimateLeg(origin, origin)).toEqual({ kilometres: 0, minutes: 0, by: 'estimate' })
})

test('marks stops as in time, tight or late, and a late stop delays the stops after it', () => {
  const legs: Legs = [0, 1, 2, 3].map(() =>
    [0, 1, 2, 3].map(() => ({ kilometres: 10, minutes: 20, by: 'estimate' })),
  )
  const day = passThrough(
    [
      { start: 600, lasts: 60 },
      { start: 690, lasts: 60 },
      { start: 760, lasts: 30 },
      { start: null, lasts: 45 },
    ],
    legs,
    630,
  )
  expect(day.map(({ arrives, starts, leaves, reached }) => [arrives, starts, leaves, reached])).toEqual([
    [600, 600, 660, 'in_time'],
    [680, 690, 750, 'tight'],
    [770, 760, 790, 'late'],
    [810, 810, 855, 'in_time'],
  ])
})
