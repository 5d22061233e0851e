import { expect, test } from 'vitest'

import { changeYear, formatSeason, makeSingle, makeYearly, seasonsAhead, usualDates } from './season.ts'

type Season = Parameters<typeof changeYear>[0]
const summer: Season = { from: '04-01', until: '10-31', changes: [] }
const yearly = (yearly_season: Season = summer, valid_until: string | null = null) => ({
  valid_from: '2026-01-01',
  valid_until,
  yearly_season,
})

test('writes the year only once for a season within one year', () => {
  const once = (valid_from: string, valid_until: string | null) =>
    formatSeason({ valid_from, valid_until, yearly_season: null })
  expect(once('2026-04-01', null)).toBe('From 1 April 2026')
  expect(once('2026-04-01', '2026-10-31')).toBe('1 April to 31 October 2026')
  expect(once('2026-12-24', '2027-01-04')).toBe('24 December 2026 to 4 January 2027')
  expect(once('2026-06-06', '2026-06-06')).toBe('Only on 6 June 2026')
  expect(once('', '2026-06-06')).toBe('… to 6 June 2026')
})

test('writes a recurring season as one sentence, which leaves out changes of past years', () => {
  const today = '2026-11-23'
  expect(formatSeason(yearly(), today)).toBe('1 April to 31 October, every year')
  expect(formatSeason(yearly())).toBe('1 April to 31 October, every year from 1 January 2026')
  const changed = [2026, 2028, 2029].reduce((season, year) => changeYear(season, year, null), summer)
  const other = changeYear(changed, 2027, { from: '2027-04-10', until: '2027-10-30' })
  expect(formatSeason(yearly(other, '2030-10-31'), today)).toBe(
    '1 April to 31 October, every year until 31 October 2030 except 2028 and 2029; in 2027, 10 April to 30 October',
  )
  expect(formatSeason(yearly({ from: '06-21', until: '06-21', changes: [] }), today)).toBe(
    '21 June, every year',
  )
})

test('a season across New Year ends in the next year', () => {
  expect(usualDates({ from: '11-15', until: '01-06', changes: [] }, 2027)).toEqual({
    from: '2027-11-15',
    until: '2028-01-06',
  })
})

test('in common years, 29 February becomes 1 March as the first day of a season, and 28 February as the last day', () => {
  expect(usualDates({ from: '02-29', until: '10-31', changes: [] }, 2027)?.from).toBe('2027-03-01')
  expect(usualDates({ from: '11-01', until: '02-29', changes: [] }, 2026)?.until).toBe('2027-02-28')
  expect(usualDates({ from: '11-01', until: '02-29', changes: [] }, 2027)?.until).toBe('2028-02-29')
  expect(usualDates({ from: '02-29', until: '02-29', changes: [] }, 2027)).toBeNull()
})

test('lists the next four seasons that begin before the pattern ends, and changed seasons of later years', () => {
  const today = '2026-11-23'
  const years = (season: Parameters<typeof seasonsAhead>[0]) =>
    seasonsAhead(season, today).map(({ year }) => year)
  expect(years(yearly())).toEqual([2027, 2028, 2029, 2030])
  expect(years(yearly({ from: '11-15', until: '01-06', changes: [] }))).toEqual([2026, 2027, 2028, 2029])
  expect(years(yearly(summer, '2028-06-01'))).toEqual([2027, 2028])
  expect(seasonsAhead(yearly(changeYear(summer, 2033, null)), today).at(-1)).toEqual({
    year: 2033,
    dates: null,
    isChanged: true,
  })
})

test('a year that was left out can be restored', () => {
  const left = changeYear(summer, 2027, null)
  expect(changeYear(left, 2027, undefined)).toEqual(summer)
  expect(seasonsAhead(yearly(left), '2026-11-23')[0]).toEqual({ year: 2027, dates: null, isChanged: true })
})

test('a season that becomes yearly keeps its days, and a yearly season that becomes single keeps the dates of its next recurrence', () => {
  const once = { valid_from: '2026-04-10', valid_until: '2026-10-20', yearly_season: null }
  expect(makeYearly(once)).toEqual({
    valid_from: '2026-04-10',
    valid_until: null,
    yearly_season: { from: '04-10', until: '10-20', changes: [] },
  })
  expect(makeYearly({ ...once, valid_until: null }).yearly_season).toEqual(summer)
  expect(makeSingle(yearly(changeYear(summer, 2027, null)), '2026-11-23')).toEqual({
    valid_from: '2028-04-01',
    valid_until: '2028-10-31',
    yearly_season: null,
  })
})
