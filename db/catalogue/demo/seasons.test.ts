import { expect, test } from 'vitest'

import { addDays, weekdayNumber } from '../../../app/platform/days.ts'
import { hollowdown } from './hollowdown.ts'
import { comingWeekday, patternsOf } from './seasons.ts'

test('a pattern keeps its id in later loads, so that links to its slots still work', () => {
  const [experience] = hollowdown.experiences
  if (!experience) throw new Error('Hollowdown offers nothing')
  const ids = (today: string) => patternsOf(experience, today).map(({ id }) => id)
  expect(ids('2026-11-21')).toEqual(ids('2026-12-30'))
  expect(new Set(ids('2026-11-21')).size).toBe(ids('2026-11-21').length)
  expect(ids('2028-02-01')).toEqual(ids('2026-11-21'))
})

test('the coming weekday has the requested name, and is at least as many days ahead as requested', () => {
  for (const today of ['2026-11-21', '2026-11-22', '2026-11-23']) {
    const day = comingWeekday(today, 6, 14)
    expect(weekdayNumber(day)).toBe(6)
    expect(day >= addDays(today, 14) && day <= addDays(today, 20)).toBe(true)
  }
})
