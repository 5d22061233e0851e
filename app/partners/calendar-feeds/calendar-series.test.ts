import { expect, test } from 'vitest'

import { calendarOf } from '../../../test/calendar.ts'
import { readBusy } from './busy.server.ts'

const year = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2027-01-01T00:00:00Z') }
const own = new Set<string>()
const times = (text: string) =>
  readBusy(text, year, own)
    .busy.map((busy) =>
      busy.kind === 'time' ? `${utc(busy.from)}/${utc(busy.until)}` : `${busy.from}/${busy.until}`,
    )
    .toSorted()
const utc = (instant: Date) => instant.toISOString().slice(0, 16)
const london = (time: string) => `DTSTART;TZID=Europe/London:${time}`

test('of several entries with one UID, uses all that have the highest SEQUENCE', () => {
  const at = (day: string, sequence: number) => [
    'UID:1',
    `SEQUENCE:${sequence}`,
    `DTSTART:202606${day}T100000Z`,
    'DURATION:PT1H',
  ]
  expect(times(calendarOf(at('01', 1), at('02', 1), at('03', 0)))).toEqual([
    '2026-06-01T10:00/2026-06-01T11:00',
    '2026-06-02T10:00/2026-06-02T11:00',
  ])
})

test('an entry without a length closes the minute of its start, or its day if it has no time', () => {
  const entries = calendarOf(
    ['UID:1', 'DTSTART:20260601T100000Z'],
    ['UID:2', 'DTSTART:20260602T100000Z', 'DTEND:20260602T100000Z'],
    ['UID:3', 'DTSTART;VALUE=DATE:20260603', 'DTEND;VALUE=DATE:20260603'],
    ['UID:4', 'DTSTART:20260604T220000Z', 'DTEND:20260604T020000Z', 'SUMMARY:Ends before it starts'],
  )
  expect(times(entries)).toEqual([
    '2026-06-01T10:00/2026-06-01T10:01',
    '2026-06-02T10:00/2026-06-02T10:01',
    '2026-06-03/2026-06-04',
    '2026-06-04T22:00/2026-06-04T22:01',
  ])
  expect(readBusy(entries, year, own).report).toMatchObject({
    unread: 1,
    named_entries: [{ title: 'Ends before it starts' }],
  })
})

test('reads the end rather than the duration, and accepts a day as the end of a timed entry', () => {
  const start = 'DTSTART;TZID=Europe/London:20260601T100000'
  expect(
    times(
      calendarOf(
        ['UID:1', start, 'DTEND;TZID=Europe/London:20260601T120000', 'DURATION:PT0S'],
        ['UID:2', start, 'DTEND;VALUE=DATE:20260601'],
        ['UID:3', 'DTSTART;VALUE=DATE:20260605', 'DTEND:20260606T110000Z'],
      ),
    ),
  ).toEqual([
    '2026-06-01T09:00/2026-06-01T11:00',
    '2026-06-01T09:00/2026-06-01T23:00',
    '2026-06-05/2026-06-07',
  ])
})

/** A series on the first three Mondays of June at 10:00 in London. */
const mondays = ['UID:1', london('20260601T100000'), 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=3']
const monday = (day: string) => `2026-06-${day}T09:00/2026-06-${day}T10:00`
const changed = (id: string, ...more: string[]) => [
  'UID:1',
  id,
  'DTSTART:20260609T120000Z',
  'DURATION:PT1H',
  ...more,
]
const tuesday = '2026-06-09T12:00/2026-06-09T13:00'

test('finds a changed occurrence by its instant in any zone, or by its day', () => {
  const expected = [monday('01'), tuesday, monday('15')]
  for (const id of [
    'RECURRENCE-ID:20260608T090000Z',
    'RECURRENCE-ID;TZID=America/New_York:20260608T050000',
    'RECURRENCE-ID;VALUE=DATE:20260608',
  ])
    expect(times(calendarOf(mondays, changed(id))), id).toEqual(expected)
  const days = ['UID:1', 'DTSTART;VALUE=DATE:20260601', 'RRULE:FREQ=WEEKLY;COUNT=2']
  for (const id of ['RECURRENCE-ID:20260608T000000', 'RECURRENCE-ID:20260607T230000Z'])
    expect(times(calendarOf(days, changed(id))), id).toEqual(['2026-06-01/2026-06-02', tuesday])
})

test('a change that matches no occurrence counts as an event of its own, unless it is older than its series', () => {
  const after = 'RECURRENCE-ID;TZID=Europe/London:20260629T100000'
  const all = [monday('01'), monday('08'), monday('15')]
  expect(times(calendarOf(mondays, changed(after)))).toEqual([...all, tuesday].toSorted())
  const revised = [...mondays, 'SEQUENCE:2']
  expect(times(calendarOf(revised, changed(after, 'SEQUENCE:1')))).toEqual(all)
  const known = changed('RECURRENCE-ID;TZID=Europe/London:20260608T100000', 'SEQUENCE:1')
  expect(times(calendarOf(revised, known))).toEqual([monday('01'), tuesday, monday('15')])
  const single = mondays.slice(0, 3)
  expect(times(calendarOf(single, changed(after)))).toEqual([monday('01'), tuesday])
})

test('of two changes of one occurrence, uses the change with the higher SEQUENCE, or both if their SEQUENCE is equal', () => {
  const id = 'RECURRENCE-ID;TZID=Europe/London:20260608T100000'
  const newer = changed(id, 'SEQUENCE:2')
  const older = ['UID:1', id, 'DTSTART:20260610T120000Z', 'DURATION:PT1H', 'SEQUENCE:1']
  const expected = [monday('01'), tuesday, monday('15')]
  expect(times(calendarOf(mondays, newer, older))).toEqual(expected)
  expect(times(calendarOf(older, newer, mondays))).toEqual(expected)
  const equal = older.with(-1, 'SEQUENCE:2')
  expect(times(calendarOf(mondays, newer, equal))).toEqual(
    [...expected, '2026-06-10T12:00/2026-06-10T13:00'].toSorted(),
  )
})

test('a change that also applies to all later occurrences moves or cancels them', () => {
  const id = 'RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/London:20260608T100000'
  expect(times(calendarOf(mondays, changed(id)))).toEqual([
    monday('01'),
    tuesday,
    '2026-06-16T12:00/2026-06-16T13:00',
  ])
  expect(times(calendarOf(mondays, changed(id, 'STATUS:CANCELLED')))).toEqual([monday('01')])
})

test('an UNTIL without a time includes its day', () => {
  const until = (value: string) =>
    times(calendarOf([...mondays.slice(0, 3), `RRULE:FREQ=WEEKLY;UNTIL=${value}`]))
  const three = [monday('01'), monday('08'), monday('15')]
  expect(until('20260615')).toEqual(three)
  expect(until('20260615T100000')).toEqual(three)
  expect(until('20260615T090000Z')).toEqual(three)
  expect(until('20260615T085959Z')).toEqual(three.slice(0, 2))
})

test('closes the busy periods of a VFREEBUSY', () => {
  const periods = [
    'BEGIN:VFREEBUSY',
    'FREEBUSY:20260601T100000Z/20260601T120000Z,20260602T100000Z/PT2H',
    'FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260603T100000Z/PT1H',
    'FREEBUSY;FBTYPE=FREE:20260604T100000Z/PT1H',
    'END:VFREEBUSY',
    'END:VCALENDAR',
  ]
  expect(times(calendarOf().replace('END:VCALENDAR', periods.join('\r\n')))).toEqual([
    '2026-06-01T10:00/2026-06-01T12:00',
    '2026-06-02T10:00/2026-06-02T12:00',
    '2026-06-03T10:00/2026-06-03T11:00',
  ])
})

test('periods of an RDATE have their own length, and an empty RDATE is ignored', () => {
  const at = ['DTSTART:20260601T100000Z', 'DURATION:PT2H']
  const periods = 'RDATE;VALUE=PERIOD:20260602T100000Z/20260602T160000Z,20260603T100000Z/PT3H'
  const both = calendarOf(['UID:1', ...at, periods], ['UID:2', ...at, 'RDATE:', 'EXDATE:'])
  expect(times(both)).toEqual([
    '2026-06-01T10:00/2026-06-01T12:00',
    '2026-06-01T10:00/2026-06-01T12:00',
    '2026-06-02T10:00/2026-06-02T16:00',
    '2026-06-03T10:00/2026-06-03T13:00',
  ])
  expect(readBusy(both, year, own).report.unread).toBe(0)
})
