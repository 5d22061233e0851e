import { expect, test } from 'vitest'

import { addDays, weekdayNumber } from '../../../app/platform/days.ts'
import { hollowdown } from './hollowdown.ts'
import { comingWeekday, patternsOf, type Season, spansOf } from './seasons.ts'

const seasons: Season[] = ['year', 'summer', 'winter', 'harvest', 'advent']

test('a winter includes New Year', () => {
  expect(spansOf('winter', '2026-11-21')[0]).toEqual({
    year: 2026,
    valid_from: '2026-11-01',
    valid_until: '2027-03-31',
  })
  expect(spansOf('winter', '2027-02-01')[0]).toEqual({
    year: 2026,
    valid_from: '2026-11-01',
    valid_until: '2027-03-31',
  })
})

test('on any day, each season is current or upcoming and returns within the booking horizon', () => {
  for (const today of ['2026-01-01', '2026-03-31', '2026-07-14', '2026-11-21', '2028-02-29', '2026-12-31']) {
    for (const season of seasons) {
      const spans = spansOf(season, today)
      expect(spans.every(({ valid_until }) => valid_until >= today)).toBe(true)
      expect(spans.some(({ valid_from }) => valid_from <= addDays(today, 365))).toBe(true)
      expect(spans.at(-1)?.valid_until.localeCompare(addDays(today, 365))).toBe(1)
    }
    const running = ['summer', 'winter'] as const
    expect(
      running.some((season) => spansOf(season, today).some(({ valid_from }) => valid_from <= today)),
    ).toBe(true)
  }
})

test('a pattern keeps its id in later loads, so that links to its slots still work', () => {
  const [experience] = hollowdown.experiences
  if (!experience) throw new Error('Hollowdown offers nothing')
  const ids = (today: string) => patternsOf(experience, today).map(({ id }) => id)
  expect(ids('2026-11-21')).toEqual(ids('2026-12-30'))
  expect(new Set(ids('2026-11-21')).size).toBe(ids('2026-11-21').length)
  const [shared] = ids('2027-02-01')
  expect(ids('2026-11-21')).toContain(shared)
})

test('the coming weekday is that weekday, and at least as far ahead as requested', () => {
  for (const today of ['2026-11-21', '2026-11-22', '2026-11-23']) {
    const day = comingWeekday(today, 6, 14)
    expect(weekdayNumber(day)).toBe(6)
    expect(day >= addDays(today, 14) && day <= addDays(today, 20)).toBe(true)
  }
})
