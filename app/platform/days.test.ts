import { expect, test } from 'vitest'

import {
  addDays,
  addMonths,
  countDays,
  dayOf,
  daysOfMonth,
  formatAmericanDay,
  formatChipDay,
  formatDate,
  formatDay,
  formatDayBrief,
  formatWeekdayBrief,
  formatDayInList,
  formatDayShort,
  formatMonth,
  formatMonthBrief,
  formatMonthName,
  formatTime,
  formatWeekday,
  isDay,
  isMonth,
  monthOf,
  weekdayNumber,
  weeksOf,
} from './days.ts'

test('returns the day in London', () => {
  expect(dayOf(new Date('2026-06-30T22:59:59Z'))).toBe('2026-06-30')
  expect(dayOf(new Date('2026-06-30T23:00:00Z'))).toBe('2026-07-01')
  expect(dayOf(new Date('2026-12-31T23:59:59Z'))).toBe('2026-12-31')
})

test('counts days including both ends, across clock changes', () => {
  expect(countDays('2026-11-20', '2026-11-20')).toBe(1)
  expect(countDays('2026-11-20', '2026-11-19')).toBe(0)
  for (const from of ['2026-03-28', '2026-10-24', '2028-02-28', '2026-12-31'])
    for (const days of [1, 2, 31, 400]) expect(countDays(from, addDays(from, days - 1))).toBe(days)
})

test('accepts only days that exist', () => {
  expect(['2028-02-29', '2026-12-31', '2000-01-01'].filter(isDay)).toHaveLength(3)
  for (const invalid of [
    '2026-02-29',
    '2026-13-01',
    '2026-06-31',
    '26-06-01',
    '2026-6-1',
    '',
    'today',
    '2026-06-01T00:00',
  ])
    expect(isDay(invalid), invalid).toBe(false)
  expect(isMonth('2026-06')).toBe(true)
  expect(isMonth('2026-13')).toBe(false)
})

test('adds days and months across clock changes and years', () => {
  expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
  expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
  expect(addMonths('2026-12', 1)).toBe('2027-01')
  expect(addMonths('2026-01', -1)).toBe('2025-12')
  expect(daysOfMonth('2028-02').at(-1)).toBe('2028-02-29')
})

test('weeks start on Monday', () => {
  expect(weekdayNumber('2026-06-01')).toBe(1)
  expect(weekdayNumber('2026-06-07')).toBe(7)
})

test('formats British dates and 12-hour times', () => {
  expect(formatDay('2026-11-20')).toBe('Friday 20 November 2026')
  expect(formatMonth('2026-06')).toBe('June 2026')
  expect(['00:00:00', '09:05:00', '12:00:00', '14:30', '23:59:00'].map(formatTime)).toEqual([
    '12:00 AM',
    '9:05 AM',
    '12:00 PM',
    '2:30 PM',
    '11:59 PM',
  ])
})

test('lays out a month in weeks from Monday, with gaps for other months', () => {
  const weeks = weeksOf('2026-02')
  expect(weeks.map((week) => week.length)).toEqual([7, 7, 7, 7, 7])
  expect(weeks[0]).toEqual([...Array(6).fill(undefined), '2026-02-01'])
  expect(weeks[4]?.filter(Boolean)).toHaveLength(6)
  expect(weeksOf('2027-02')).toHaveLength(4)
})

test('formats dates in British style, and in American style on the chip of a filter', () => {
  expect([formatDate('2026-11-20'), formatChipDay('2026-11-20')]).toEqual([
    '20 November 2026',
    'Nov 20, 2026',
  ])
})

test('short dates leave out the current year', () => {
  expect(formatDayShort('2026-11-20', '2026-06-01')).toBe('Friday 20 November')
  expect(formatDayShort('2027-04-03', '2026-06-01')).toBe('Saturday 3 April 2027')
  expect(formatDayBrief('2026-11-20', '2026-06-01')).toBe('20 Nov')
  expect(formatDayBrief('2025-09-03', '2026-06-01')).toBe('3 Sept 2025')
  expect(formatWeekdayBrief('2026-11-28', '2026-06-01')).toBe('Sat 28 Nov')
  expect(formatWeekdayBrief('2027-01-01', '2026-12-31')).toBe('Fri 1 Jan 2027')
})

test('names of days and months match Intl', () => {
  const inIntl = (locale: string, options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', ...options })
    return (day: string) => format.format(new Date(`${day}T12:00:00Z`)).replace(/^(\w{3,}),/, '$1')
  }
  const [day, month, year] = ['numeric', 'long', 'numeric'] as const
  const short = { day, month: 'short' } as const
  const pairs: [(day: string) => string, (day: string) => string][] = [
    [formatDate, inIntl('en-GB', { day, month, year })],
    [formatDay, inIntl('en-GB', { weekday: 'long', day, month, year })],
    [(day) => formatDayShort(day, day), inIntl('en-GB', { weekday: 'long', day, month })],
    [formatWeekday, inIntl('en-GB', { weekday: 'long' })],
    [formatDayInList, inIntl('en-GB', { weekday: 'short', ...short, year })],
    [(day) => formatDayBrief(day, day), inIntl('en-GB', short)],
    [formatChipDay, inIntl('en-US', { ...short, year })],
    [(day) => formatMonth(monthOf(day)), inIntl('en-GB', { month, year })],
    [(day) => formatMonthName(monthOf(day)), inIntl('en-GB', { month })],
    [(day) => formatMonthBrief(monthOf(day)), inIntl('en-GB', { month: 'short', year: '2-digit' })],
  ]
  const american = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'full' })
  for (let one = '2023-12-25'; one < '2025-01-10'; one = addDays(one, 1)) {
    for (const [ours, theirs] of pairs) expect(ours(one)).toBe(theirs(one))
    expect(formatAmericanDay(one)).toBe(american.format(new Date(`${one}T12:00:00Z`)))
  }
})
