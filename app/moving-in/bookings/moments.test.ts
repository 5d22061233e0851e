import { expect, test } from 'vitest'

import { readClock, readDate, readStart } from './moments.server.ts'

const times = (list: Record<string, string | undefined>) =>
  expect(Object.fromEntries(Object.keys(list).map((text) => [text, readClock(text)]))).toEqual(list)

test('a range of times starts at its first time', () => {
  times({
    '10am - 11:30am': '10:00',
    '10:00 - 11:30 AM': '10:00',
    '12:30-2:00pm': '12:30',
    '11:30 AM - 12:30 PM': '11:30',
    '11:30 – 1:00 PM': '11:30',
    '10-11:30am': '10:00',
    '2-4pm': '14:00',
    '2pm–4pm': '14:00',
    '10.30 - 12.00': '10:30',
    '10:00 to 11:30': '10:00',
    'from 10am until 12 noon': '10:00',
    '12 noon - 2pm': '12:00',
    '1400-1530': '14:00',
    '10:00/11:30': '10:00',
    '28/11/2026 10:00 - 28/11/2026 11:30': '10:00',
    '28 Nov 2026, 10am - 11:30am': '10:00',
    '2026-11-28 10:00-11:30': '10:00',
    'Sat, Nov 28, 2026 10:00 AM - 11:30 AM': '10:00',
  })
})

test('reads times as systems and people write them', () => {
  times({
    '14h30': '14:30',
    '14h': '14:00',
    '1430 hrs': '14:30',
    '14:30hrs': '14:30',
    '2:30 PM': '14:30',
    '2.30pm': '14:30',
    '2:30 p.m.': '14:30',
    '12noon': '12:00',
    Noon: '12:00',
    '12am': '00:00',
    '0.604166667': '14:30',
    '14:30:00.000': '14:30',
    lunch: undefined,
    '14': undefined,
    'Table 4': undefined,
    '2-4': undefined,
    '13:00 PM': undefined,
  })
})

const starts = (list: Record<string, unknown>) =>
  expect(
    Object.fromEntries(
      Object.keys(list).map((text) => [text, readStart({ date: text, time: '', zone: '' }, 'day_first')]),
    ),
  ).toEqual(list)

test('a time with a time zone becomes London’s time, in summer and in winter', () => {
  const summer = { day: '2027-07-03', time: '14:00' }
  const winter = { day: '2026-12-05', time: '14:00' }
  starts({
    '2027-07-03 13:00 UTC': summer,
    '2027-07-03 13:00:00 UTC': summer,
    '2027-07-03T13:00:00Z': summer,
    '2027-07-03T13:00Z': summer,
    '2027-07-03T13:00:00.000+00:00': summer,
    '20270703T130000Z': summer,
    'Jul 3, 2027 2:00 PM BST': summer,
    '3 July 2027 14:00 (UK time)': summer,
    '3 July 2027 14:00 Europe/London': summer,
    '3 July 2027 14:00 GMT Standard Time': summer,
    '03/07/2027 1:00 PM (UTC)': summer,
    '03/07/2027 13:00 GMT': summer,
    'Sat Jul 03 2027 14:00:00 GMT+0100 (British Summer Time)': summer,
    '2027-07-03T09:00:00-04:00': summer,
    '2027-07-03T09:00-0400': summer,
    '2027-07-03 15:00 CEST': summer,
    '2027-07-03 15:00 Europe/Paris': summer,
    '2027-07-03 15:00 UTC+2': summer,
    '2027-07-03 9:00 AM EDT': summer,
    '2026-12-05 14:00 UTC': winter,
    '2026-12-05 14:00 GMT': winter,
    '2026-12-05 15:00 +0100': winter,
    '2027-07-03 23:30 UTC': { day: '2027-07-04', time: '00:30' },
    '2027-07-03 13:00 AEST': 'zone',
    '2027-07-03 13:00 Europe/Atlantis': 'zone',
    'SAT 3 JUL 2027 14:00': summer,
  })
})

test('the time zone may have its own column, and one cell may contain both day and time', () => {
  const order = 'day_first'
  const utc = { date: '03/07/2027', time: '13:00', zone: 'UTC' }
  expect(readStart(utc, order)).toEqual({ day: '2027-07-03', time: '14:00' })
  expect(readStart({ ...utc, zone: 'Europe/London' }, order)).toEqual({ day: '2027-07-03', time: '13:00' })
  expect(readStart({ ...utc, zone: 'Narnia' }, order)).toBe('zone')
  expect(readStart({ ...utc, time: '13:00 UTC', zone: '' }, order)).toEqual({
    day: '2027-07-03',
    time: '14:00',
  })
  expect(readStart({ date: '', time: 'July 3, 2027 2:00 pm', zone: '' }, order)).toEqual({
    day: '2027-07-03',
    time: '14:00',
  })
  expect(readStart({ date: '2027-07-02T23:00:00Z', time: '14:00', zone: '' }, order)).toEqual({
    day: '2027-07-03',
    time: '14:00',
  })
})

test('reads the numbers with which spreadsheets and databases store a day', () => {
  expect(readDate('46354', null)).toEqual({ day: '2026-11-28' })
  starts({
    '46354.604166667': { day: '2026-11-28', time: '14:30' },
    '1795876200': { day: '2026-11-28', time: '14:30' },
    '1795876200000': { day: '2026-11-28', time: '14:30' },
    '20261128': { day: '2026-11-28', time: null },
    '28 / 11 / 2026': { day: '2026-11-28', time: null },
    '28‑Nov‑26': { day: '2026-11-28', time: null },
    'Saturday, 28 November 2026 at 14:30': { day: '2026-11-28', time: '14:30' },
    '11/12': 'date',
  })
})
