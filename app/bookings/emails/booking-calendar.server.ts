import { type ICalCalendar, ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

import type { BookingStatus } from '../booking.ts'
import { calendarText, londonCalendar, londonTimes } from '../../platform/text/icalendar.server.ts'

/** A booking as a calendar entry. */
export type CalendarEntry = {
  reference: string
  status: BookingStatus
  is_called_off: boolean
  starts_at: Date
  ends_at: Date
  updated_at: Date
  /** From the SQL function `calendar_sequence`. Calendar programs treat the entry with the highest number as the newest. */
  sequence: number
  title: string
  location: string
  description: string
  link: string
}

const statuses: Record<BookingStatus, ICalEventStatus> = {
  pending: ICalEventStatus.TENTATIVE,
  confirmed: ICalEventStatus.CONFIRMED,
  completed: ICalEventStatus.CONFIRMED,
  cancelled: ICalEventStatus.CANCELLED,
}

/** Returns the iCalendar file of one booking. A later file of the same booking updates or removes the entry. */
export function bookingCalendar(
  event: CalendarEntry,
  organiser: string,
): { method: 'PUBLISH' | 'CANCEL'; content: string } {
  const method =
    event.status === 'cancelled' || event.is_called_off
      ? ICalCalendarMethod.CANCEL
      : ICalCalendarMethod.PUBLISH
  const calendar = londonCalendar('Chalk & Vine', method)
  addBookingEvent(calendar, event, organiser)
  return { method, content: calendarText(calendar) }
}

/** Adds a booking to a calendar. The domain of the organiser's email address is part of the booking's UID. */
export function addBookingEvent(calendar: ICalCalendar, event: CalendarEntry, organiser: string): void {
  calendar.createEvent({
    id: `${event.reference.toLowerCase()}@${organiser.split('@')[1]}`,
    sequence: event.sequence,
    stamp: event.updated_at,
    ...londonTimes(event.starts_at.toTemporalInstant(), event.ends_at.toTemporalInstant()),
    summary: event.is_called_off && event.status !== 'cancelled' ? `Called off: ${event.title}` : event.title,
    location: event.location,
    description: event.description,
    url: event.link,
    status: event.is_called_off ? ICalEventStatus.CANCELLED : statuses[event.status],
    organizer: { name: 'Chalk & Vine', email: organiser },
  })
}
