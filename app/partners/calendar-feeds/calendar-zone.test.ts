import { expect, test } from 'vitest'

import { calendarOf } from '../../../test/calendar.ts'
import { readBusy } from './busy.server.ts'

const year = { from: new Date('2026-01-01T00:00:00Z'), until: new Date('2027-01-01T00:00:00Z') }

/** Returns the UTC times of 10:00 in a zone on 1 February and 1 June 2026. `rules` is the VTIMEZONE in the file. */
function tenOClock(id: string, rules: string[] = []) {
  const at = (day: string) => [`UID:${day}`, `DTSTART;TZID=${id}:${day}T100000`, 'DURATION:PT1H']
  const calendar = calendarOf(at('20260201'), at('20260601'))
  const text = calendar.replace('BEGIN:VEVENT', [...rules, 'BEGIN:VEVENT'].join('\r\n'))
  const { busy, report } = readBusy(text, year, new Set())
  const times = busy.map((span) => (span.kind === 'time' ? span.from.toISOString().slice(11, 16) : span.from))
  return `${times.join(' ')}${report.unknown_zones > 0 ? ' unknown' : ''}`
}
const rulesOf = (id: string, ...parts: string[]) => [
  'BEGIN:VTIMEZONE',
  `TZID:${id}`,
  ...parts,
  'END:VTIMEZONE',
]
const part = (name: string, from: string, to: string, ...more: string[]) => [
  `BEGIN:${name}`,
  ...more,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  `END:${name}`,
]

test.for([
  ['Europe/London', '10:00 09:00'],
  ['europe/london', '10:00 09:00'],
  ['GB', '10:00 09:00'],
  ['GMT Standard Time', '10:00 09:00'],
  ['gmt standard time', '10:00 09:00'],
  ['/freeassociation.sourceforge.net/Tzfile/Europe/London', '10:00 09:00'],
  ['/mozilla.org/20050126_1/America/Argentina/Buenos_Aires', '13:00 13:00'],
  ['W. Europe Standard Time', '09:00 08:00'],
  ['Romance Daylight Time', '09:00 08:00'],
  ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome"', '09:00 08:00'],
  ['"(UTC-05:00) Eastern Time (US & Canada)"', '15:00 14:00'],
  ['US/Eastern', '15:00 14:00'],
  ['America/New York', '15:00 14:00'],
  ['tzone://Microsoft/Utc', '10:00 10:00'],
  ['GMT+0200', '08:00 08:00'],
  ['Greenwich Standard Time', '10:00 10:00'],
  ['Cellar', '10:00 09:00 unknown'],
  ['Customized Time Zone', '10:00 09:00 unknown'],
] as const)('reads times in zone %s without rules in the file', ([id, expected]) => {
  expect(tenOClock(id)).toBe(expected)
})

test('ignores the rules in the file if they lack the summer time of a known zone', () => {
  const winter = part('STANDARD', '+0000', '+0000', 'DTSTART:19700101T000000')
  expect(tenOClock('Europe/London', rulesOf('Europe/London', ...winter))).toBe('10:00 09:00')
  expect(tenOClock('Ours', rulesOf('Ours', 'X-LIC-LOCATION:Europe/London', ...winter))).toBe('10:00 09:00')
})

test("uses the file's rules for an unknown name, and for a name that means a fixed offset", () => {
  const rules = [
    ...part(
      'STANDARD',
      '+0200',
      '+0100',
      'DTSTART:16010101T030000',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
    ),
    ...part(
      'DAYLIGHT',
      '+0100',
      '+0200',
      'DTSTART:16010101T020000',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
    ),
  ]
  for (const id of ['Customized Time Zone', 'GMT'])
    expect(tenOClock(id, rulesOf(id, ...rules)), id).toBe('09:00 08:00')
  const broken = part('STANDARD', 'one', 'two', 'DTSTART:19700101T000000')
  expect(tenOClock('Cellar', rulesOf('Cellar', ...broken))).toBe('10:00 09:00 unknown')
})

test('converts skipped and repeated times as RFC 5545 requires, in known and in custom zones', () => {
  const rules = [
    ...part(
      'STANDARD',
      '+0100',
      '+0000',
      'DTSTART:19701025T020000',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10',
    ),
    ...part(
      'DAYLIGHT',
      '+0000',
      '+0100',
      'DTSTART:19700329T010000',
      'RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3',
    ),
  ]
  for (const id of ['Europe/London', 'Cellar']) {
    const at = (time: string) => [`UID:${time}`, `DTSTART;TZID=${id}:${time}`, 'DURATION:PT1M']
    const calendar = calendarOf(at('20260329T013000'), at('20261025T013000'), at('20261025T023000'))
    const text = calendar.replace('BEGIN:VEVENT', [...rulesOf(id, ...rules), 'BEGIN:VEVENT'].join('\r\n'))
    const starts = readBusy(text, year, new Set()).busy.map(({ from }) =>
      new Date(from).toISOString().slice(0, 16),
    )
    expect(starts, id).toEqual(['2026-03-29T01:30', '2026-10-25T00:30', '2026-10-25T02:30'])
  }
})
