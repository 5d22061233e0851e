import { type CalendarMoment, instantOf } from './calendar-moment.server.ts'

/** How long an entry lasts: a number of milliseconds, or a duration in calendar days (RFC 5545 §3.8.5.3). */
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
