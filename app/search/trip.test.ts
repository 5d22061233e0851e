import { expect, test } from 'vitest'
import { weekendFrom } from './trip.ts'

test.each([
  ['2026-11-23', ['2026-11-28', '2026-11-29']],
  ['2026-11-27', ['2026-11-28', '2026-11-29']],
  ['2026-11-28', ['2026-11-28', '2026-11-29']],
  ['2026-11-29', ['2026-11-29', '2026-12-05']],
])('the first Saturday and Sunday from %s are %j', (today, weekend) => {
  expect(weekendFrom(today)).toEqual(weekend)
})
