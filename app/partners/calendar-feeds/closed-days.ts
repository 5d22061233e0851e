import { addDays, type Day, type Time } from '../../platform/days.ts'
import type { Busy } from './busy.server.ts'

/** A closed period in the form that an exception stores: whole days, or the same hours on each day. */
export type ClosedDays = { starts_on: Day; ends_on: Day; from_time: Time | null; until_time: Time | null }

const zone = 'Europe/London'
const midnight = '00:00:00'
const dayEnd = '24:00:00'

/**
 * Returns busy times as closed periods in London time. A minute that is partly busy counts as busy. If the clocks go back during
 * a busy time, the whole repeated hour counts as busy.
 */
export function closedDaysOf(busy: Busy[]): ClosedDays[] {
  const whole = merge(busy.filter((span) => span.kind === 'days')).map(({ from, until }) => ({
    starts_on: from,
    ends_on: Temporal.PlainDate.from(until).subtract({ days: 1 }).toString(),
    from_time: null,
    until_time: null,
  }))
  const times = busy
    .filter((span) => span.kind === 'time')
    .map(({ from, until }) => ({ from: from.getTime(), until: until.getTime() }))
  return [...whole, ...merge(times).flatMap(hoursOf)]
}

type Span<Moment> = { from: Moment; until: Moment }

/** Sorts spans and merges spans that overlap or touch. */
function merge<Moment extends string | number>(spans: Span<Moment>[]): Span<Moment>[] {
  const merged: Span<Moment>[] = []
  for (const { from, until } of spans.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = merged.at(-1)
    if (last && from <= last.until) last.until = until > last.until ? until : last.until
    else merged.push({ from, until })
  }
  return merged
}

function hoursOf({ from, until }: Span<number>): ClosedDays[] {
  const [first, last] = [wall(from), wall(until)]
  const [on, off] = [first.toPlainDate().toString(), last.toPlainDate().toString()]
  if (on === off) {
    const [from_time, until_time] = hoursBetween(first, last)
    return until_time > from_time ? [{ starts_on: on, ends_on: on, from_time, until_time }] : []
  }
  const [begins] = hoursBetween(first, first.add({ days: 1 }).startOfDay())
  const found = [{ starts_on: on, ends_on: on, from_time: begins, until_time: dayEnd }]
  const [second, eve] = [addDays(on, 1), addDays(off, -1)]
  if (second <= eve) found.push({ starts_on: second, ends_on: eve, from_time: midnight, until_time: dayEnd })
  const [, ends] = hoursBetween(last.startOfDay(), last)
  if (ends > midnight) found.push({ starts_on: off, ends_on: off, from_time: midnight, until_time: ends })
  return found
}

function hoursBetween(first: Temporal.ZonedDateTime, last: Temporal.ZonedDateTime): [Time, Time] {
  return repeatedWithin(first, last) ?? [floor(first), ceiling(last)]
}

/** If the clocks go back within a span, returns a start and an end that include all of the repeated hour. */
function repeatedWithin(
  first: Temporal.ZonedDateTime,
  last: Temporal.ZonedDateTime,
): [Time, Time] | undefined {
  const back = first.offsetNanoseconds - last.offsetNanoseconds
  const change = back > 0 ? first.getTimeZoneTransition('next') : null
  if (!change) return undefined
  const [again, over] = [floor(change), ceiling(change.add({ nanoseconds: back }))]
  const [begins, ends] = [floor(first), ceiling(last)]
  return [begins < again ? begins : again, ends > over ? ends : over]
}

function wall(instant: number): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
}

function floor({ hour, minute }: Temporal.ZonedDateTime): Time {
  return clock(hour * 60 + minute)
}

/** Returns a time rounded up to the next whole minute. The last minute of a day ends at 24:00. */
function ceiling({ hour, minute, second, millisecond }: Temporal.ZonedDateTime): Time {
  return clock(hour * 60 + minute + (second > 0 || millisecond > 0 ? 1 : 0))
}

function clock(minutes: number): Time {
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00`
}
