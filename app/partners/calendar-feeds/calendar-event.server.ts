import type { CalendarComponent, CalendarProperty } from './calendar-entries.server.ts'
import {
  type CalendarLength,
  type CalendarMoment,
  instantOf,
  lengthBetween,
  type MomentReader,
} from './calendar-moment.server.ts'
import type { NamedEntry } from './read-report.ts'

/** A problem with a part of an entry: it could not be read, or its time zone is unknown. */
type Doubt = Pick<NamedEntry, 'problem' | 'zone'>

/** One occurrence of an entry: when it starts and how long it lasts. */
export type CalendarOccurrence = { start: CalendarMoment; length: CalendarLength }

/** A VEVENT of a calendar, with the parts that could be read. */
export type CalendarEvent = CalendarOccurrence & {
  entry: CalendarComponent
  sequence: number
  isFree: boolean
  rules: string[]
  extra: CalendarOccurrence[]
  excluded: CalendarMoment[]
  /** The occurrence of a series that this event changes. */
  changes: CalendarMoment | undefined
  /** Whether this event also changes all later occurrences. */
  changesLater: boolean
  /** The problems that matter to staff only if the event closes slots. */
  doubts: Doubt[]
}

const unread: Doubt = { problem: 'unread', zone: null }
/** The shortest busy period in milliseconds: an entry without a length closes the minute in which it starts. */
export const shortest = 60_000

/** Returns a VEVENT, or undefined if its start cannot be read. Passes the problems that staff must see in any case to `note`. */
export function readEvent(
  entry: CalendarComponent,
  readMoment: MomentReader,
  note: (doubt: Doubt) => void,
): CalendarEvent | undefined {
  const doubts: Doubt[] = []
  const isFree = isMarkedFree(entry)
  const unknownZone = (zone: string) => doubts.push({ problem: 'unknown_zone', zone: zone.slice(0, 80) })
  /** Reads each value of a list with `read`. Skips empty values, and calls `refuse` for each unreadable value. */
  const each = <Value>(
    name: string,
    read: (property: CalendarProperty, value: string) => Value,
    refuse: (doubt: Doubt) => void,
  ): Value[] =>
    (entry.properties.get(name) ?? []).flatMap((property) =>
      property.value
        .split(',')
        .filter((value) => value.trim() !== '')
        .flatMap((value) => orRefuse(() => [read(property, value)], refuse) ?? []),
    )
  const moment = (property: CalendarProperty, value: string) => readMoment(property, value, unknownZone)
  const warn = (doubt: Doubt) => doubts.push(doubt)

  const [start] = each('DTSTART', moment, () => {})
  if (!start) {
    if (!isFree) note(unread)
    return undefined
  }
  const [end] = each('DTEND', moment, warn)
  const [duration] = each('DURATION', readDuration, warn)
  const length = lengthOf(start, end, duration, warn)
  /** Reads one value of an RDATE: a date, or a period with its own length. */
  const extra = (property: CalendarProperty, value: string) =>
    value.includes('/') ? readPeriod(property, value, moment) : { start: moment(property, value), length }
  const [changes] = each('RECURRENCE-ID', moment, note)
  // RFC 5545 has removed EXRULE. The occurrences that an EXRULE excludes still close slots.
  if (entry.properties.has('EXRULE')) warn(unread)
  const range = entry.properties.get('RECURRENCE-ID')?.[0]?.parameters.get('RANGE')
  return {
    entry,
    start,
    length,
    sequence: Number.parseInt(textOf(entry, 'SEQUENCE'), 10) || 0,
    isFree,
    rules: (entry.properties.get('RRULE') ?? []).map(({ value }) => value).filter(Boolean),
    extra: each('RDATE', extra, isFree ? () => {} : note),
    excluded: each('EXDATE', moment, warn),
    changes,
    changesLater: range?.toUpperCase() === 'THISANDFUTURE',
    doubts,
  }
}

/** Returns the busy periods of a VFREEBUSY. Calls `note` if a period cannot be read. */
export function readFreeBusy(
  { properties }: CalendarComponent,
  readMoment: MomentReader,
  note: (doubt: Doubt) => void,
): CalendarOccurrence[] {
  return (properties.get('FREEBUSY') ?? [])
    .filter(({ parameters }) => parameters.get('FBTYPE')?.toUpperCase() !== 'FREE')
    .flatMap((property) =>
      property.value
        .split(',')
        .filter(Boolean)
        .flatMap((value) => {
          const moment = (_: CalendarProperty, value: string) => readMoment(property, value, () => {})
          return orRefuse(() => [readPeriod(property, value, moment)], note) ?? []
        }),
    )
}

type ReadMoment = (property: CalendarProperty, value: string) => CalendarMoment

function orRefuse<Value>(read: () => Value, refuse: (doubt: Doubt) => void): Value | undefined {
  try {
    return read()
  } catch {
    refuse(unread)
    return undefined
  }
}

/**
 * Returns how long an event lasts. DTEND takes precedence, because Thunderbird writes DTEND and also a DURATION of 0.
 */
function lengthOf(
  start: CalendarMoment,
  end: CalendarMoment | undefined,
  duration: Temporal.Duration | undefined,
  warn: (doubt: Doubt) => void,
): CalendarLength {
  if (end) {
    const length = lengthBetween(start, end)
    if (length !== undefined) return length
    if (instantOf(end) < instantOf(start)) warn(unread)
  }
  if (duration && duration.sign > 0) return duration
  if (duration && duration.sign < 0) warn(unread)
  return shortest
}

function readDuration(_: CalendarProperty, value: string): Temporal.Duration {
  return Temporal.Duration.from(value.trim().slice(0, 40))
}

/** Reads a start and an end, or a start and a duration (RFC 5545 §3.3.9). */
function readPeriod(property: CalendarProperty, value: string, moment: ReadMoment): CalendarOccurrence {
  const [first = '', last = ''] = value.split('/')
  const start = moment(property, first)
  const length = /^\s*\+?P/i.test(last)
    ? readDuration(property, last)
    : lengthBetween(start, moment(property, last))
  if (length === undefined) throw new RangeError(`Not a period: ${value}`)
  return { start, length }
}

function isMarkedFree(entry: CalendarComponent): boolean {
  const property = (name: string) => textOf(entry, name).toUpperCase()
  return (
    property('TRANSP') === 'TRANSPARENT' ||
    property('STATUS') === 'CANCELLED' ||
    property('X-MICROSOFT-CDO-BUSYSTATUS') === 'FREE'
  )
}

export function textOf(entry: CalendarComponent, name: string): string {
  return entry.properties.get(name)?.[0]?.value ?? ''
}
