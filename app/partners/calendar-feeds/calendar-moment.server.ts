import type { CalendarProperty } from './calendar-entries.server.ts'
import type { CalendarZone } from './calendar-zone-rules.server.ts'
import { zoneNamed } from './calendar-zone.server.ts'

/** A whole day, or a wall-clock time in a zone. */
export type CalendarMoment =
  | { kind: 'day'; day: Temporal.PlainDate }
  | { kind: 'time'; wall: Temporal.PlainDateTime; zone: CalendarZone }

/** Reads the moments of a calendar. Passes each unknown zone, which is read as London, to `unknownZone`. */
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

/** Returns a moment of the same kind and zone at another wall-clock time. */
export function momentAt(like: CalendarMoment, wall: Temporal.PlainDateTime): CalendarMoment {
  return like.kind === 'day' ? { kind: 'day', day: wall.toPlainDate() } : { ...like, wall }
}
