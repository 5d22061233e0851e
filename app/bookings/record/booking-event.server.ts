import ical, { type ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import { tzlib_get_ical_block } from 'timezones-ical-library'

import type { BookingStatus } from '../booking.ts'

/** A booking as a calendar shows it. */
export type BookingEvent = {
  reference: string
  status: BookingStatus
  starts_at: Date
  ends_at: Date
  updated_at: Date
  /** How often it was changed: a reader takes the highest for the newest. */
  sequence: number
  title: string
  place: string
  description: string
  link: string
}

const zone = 'Europe/London'
const statuses: Record<BookingStatus, ICalEventStatus> = {
  pending: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
}

/** One booking for its guest: a new file of the same booking replaces the earlier one, or takes it out. */
export function bookingCalendar(
  event: BookingEvent,
  organiser: string,
): { method: 'PUBLISH' | 'CANCEL'; content: string } {
  const method = event.status === 'cancelled' ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH
  const calendar = londonCalendar('Chalk & Vine', method)
  addBookingEvent(calendar, event, organiser)
  return { method, content: calendarText(calendar) }
}

/** A calendar whose times are London's, with the zone's own rules in it. */
export function londonCalendar(name: string, method: ICalCalendarMethod | null = null): ICalCalendar {
  // The library escapes everything but this.
  const escaped = name.replaceAll(/[\\;,]/g, '\\$&')
  const calendar = ical({
    name: escaped,
    prodId: { company: 'Chalk & Vine', product: 'Bookings', language: 'EN' },
  })
  calendar.timezone({ name: null, generator: (of) => tzlib_get_ical_block(of)[0] ?? null })
  if (method) calendar.method(method)
  return calendar
}

export function calendarText(calendar: ICalCalendar): string {
  return `${calendar.toString()}\r\n`
}

/** `organiser` is the address that answers for it, whose domain also makes the booking's one and only UID. */
export function addBookingEvent(calendar: ICalCalendar, event: BookingEvent, organiser: string): void {
  const [start, end] = [event.starts_at.toTemporalInstant(), event.ends_at.toTemporalInstant()]
  calendar.createEvent({
    id: `${event.reference.toLowerCase()}@${organiser.split('@')[1]}`,
    sequence: event.sequence,
    stamp: event.updated_at,
    start,
    end,
    // Readers differ on which of two half past ones is meant; an instant leaves no choice.
    timezone: happensTwice(start) || happensTwice(end) ? null : zone,
    summary: event.title,
    location: event.place,
    description: event.description,
    url: event.link,
    status: statuses[event.status],
    organizer: { name: 'Chalk & Vine', email: organiser },
  })
}

/** Whether London's clocks show the same time once more, before or after. */
function happensTwice(instant: Temporal.Instant): boolean {
  const shown = instant.toZonedDateTimeISO(zone).toPlainDateTime()
  const [first, last] = (['earlier', 'later'] as const).map((disambiguation) =>
    shown.toZonedDateTime(zone, { disambiguation }).toInstant(),
  )
  return first?.epochMilliseconds !== last?.epochMilliseconds
}
