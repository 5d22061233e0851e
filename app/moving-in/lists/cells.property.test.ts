import fc from 'fast-check'
import { expect, test } from 'vitest'

import { addDays, formatTime } from '../../platform/days.ts'
import { readCount, readDuration, readPriceCell } from './cells.ts'
import { findDateOrder, readClock, readDate } from '../bookings/moments.server.ts'

const day = fc.integer({ min: 0, max: 20_000 }).map((n) => addDays('2001-01-01', n))
const minutes = fc.integer({ min: 0, max: 1439 })
const two = (n: number | string) => String(n).padStart(2, '0')
const months = 'January February March April May June July August September October November December'.split(
  ' ',
)

test('reads every day that is written in a British, an ISO or a spoken format', () => {
  fc.assert(
    fc.property(day, (date) => {
      const [year = '', month = '', d = ''] = date.split('-')
      const name = months[Number(month) - 1] ?? ''
      const texts = [
        date,
        `${date} 14:30`,
        `${date}T14:30:00`,
        `${d}/${month}/${year}`,
        `${Number(d)}/${Number(month)}/${year} 2:30 PM`,
        `${d}.${month}.${year}`,
        `${d}-${month}-${year.slice(2)}`,
        `Sat ${Number(d)} ${name.slice(0, 3)} ${year} @ 2:30pm`,
        `${Number(d)}th ${name} ${year}`,
        `${name} ${Number(d)}, ${year}`,
        `${Number(d)}-${name.slice(0, 3)}-${year}`,
      ]
      for (const text of texts) expect(readDate(text, 'day_first'), text).toEqual({ day: date })
      expect(readDate(`${month}/${d}/${year}`, 'month_first')).toEqual({ day: date })
    }),
  )
})

test('never guesses the order of day and month: 3/4 is unclear, but 25/4 is clear', () => {
  fc.assert(
    fc.property(day, (date) => {
      const [year = '', month = '', d = ''] = date.split('-')
      const read = readDate(`${d}/${month}/${year}`, null)
      const isClear = Number(d) > 12 || d === month
      expect(read).toEqual(isClear ? { day: date } : 'unclear')
    }),
  )
})

test('finds out from all dates of a column whether they begin with the day or with the month', () => {
  expect(findDateOrder(['03/04/2026', '25/04/2026'])).toBe('day_first')
  expect(findDateOrder(['04/25/2026', '03/04/2026'])).toBe('month_first')
  expect(findDateOrder(['04/25/2026', '25/04/2026'])).toBe('mixed')
  expect(findDateOrder(['03/04/2026', '05/04/2026'])).toBe('unclear')
  expect(findDateOrder(['2026-04-03', '3 April 2026', '04/04/2026'])).toBe('day_first')
  expect(findDateOrder(['2026-04-03 10:11:12'])).toBe('day_first')
})

test('reads every minute of the day in each format', () => {
  fc.assert(
    fc.property(minutes, (of) => {
      const [hour, minute] = [Math.floor(of / 60), of % 60]
      const time = `${two(hour)}:${two(minute)}`
      const american = formatTime(time)
      const texts = [
        time,
        `${time}:00`,
        `${hour}:${two(minute)}`,
        `${two(hour)}.${two(minute)}`,
        `${two(hour)}${two(minute)}`,
        american,
        american.replace(' ', '').toLowerCase(),
        american.replace('M', '.M.'),
        `28/11/2026 ${time}`,
        `2026-11-28 ${american}`,
        `2026-11-28T${time}:00`,
        `Sat 28 Nov 2026 @ ${american}`,
      ]
      for (const text of texts) expect(readClock(text), text).toBe(time)
    }),
  )
  expect(readClock('2pm')).toBe('14:00')
  expect(readClock('28/11/2026')).toBeUndefined()
  expect(readClock('2026-11-28')).toBeUndefined()
  expect(readClock('Sat 28 Nov 2026')).toBeUndefined()
  expect(readClock('25:00')).toBeUndefined()
  expect(readClock('13:00 PM')).toBeUndefined()
})

test('converts an instant with an offset to London’s time, in summer and in winter', () => {
  expect(readDate('2026-07-04T13:30:00Z', null)).toEqual({ day: '2026-07-04', time: '14:30' })
  expect(readDate('2026-12-04T13:30:00+0100', null)).toEqual({ day: '2026-12-04', time: '12:30' })
  expect(readDate('2026-07-04T23:30:00.000Z', null)).toEqual({ day: '2026-07-05', time: '00:30' })
})

test('returns undefined for impossible days, and for texts without a full date', () => {
  for (const text of ['31/02/2026', '2026-13-01', '32/01/2026', 'tomorrow', '', '1/1', '29 Feb 2027'])
    expect(readDate(text, 'day_first'), text).toBeUndefined()
})

test('reads money to the penny, and only in pounds', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), (pence) => {
      const amount = (pence / 100).toFixed(2)
      const grouped = amount.replace(/\B(?=(\d{3})+(?!\d)(?=.*\.))/g, ',')
      for (const text of [amount, `£${amount}`, `£ ${grouped}`, `GBP ${amount}`, amount.replace('.', ',')])
        expect(readPriceCell(text), text).toBe(pence / 100)
    }),
  )
  for (const text of [
    '€25',
    '$25',
    '25.005',
    '-3',
    'free',
    '',
    '1.250,00',
    '1.250',
    '5.5.0',
    '1e3',
    '25.000',
  ])
    expect(readPriceCell(text), text).toBeUndefined()
})

test('reads durations and numbers of guests in the formats of other booking systems', () => {
  expect(
    ['90', '90 min', '1h 30min', '1h30', '1:30', '1.5 hours', '1 hour 30 minutes'].map(readDuration),
  ).toEqual(Array(7).fill(90))
  expect(readDuration('2 hrs')).toBe(120)
  expect(readDuration('about an hour')).toBeUndefined()
  expect(['4', '4.0', '4 people', '2 Adults, 2 Children', '3 x Adult + 1 x Child'].map(readCount)).toEqual(
    Array(5).fill(4),
  )
  expect(readCount('some')).toBeUndefined()
  const long = '1'.repeat(101)
  expect([readPriceCell, readCount, readDuration, readClock].map((read) => read(long))).toEqual(
    Array(4).fill(undefined),
  )
  expect(readDate(`3 April 2026${' '.repeat(100)}x`, null)).toBeUndefined()
})
