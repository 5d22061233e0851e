import { expect, test } from 'vitest'

import { calendarOf } from '../../../test/calendar.ts'
import { readBusy } from './busy.server.ts'
import { readEntries } from './calendar-entries.server.ts'

const year = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2027-01-01T00:00:00Z') }
const read = (text: string) => {
  const { busy, report } = readBusy(text, year, new Set())
  return [
    report.unread,
    ...busy.map(({ from }) => (typeof from === 'string' ? from : from.toISOString().slice(0, 16))),
  ]
}
const hire = calendarOf(['UID:1', 'DTSTART:20260601T100000Z', 'DURATION:PT1H', 'SUMMARY:Private hire'])
const once = [0, '2026-06-01T10:00']

test.for([
  ['line ends of Unix', hire.replaceAll('\r\n', '\n')],
  ['line ends of old Macs', hire.replaceAll('\r\n', '\r')],
  ['doubled line ends', hire.replaceAll('\r\n', '\r\r\n')],
  ['names in lower case', hire.replaceAll('BEGIN', 'begin').replaceAll('DTSTART', 'dtstart')],
  ['a folded property', hire.replace('T100000Z', 'T10\r\n 0000Z')],
  [
    'a line break inside a text',
    hire.replace('SUMMARY', 'DESCRIPTION:Notes\r\nJane Doe\r\nWants: red\r\nSUMMARY'),
  ],
  [
    'a line with a broken parameter',
    hire.replace('SUMMARY', 'ATTENDEE;CN="Jane:mailto:jane@example.com\r\nSUMMARY'),
  ],
  ['a time with dashes and colons', hire.replace('20260601T100000Z', '2026-06-01T10:00:00Z')],
  ['a byte order mark inside', `${calendarOf()}\uFEFF${hire}`],
  ['a missing end of an entry', hire.replace('END:VEVENT\r\n', '')],
] as const)('reads a calendar with %s', ([, text]) => {
  expect(read(text)).toEqual(once)
})

test('reads a date without VALUE=DATE, and a zone with a colon that is not in quotation marks', () => {
  const calendar = calendarOf(
    ['UID:1', 'DTSTART:20260607', 'DTEND:20260607'],
    ['UID:2', 'DTSTART;TZID=(UTC+00:00) Dublin, Edinburgh:20260608T100000', 'DURATION:PT1H'],
    ['UID:3', 'DTSTART;TZID="GMT Standard Time":20260609T100000', 'DURATION:PT1H'],
  )
  expect(read(calendar)).toEqual([0, '2026-06-07', '2026-06-08T09:00', '2026-06-09T09:00'])
})

test("an alarm's properties do not become properties of its entry", () => {
  const alarm = ['BEGIN:VALARM', 'TRIGGER:-PT15M', 'DURATION:PT5H', 'STATUS:CANCELLED', 'END:VALARM'].join(
    '\r\n',
  )
  expect(read(hire.replace('DTSTART', `${alarm}\r\nDTSTART`))).toEqual(once)
})

test('names an entry whose list of dates is too long to read', () => {
  const dates = Array.from({ length: 7000 }, () => '20260602T100000Z').join()
  expect(read(hire.replace('SUMMARY', `RDATE:${dates}\r\nSUMMARY`))).toEqual([1, '2026-06-01T10:00'])
})

test('returns the line number and the length of each entry', () => {
  const [, second] = readEntries(calendarOf(['UID:1', 'DESCRIPTION:a\r\n b'], ['UID:2']))
  expect(second).toMatchObject({
    line: 10,
    size: 'BEGIN:VEVENT..DTSTAMP:20260101T000000Z..UID:2..END:VEVENT..'.length,
  })
})
