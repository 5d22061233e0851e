import fc from 'fast-check'

import { readBusy } from '../../app/partners/calendar-feeds/busy.server.ts'
import { calendarOf } from '../calendar.ts'

/** The period for which our reader and the second reader list busy times. */
export const busyYear = { from: new Date('2026-12-01T00:00:00Z'), until: new Date('2028-01-01T00:00:00Z') }

/** Names of zones as programs write them, each with the zone that the name means. */
const zones = {
  'Europe/London': 'Europe/London',
  'europe/london': 'Europe/London',
  'GMT Standard Time': 'Europe/London',
  '/mozilla.org/20050126_1/Europe/London': 'Europe/London',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Eastern Standard Time': 'America/New_York',
  'US/Eastern': 'America/New_York',
  'Asia/Calcutta': 'Asia/Kolkata',
}

/** Draws a series: its start, length, weeks, zone name, changed occurrence and notations. */
const starts = fc.record({
  day: fc.integer({ min: 1, max: 330 }),
  hour: fc.integer({ min: 10, max: 15 }),
  hours: fc.integer({ min: 1, max: 3 }),
  weeks: fc.integer({ min: 2, max: 5 }),
  zone: fc.constantFrom(...(Object.keys(zones) as (keyof typeof zones)[])),
  changed: fc.nat(4),
  id: fc.constantFrom('own', 'utc', 'berlin', 'day'),
  until: fc.constantFrom('count', 'day', 'instant'),
})
type Start = typeof starts extends fc.Arbitrary<infer Value> ? Value : never

const wallOf = ({ day, hour }: Start, weeks = 0) =>
  Temporal.PlainDateTime.from('2026-12-01T00:00').add({ days: day + 7 * weeks, hours: hour })
const compact = (moment: Temporal.PlainDateTime | Temporal.PlainDate) =>
  moment
    .toString(moment instanceof Temporal.PlainDateTime ? { smallestUnit: 'second' } : {})
    .replaceAll(/[-:]/g, '')
const inZone = (name: string, zone: string, wall: Temporal.PlainDateTime) =>
  `${name};TZID=${zone}:${compact(wall)}`

function timesOf(start: Start, weeks = 0, later = 0) {
  const from = wallOf(start, weeks).add({ hours: later })
  return [inZone('DTSTART', start.zone, from), inZone('DTEND', start.zone, from.add({ hours: start.hours }))]
}

/** Returns the RECURRENCE-ID of an occurrence in one of four notations. */
function idOf(start: Start, weeks: number): string {
  const wall = wallOf(start, weeks)
  const instant = wall.toZonedDateTime(zones[start.zone])
  if (start.id === 'own') return inZone('RECURRENCE-ID', start.zone, wall)
  if (start.id === 'day') return `RECURRENCE-ID;VALUE=DATE:${compact(wall.toPlainDate())}`
  const zone = start.id === 'utc' ? 'UTC' : 'Europe/Berlin'
  const there = instant.withTimeZone(zone).toPlainDateTime()
  return start.id === 'utc' ? `RECURRENCE-ID:${compact(there)}Z` : inZone('RECURRENCE-ID', zone, there)
}

function ruleOf(start: Start): string {
  const last = wallOf(start, start.weeks - 1)
  if (start.until === 'count') return `RRULE:FREQ=WEEKLY;COUNT=${start.weeks}`
  if (start.until === 'day') return `RRULE:FREQ=WEEKLY;UNTIL=${compact(last.toPlainDate())}`
  return `RRULE:FREQ=WEEKLY;UNTIL=${compact(last.toZonedDateTime(zones[start.zone]).withTimeZone('UTC').toPlainDateTime())}Z`
}

/** The constructs that other programs write, each as a list of entries. In `busyCalendars`, these entries share one UID. */
const constructs: Record<string, (start: Start) => string[][]> = {
  'entries with one UID': (start) => [timesOf(start), timesOf(start, 1, 1), timesOf(start, 2)],
  'DTEND and an empty duration': (start) => [[...timesOf(start), 'DURATION:PT0S']],
  'a series': (start) => [[...timesOf(start), ruleOf(start)]],
  'a moved occurrence': (start) => [
    [...timesOf(start), ruleOf(start)],
    [
      ...timesOf(start, start.changed % start.weeks, 30),
      idOf(start, start.changed % start.weeks),
      'DURATION:PT0S',
    ],
  ],
  'a cancelled occurrence': (start) => [
    [...timesOf(start), ruleOf(start)],
    [
      ...timesOf(start, start.changed % start.weeks),
      idOf(start, start.changed % start.weeks),
      'STATUS:CANCELLED',
    ],
  ],
  "a change after the rule's end": (start) => [
    [...timesOf(start), ruleOf(start)],
    [...timesOf(start, start.weeks + 1, 2), idOf(start, start.weeks)],
  ],
  'changes of an entry without a rule': (start) => [
    timesOf(start),
    [...timesOf(start, 2), idOf(start, start.changed % 2)],
  ],
  'two changes of one occurrence': (start) => {
    const id = idOf(start, 1)
    const changes = [
      [...timesOf(start, 1, 24), id, 'SEQUENCE:2'],
      [...timesOf(start, 1, 48), id, 'SEQUENCE:1'],
    ]
    return [[...timesOf(start), ruleOf(start)], ...(start.changed % 2 === 0 ? changes : changes.toReversed())]
  },
  'an excluded occurrence': (start) => [
    [...timesOf(start), ruleOf(start), idOf({ ...start, id: 'utc' }, 1).replace('RECURRENCE-ID', 'EXDATE')],
  ],
  'whole days': (start) => [
    [
      `DTSTART;VALUE=DATE:${compact(wallOf(start).toPlainDate())}`,
      `DTEND;VALUE=DATE:${compact(wallOf(start).add({ days: start.hours }).toPlainDate())}`,
      `RRULE:FREQ=WEEKLY;COUNT=${start.weeks}`,
    ],
  ],
}

/** The names of all constructs. */
export const constructNames = Object.keys(constructs)

const winterOnly = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/London',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]

function freeBusyOf(start: Start): string[] {
  const from = compact(wallOf(start))
  const until = compact(wallOf(start).add({ hours: start.hours }))
  const next = compact(wallOf(start, 1))
  return [
    'BEGIN:VFREEBUSY',
    'UID:busy',
    'DTSTAMP:20260101T000000Z',
    `FREEBUSY;FBTYPE=BUSY:${from}Z/${until}Z,${next}Z/PT${start.hours}H`,
    `FREEBUSY;FBTYPE=FREE:${compact(wallOf(start, 2))}Z/PT1H`,
    'END:VFREEBUSY',
  ]
}

/** Draws calendars of several constructs. A VFREEBUSY, and a VTIMEZONE without summer time, are added to some of them. */
export const busyCalendars = fc
  .record({
    parts: fc.array(fc.tuple(fc.constantFrom(...constructNames), starts), { minLength: 1, maxLength: 4 }),
    busy: fc.option(starts),
    isWinterOnly: fc.boolean(),
  })
  .map(({ parts, busy, isWinterOnly }) => {
    const entries = parts.flatMap(([name, start], n) =>
      (constructs[name]?.(start) ?? []).map((lines) => [`UID:${n}`, `SUMMARY:${name}`, ...lines]),
    )
    const head = isWinterOnly ? winterOnly : []
    return calendarOf(...entries)
      .replace('BEGIN:VEVENT', [...head, 'BEGIN:VEVENT'].join('\r\n'))
      .replace('END:VCALENDAR', [...(busy ? freeBusyOf(busy) : []), 'END:VCALENDAR'].join('\r\n'))
  })

/** Returns our reader's busy periods in the form of the second reader: once each, sorted, in UTC or as days. */
export function ourSpans(calendar: string): string[] {
  const minute = (instant: Date) => `${instant.toISOString().slice(0, 16)}Z`
  const spans = readBusy(calendar, busyYear, new Set()).busy.map((span) =>
    span.kind === 'time' ? `${minute(span.from)}/${minute(span.until)}` : `${span.from}/${span.until}`,
  )
  return [...new Set(spans)].toSorted()
}
