import { expect, test } from 'vitest'

import { formatSeason, formatWeekdays } from './pattern-labels.ts'

test('weekdays are said as people say them', () => {
  expect(formatWeekdays([1, 2, 3, 4, 5, 6, 7])).toBe('Every day')
  expect(formatWeekdays([7, 3, 4, 5, 6])).toBe('Wednesday to Sunday')
  expect(formatWeekdays([6, 7])).toBe('Saturday, Sunday')
  expect(formatWeekdays([1, 3, 5])).toBe('Monday, Wednesday, Friday')
  expect(formatWeekdays([2])).toBe('Tuesday')
})

test('a season names a year once where one is enough', () => {
  expect(formatSeason('2026-04-01', null)).toBe('From 1 April 2026')
  expect(formatSeason('2026-04-01', '2026-10-31')).toBe('1 April to 31 October 2026')
  expect(formatSeason('2026-12-24', '2027-01-04')).toBe('24 December 2026 to 4 January 2027')
  expect(formatSeason('2026-06-06', '2026-06-06')).toBe('Only on 6 June 2026')
})
