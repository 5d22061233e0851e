import type { CalendarProperty } from './calendar-entries.server.ts'
import { type CalendarZone, zoneNamed } from './calendar-zone.server.ts'

/** A whole day, or a wall-clock time in a zone. */
export type CalendarMoment =
  | { kind: 'day'; day: Temporal.PlainDate }
  | { kind: 'time'; wall: Temporal.PlainDateTime; zone: CalendarZone }

/** Reads a date or time of a calendar. Reads an unknown zone as London, and passes its id to `unknownZone`. */
export type MomentReader = (
  property: Pick<CalendarProperty, 'parameters'>,
  value: string,
  unknownZone: (id: string) => void,
) => CalendarMoment

export const london = zoneNamed('Europe/London')
const utc = zoneNamed('UTC')
const written = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(?:\.\d{1,9})?(Z?))?$/i

/** Returns a reader of dates and times (RFC 5545 §3.3.4 and §3.3.5). The reader throws if a text is neither. */
export function momentReader(findZone: (id: string) => CalendarZone | undefined): MomentReader {
  return ({ parameters }, value, unknownZone) => {
    const [, ...parts] = written.exec(value.slice(0, 40).trim()) ?? []
    const [year = 0, month = 0, date = 0, hour, minute = 0, second = 0] = parts.slice(0, 6).map(Number)
    const day = Temporal.PlainDate.from({ year, month, day: date }, { overflow: 'reject' })
    if (parts[3] === undefined || hour === undefined || parameters.get('VALUE')?.toUpperCase() === 'DATE')
      return { kind: 'day', day }
    const isDayEnd = hour === 24
    const time = Temporal.PlainTime.from(
      { hour: isDayEnd ? 0 : hour, minute, second: Math.min(second || 0, 59) },
      { overflow: 'reject' },
    )
    const wall = day.add({ days: isDayEnd ? 1 : 0 }).toPlainDateTime(time)
    if (parts[6]) return { kind: 'time', wall, zone: utc }
    const id = parameters.get('TZID')
    const zone = id ? findZone(id) : london
    if (!zone && id) unknownZone(id)
    return { kind: 'time', wall, zone: zone ?? london }
  }
}

/** Returns the instant at which a moment starts, in milliseconds. A day starts at midnight in London. */
export function instantOf(moment: CalendarMoment): number {
  return moment.kind === 'day'
    ? london.toInstant(moment.day.toPlainDateTime())
    : moment.zone.toInstant(moment.wall)
}

/** Returns the wall-clock time at which a moment starts. */
export function wallOf(moment: CalendarMoment): Temporal.PlainDateTime {
  return moment.kind === 'day' ? moment.day.toPlainDateTime() : moment.wall
}

/** Returns a moment at this wall-clock time, with the kind and zone of `like`. */
export function momentAt(like: CalendarMoment, wall: Temporal.PlainDateTime): CalendarMoment {
  return like.kind === 'day' ? { kind: 'day', day: wall.toPlainDate() } : { ...like, wall }
}

/** How long an entry lasts: a number of milliseconds, or a duration whose days may have 23 or 25 hours (RFC 5545 §3.8.5.3). */
export type CalendarLength = number | Temporal.Duration

const dayLength = 86_400_000

/** Returns the length between a start and an end, or undefined if the end is not after the start. */
export function lengthBetween(start: CalendarMoment, end: CalendarMoment): CalendarLength | undefined {
  const length = instantOf(end) - instantOf(start)
  if (start.kind === 'day' && end.kind === 'day') {
    const days = start.day.until(end.day).days
    return days > 0 ? Temporal.Duration.from({ days }) : undefined
  }
  // The end of a timed entry may be a date without a time. The entry then lasts until this date begins or, if
  // the entry starts on this date, until the date ends.
  if (end.kind === 'day' && length <= 0) return length + dayLength > 0 ? length + dayLength : undefined
  return length > 0 ? length : undefined
}

/** Returns the end of an entry of this length: an instant in milliseconds, or the day after its last day. */
export function endOf(start: CalendarMoment, length: CalendarLength): CalendarMoment | number {
  if (start.kind === 'time') {
    if (typeof length === 'number') return instantOf(start) + length
    const { years, months, weeks, days } = length
    const later = start.zone.toInstant(start.wall.add({ years, months, weeks, days }))
    return later + length.with({ years: 0, months: 0, weeks: 0, days: 0 }).total('milliseconds')
  }
  const duration = typeof length === 'number' ? Temporal.Duration.from({ milliseconds: length }) : length
  const end = start.day.toPlainDateTime().add(duration)
  const midnight = end.toPlainDate()
  const isWhole = Temporal.PlainDateTime.compare(end, midnight.toPlainDateTime()) === 0
  const after = isWhole ? midnight : midnight.add({ days: 1 })
  const next = start.day.add({ days: 1 })
  return { kind: 'day', day: Temporal.PlainDate.compare(after, next) > 0 ? after : next }
}
