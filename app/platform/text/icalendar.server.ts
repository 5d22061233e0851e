import ical, { type ICalCalendar, type ICalCalendarMethod } from 'ical-generator'
import { tzlib_get_ical_block } from 'timezones-ical-library'

const zone = 'Europe/London'
const timezone = (name: string | null) => ({
  name,
  generator: (of: string) => tzlib_get_ical_block(of)[0] ?? null,
})

/** Returns an empty calendar with the time zone of London and its rules. */
export function londonCalendar(name: string, method: ICalCalendarMethod | null = null): ICalCalendar {
  // The library does not escape the name.
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
  // A calendar needs at least one component (RFC 5545 §3.6), which may be its time zone.
  if (calendar.length() === 0) calendar.timezone(timezone(zone))
  return `${calendar.toString()}\r\n`
}

/** Returns the times of an entry in London's time zone, or in UTC if London's clock shows one of the times twice. */
export function londonTimes(start: Temporal.Instant, end: Temporal.Instant) {
  // Calendar apps differ on which of the two 01:30s is meant.
  return { start, end, timezone: happensTwice(start) || happensTwice(end) ? null : zone }
}

/** Returns whether London's clock shows this time twice, when summer time ends. */
function happensTwice(instant: Temporal.Instant): boolean {
  const shown = instant.toZonedDateTimeISO(zone).toPlainDateTime()
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) =>
    shown.toZonedDateTime(zone, { disambiguation }).toInstant(),
  )
  return first?.epochMilliseconds !== last?.epochMilliseconds
}
