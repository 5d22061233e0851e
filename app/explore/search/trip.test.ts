import { expect, test } from 'vitest'
import { addDays, weekdayNumber } from '../../platform/days.ts'
import { quickDays, weekendFrom } from './trip.ts'

test.each([
  ['2026-11-23', ['2026-11-28', '2026-11-29']],
  ['2026-11-27', ['2026-11-28', '2026-11-29']],
  ['2026-11-28', ['2026-11-28', '2026-11-29']],
  ['2026-11-29', ['2026-11-29', '2026-12-05']],
])('the first Saturday and Sunday from %s are %j', (today, weekend) => {
  expect(weekendFrom(today)).toEqual(weekend)
})

test('offers the next Saturday on every day of the week', () => {
  for (let n = 0; n < 7; n++) {
    const today = addDays('2026-11-23', n)
    const next = [1, 2, 3, 4, 5, 6, 7].map((days) => addDays(today, days))
    expect(quickDays(new Date(`${today}T12:00:00Z`)), today).toContain(
      next.find((day) => weekdayNumber(day) === 6),
    )
  }
})

test('does not offer today from 5 PM on', () => {
  expect(quickDays(new Date('2026-11-28T16:59:00Z'))).toContain('2026-11-28')
  expect(quickDays(new Date('2026-11-28T17:00:00Z'))).toEqual(['2026-11-29', '2026-12-05'])
})
