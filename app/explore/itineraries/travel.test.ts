import { expect, test } from 'vitest'

import { sunsetOn, walksAfter } from './travel.ts'

const [london, edinburgh] = [
  { latitude: 51.5, longitude: -0.13 },
  { latitude: 55.95, longitude: -3.19 },
]

// The times are those of the Nautical Almanac Office, in London's time.
test.each([
  ['2026-12-21', london, 15 * 60 + 53],
  ['2026-06-21', london, 21 * 60 + 21],
  ['2026-03-20', london, 18 * 60 + 14],
  ['2026-12-21', edinburgh, 15 * 60 + 40],
  ['2027-06-21', edinburgh, 22 * 60 + 3],
] as const)('calculates the sunset on %s to within two minutes', (day, at, expected) => {
  expect(Math.abs(sunsetOn(day, at) - expected)).toBeLessThanOrEqual(2)
})

test('reports a walk that may end after sunset, but not a train ride', () => {
  const part = (by: 'foot' | 'train', most: number) => ({ by, to: null, minutes: { least: 1, most } })
  expect(walksAfter(960, 900, [part('foot', 60)])).toBe(false)
  expect(walksAfter(960, 901, [part('foot', 60)])).toBe(true)
  expect(walksAfter(960, 900, [part('foot', 30), part('train', 90)])).toBe(false)
  expect(walksAfter(960, 900, [part('train', 90), part('foot', 5)])).toBe(true)
})
