import { expect, test } from 'vitest'
import { peakGuests } from './open-day.ts'

test('counts the most guests present at one moment', () => {
  expect(peakGuests([], 0, 60)).toBe(0)
  expect(
    peakGuests(
      [
        [0, 30, 2],
        [20, 50, 3],
        [40, 60, 4],
      ],
      0,
      60,
    ),
  ).toBe(7)
  expect(peakGuests([[-60, 10, 2]], 0, 60)).toBe(2)
})

test('back-to-back visits are not present together', () => {
  expect(peakGuests([[0, 60, 4]], 60, 120)).toBe(0)
  expect(peakGuests([[60, 120, 4]], 0, 60)).toBe(0)
  expect(
    peakGuests(
      [
        [0, 60, 4],
        [60, 120, 5],
      ],
      30,
      90,
    ),
  ).toBe(5)
})
