import fc from 'fast-check'
import { expect, test } from 'vitest'

import { kilometresPerMile } from '../vineyards/position.ts'
import {
  describeGettingHere,
  formatMileRange,
  formatMinutes,
  isWalkable,
  longestWalk,
  taxiRideOf,
  walkOf,
} from './station.ts'

const kilometres = fc.double({ min: 0, max: 60, noNaN: true })
const blur = fc.constantFrom(0, 1)
const road = fc.option(fc.record({ kilometres, minutes: fc.double({ min: 0, max: 120, noNaN: true }) }))

for (const [name, wayOf] of [
  ['walk', walkOf],
  ['ride', taxiRideOf],
] as const) {
  test(`the ranges of a ${name} are in order, and the straight line lies within the range of distances`, () => {
    fc.assert(
      fc.property(kilometres, blur, road, (straight, blurred, measured) => {
        const { kilometres: km, minutes } = wayOf(straight, { blur: blurred, road: measured })
        expect(km.least).toBeLessThanOrEqual(km.most)
        expect(minutes.least).toBeLessThanOrEqual(minutes.most)
        expect(km.least).toBeLessThanOrEqual(straight)
        expect(km.most).toBeGreaterThanOrEqual(straight)
        if (measured) expect(km.most).toBeGreaterThanOrEqual(measured.kilometres)
      }),
    )
  })

  test(`a ${name} over a longer distance never takes less time, and a less accurate position never narrows a range`, () => {
    fc.assert(
      fc.property(kilometres, kilometres, blur, (a, b, blurred) => {
        const [near, far] = [Math.min(a, b), Math.max(a, b)].map((straight) =>
          wayOf(straight, { blur: blurred }),
        )
        expect(near?.minutes.least).toBeLessThanOrEqual(far?.minutes.least ?? 0)
        expect(near?.minutes.most).toBeLessThanOrEqual(far?.minutes.most ?? 0)
        expect(near?.kilometres.most).toBeLessThanOrEqual(far?.kilometres.most ?? 0)
        const [exact, rough] = [wayOf(a), wayOf(a, { blur: 1 })]
        expect(rough.minutes.least).toBeLessThanOrEqual(exact.minutes.least)
        expect(rough.minutes.most).toBeGreaterThanOrEqual(exact.minutes.most)
      }),
    )
  })
}

test('a printed range contains the exact range, and never ends at 0', () => {
  expect(formatMileRange({ least: 0, most: 0 })).toBe('up to 0.1 miles')
  const ends = (text: string) => [...text.matchAll(/\d+(\.\d+)?/g)].map(([number]) => Number(number))
  fc.assert(
    fc.property(kilometres, kilometres, (a, b) => {
      const range = { least: Math.min(a, b), most: Math.max(a, b) }
      const miles = ends(formatMileRange(range))
      const [from = 0, to = 0] = miles.length === 1 ? [0, miles[0]] : miles
      expect(from * kilometresPerMile).toBeLessThanOrEqual(range.least + 1e-6)
      expect(to * kilometresPerMile).toBeGreaterThanOrEqual(range.most - 1e-6)
      const printed = ends(formatMinutes(range))
      expect(printed.at(-1)).toBeGreaterThanOrEqual(range.most - 1e-6)
      if (printed.length > 1) expect(printed[0]).toBeLessThanOrEqual(range.least)
    }),
  )
})

test('walks that take at most 45 minutes at a slow pace are acceptable', () => {
  expect(longestWalk).toBe(45)
  expect(isWalkable(walkOf(2.1))).toBe(true)
  expect(isWalkable(walkOf(2.2))).toBe(false)
})

test('describes walks and rides, and says how they were estimated', () => {
  const station = (distance: number) => ({
    code: 'BRK',
    name: 'Berwick (Sussex)',
    kind: 'rail' as const,
    latitude: 50.84,
    longitude: 0.16,
    distance,
  })
  expect(describeGettingHere([station(2.1), station(10)], 0)).toEqual({
    stations: [
      { name: 'Berwick (Sussex) station', way: '1.3–1.9 miles, 25–45 minutes on foot' },
      { name: 'Berwick (Sussex) station', way: '6.2–10.0 miles, 5–45 minutes by taxi' },
    ],
    estimate: 'Estimated from the straight-line distance. Times by taxi include a wait of up to 15 minutes.',
  })
  const measured = describeGettingHere([{ ...station(2.1), road: { kilometres: 2.5, minutes: 5 } }], 0)
  expect(measured.stations[0]?.way).toBe('1.3–1.6 miles, 25–40 minutes on foot')
  expect(measured.estimate).toContain('Estimated from the straight-line distance and the road.')
  expect(describeGettingHere([station(2.1)], 1).estimate).toContain(
    'to a position that is accurate to about half a mile',
  )
})
