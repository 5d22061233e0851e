import { expect, test } from 'vitest'

import { calendarOf } from '../../../test/calendar.ts'
import { readBusy } from './busy.server.ts'

const year = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2027-01-01T00:00:00Z') }
const own = new Set(['cv-7k3m-2q@chalk.test'])

/** Returns the busy times as text. The expected instants below were calculated by hand. */
const times = (text: string, window = year) =>
  readBusy(text, window, own)
    .busy.map((busy) =>
      busy.kind === 'time' ? `${utc(busy.from)}/${utc(busy.until)}` : `${busy.from}/${busy.until}`,
    )
    .toSorted()
const utc = (instant: Date) => instant.toISOString().slice(0, 16)
const london = (time: string) => `DTSTART;TZID=Europe/London:${time}`

test('keeps the wall-clock time of a daily entry over both clock changes', () => {
  const daily = (day: string) =>
    calendarOf(['UID:1', london(`${day}T100000`), 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=3'])
  expect(times(daily('20260328'))).toEqual([
    '2026-03-28T10:00/2026-03-28T11:00',
    '2026-03-29T09:00/2026-03-29T10:00',
    '2026-03-30T09:00/2026-03-30T10:00',
  ])
  expect(times(daily('20261024'))).toEqual([
    '2026-10-24T09:00/2026-10-24T10:00',
    '2026-10-25T10:00/2026-10-25T11:00',
    '2026-10-26T10:00/2026-10-26T11:00',
  ])
})

test('keeps the length of an entry over a clock change', () => {
  const night = calendarOf([
    'UID:1',
    london('20260327T230000'),
    'DTEND;TZID=Europe/London:20260328T030000',
    'RRULE:FREQ=DAILY;COUNT=2',
  ])
  expect(times(night)).toEqual(['2026-03-27T23:00/2026-03-28T03:00', '2026-03-28T23:00/2026-03-29T03:00'])
})

test('knows a time zone with or without its rules in the file, and reads an unknown zone as London', () => {
  const newYork = ['UID:1', 'DTSTART;TZID=America/New_York:20260315T090000', 'DURATION:PT30M']
  // The clocks change in New York on 8 March, but in London only on 29 March.
  expect(times(calendarOf(newYork))).toEqual(['2026-03-15T13:00/2026-03-15T13:30'])
  const made = calendarOf(['UID:1', 'DTSTART;TZID=Cellar:20260701T090000', 'DURATION:PT30M'])
  const zone = [
    'BEGIN:VTIMEZONE',
    'TZID:Cellar',
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    'TZOFFSETFROM:+0500',
    'TZOFFSETTO:+0530',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
  ].join('\r\n')
  expect(times(made)).toEqual(['2026-07-01T08:00/2026-07-01T08:30'])
  expect(times(made.replace('BEGIN:VEVENT', zone))).toEqual(['2026-07-01T03:30/2026-07-01T04:00'])
})

test('reads a time without a zone as London time, whatever the zone of the process', () => {
  const floating = calendarOf(['UID:1', 'DTSTART:20260601T100000', 'DTEND:20260601T120000'])
  const zone = process.env.TZ
  try {
    for (const elsewhere of ['Pacific/Auckland', 'America/Los_Angeles', 'UTC']) {
      process.env.TZ = elsewhere
      expect(times(floating), elsewhere).toEqual(['2026-06-01T09:00/2026-06-01T11:00'])
    }
  } finally {
    process.env.TZ = zone
  }
})

test('excludes the end date of whole days, and closes one day if the end is missing', () => {
  expect(
    times(
      calendarOf(
        ['UID:1', 'DTSTART;VALUE=DATE:20260328', 'DTEND;VALUE=DATE:20260331'],
        ['UID:2', 'DTSTART;VALUE=DATE:20261025'],
        ['UID:3', 'DTSTART;VALUE=DATE:20260501', 'DTEND;VALUE=DATE:20260503', 'RRULE:FREQ=MONTHLY;COUNT=2'],
      ),
    ),
  ).toEqual([
    '2026-03-28/2026-03-31',
    '2026-05-01/2026-05-03',
    '2026-06-01/2026-06-03',
    '2026-10-25/2026-10-26',
  ])
})

test('moves changed occurrences, and leaves out excluded and cancelled occurrences', () => {
  const weekly = [
    [
      'UID:1',
      london('20261012T140000'),
      'DURATION:PT2H',
      'RRULE:FREQ=WEEKLY;COUNT=5',
      'EXDATE;TZID=Europe/London:20261019T140000',
    ],
    ['UID:1', 'RECURRENCE-ID;TZID=Europe/London:20261026T140000', london('20261027T090000'), 'DURATION:PT1H'],
    [
      'UID:1',
      'RECURRENCE-ID;TZID=Europe/London:20261102T140000',
      london('20261102T140000'),
      'DURATION:PT2H',
      'STATUS:CANCELLED',
    ],
  ]
  const expected = [
    '2026-10-12T13:00/2026-10-12T15:00',
    '2026-10-27T09:00/2026-10-27T10:00',
    '2026-11-09T14:00/2026-11-09T16:00',
  ]
  expect(times(calendarOf(...weekly))).toEqual(expected)
  // A change may come before the entry that it changes.
  expect(times(calendarOf(...weekly.toReversed()))).toEqual(expected)
})

test('includes a last repetition that starts exactly at its UNTIL', () => {
  const until = calendarOf([
    'UID:1',
    london('20260601T140000'),
    'DURATION:PT1H',
    'RRULE:FREQ=DAILY;UNTIL=20260603T130000Z',
  ])
  expect(times(until)).toHaveLength(3)
})

test('extra dates (RDATE) are busy times too', () => {
  const extra = calendarOf(['UID:1', 'DTSTART:20260601T100000Z', 'DURATION:PT1H', 'RDATE:20260701T100000Z'])
  expect(times(extra)).toEqual(['2026-06-01T10:00/2026-06-01T11:00', '2026-07-01T10:00/2026-07-01T11:00'])
})

test('ignores free and cancelled entries, and the vineyard’s own bookings', () => {
  const at = ['DTSTART:20260601T100000Z', 'DURATION:PT1H']
  expect(
    times(
      calendarOf(
        ['UID:1', ...at, 'TRANSP:TRANSPARENT'],
        ['UID:2', ...at, 'STATUS:CANCELLED'],
        ['UID:3', ...at, 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'],
        ['UID:CV-7K3M-2Q@chalk.test', ...at],
        ['UID:6', ...at, 'STATUS:TENTATIVE'],
      ),
    ),
  ).toEqual(['2026-06-01T10:00/2026-06-01T11:00'])
})

test('uses the newer of two entries with the same UID', () => {
  const old = ['UID:1', 'SEQUENCE:1', 'DTSTART:20260601T100000Z', 'DURATION:PT1H']
  const fresh = ['UID:1', 'SEQUENCE:2', 'DTSTART:20260602T100000Z', 'DURATION:PT1H']
  const expected = ['2026-06-02T10:00/2026-06-02T11:00']
  expect(times(calendarOf(old, fresh))).toEqual(expected)
  expect(times(calendarOf(fresh, old))).toEqual(expected)
})

test('returns only occurrences that overlap the window, however long ago the entry began to repeat', () => {
  const june = { from: new Date('2026-06-01T00:00:00Z'), until: new Date('2026-06-03T00:00:00Z') }
  const old = calendarOf(['UID:1', 'DTSTART:19990101T230000Z', 'DURATION:PT2H', 'RRULE:FREQ=DAILY'])
  expect(times(old, june)).toEqual([
    '2026-05-31T23:00/2026-06-01T01:00',
    '2026-06-01T23:00/2026-06-02T01:00',
    '2026-06-02T23:00/2026-06-03T01:00',
  ])
  const days = calendarOf(
    ['UID:1', 'DTSTART;VALUE=DATE:20260531', 'DTEND;VALUE=DATE:20260601'],
    ['UID:2', 'DTSTART;VALUE=DATE:20260601', 'DTEND;VALUE=DATE:20260602'],
  )
  expect(readBusy(days, june, own).busy.map((span) => span.from)).toEqual(['2026-06-01'])
})
