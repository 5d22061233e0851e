import { RRuleTemporal } from 'rrule-temporal'

import type { CalendarComponent } from './calendar-entries.server.ts'
import { ruleLimits } from './calendar-rule.server.ts'

/** Converts between instants, in milliseconds, and the wall-clock times of one time zone. */
export type CalendarZone = {
  toInstant: (wall: Temporal.PlainDateTime) => number
  toWall: (instant: number) => Temporal.PlainDateTime
}

/** A change of the clocks: the wall-clock time at which they change, and the offsets in seconds before and after. */
type ClockChange = { starts: Temporal.PlainDateTime; from: number; to: number }

/** Returns the zone that a VTIMEZONE defines, or undefined if its rules cannot be read. */
export function zoneOfRules({ parts }: CalendarComponent, from: Date): CalendarZone | undefined {
  try {
    const changes = parts
      .flatMap((part) => clockChanges(part, from))
      .toSorted((a, b) => Temporal.PlainDateTime.compare(a.starts, b.starts))
    const [first] = changes
    if (!first) return undefined
    const offsetAt = (isAfter: (change: ClockChange) => boolean) =>
      changes.findLast(isAfter)?.to ?? first.from
    return {
      toInstant: (wall) => {
        const change = changes.findLast(({ starts }) => Temporal.PlainDateTime.compare(starts, wall) <= 0)
        if (!change) return utcOf(wall) - first.from * 1000
        // A time that the clocks skip has the offset from before the change (RFC 5545 §3.3.5).
        const isSkipped =
          Temporal.PlainDateTime.compare(wall, change.starts.add({ seconds: change.to - change.from })) < 0
        return utcOf(wall) - (isSkipped ? change.from : change.to) * 1000
      },
      toWall: (instant) => {
        const offset = offsetAt(({ starts, from }) => utcOf(starts) - from * 1000 <= instant)
        return utcWall(instant + offset * 1000)
      },
    }
  } catch {
    return undefined
  }
}

function clockChanges({ properties }: CalendarComponent, window: Date): ClockChange[] {
  const text = (name: string) => properties.get(name)?.[0]?.value ?? ''
  const [from, to] = [secondsOf(text('TZOFFSETFROM')), secondsOf(text('TZOFFSETTO'))]
  const first = Temporal.PlainDateTime.from(text('DTSTART'))
  const dates = (properties.get('RDATE') ?? []).flatMap(({ value }) => value.split(','))
  const near = Temporal.Instant.fromEpochMilliseconds(window.getTime()).toZonedDateTimeISO('UTC')
  const rule = text('RRULE')
  const repeated = rule
    ? new RRuleTemporal({
        rruleString: rule,
        dtstart: first.toZonedDateTime('UTC'),
        temporal: Temporal,
        ...ruleLimits,
      }).between(near.subtract({ years: 3 }), near.add({ years: 3 }), true)
    : []
  const starts = [
    first,
    ...dates.map((date) => Temporal.PlainDateTime.from(date)),
    ...repeated.map((date) => date.toPlainDateTime()),
  ]
  return starts.map((starts) => ({ starts, from, to }))
}

/** Returns an offset in seconds, from a text such as +HHMM or +HHMMSS. */
function secondsOf(offset: string): number {
  const [, sign, hours, minutes, seconds = 0] = /^([+-])(\d\d):?(\d\d):?(\d\d)?$/.exec(offset) ?? []
  if (sign === undefined) throw new RangeError(`No offset: ${offset}`)
  return (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * (sign === '-' ? -1 : 1)
}

function utcOf(wall: Temporal.PlainDateTime): number {
  return wall.toZonedDateTime('UTC').epochMilliseconds
}

function utcWall(instant: number): Temporal.PlainDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO('UTC').toPlainDateTime()
}
