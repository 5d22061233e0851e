import ical, { type ICalCalendar, type ICalCalendarMethod } from 'ical-generator'
import { tzlib_get_ical_block } from 'timezones-ical-library'

const zone = 'Europe/London'
const timezone = (name: string | null) => ({
  name,
  generator: (of: string) => tzlib_get_ical_block(of)[0] ?? null,
})

/** A calendar whose times are London's, with the zone's own rules in it. */
export function londonCalendar(name: string, method: ICalCalendarMethod | null = null): ICalCalendar {
  // The library escapes everything but this.
  const escaped = name.replaceAll(/[\\;,]/g, '\\$&')
  const calendar = ical({
    name: escaped,
    prodId: { company: 'Chalk & Vine', product: 'Bookings', language: 'EN' },
  })
  calendar.timezone(timezone(null))
  if (method) calendar.method(method)
  return calendar
}

export function calendarText(calendar: ICalCalendar): string {
  // A calendar needs at least one component (RFC 5545 §3.6): without entries it has its time zone.
  if (calendar.length() === 0) calendar.timezone(timezone(zone))
  return `${calendar.toString()}\r\n`
}

/** When something is, as an entry says it: by London's clock wherever that says one thing only. */
export function londonTimes(start: Temporal.Instant, end: Temporal.Instant) {
  // Readers differ on which of two half past ones is meant; an instant leaves no choice.
  return { start, end, timezone: happensTwice(start) || happensTwice(end) ? null : zone }
}

/** Whether London's clocks show the same time once more, before or after. */
function happensTwice(instant: Temporal.Instant): boolean {
  const shown = instant.toZonedDateTimeISO(zone).toPlainDateTime()
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) =>
    shown.toZonedDateTime(zone, { disambiguation }).toInstant(),
  )
  return first?.epochMilliseconds !== last?.epochMilliseconds
}
