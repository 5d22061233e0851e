import { arrivalSentence } from '../../bookings/booking-terms.ts'
import { calendarText, londonCalendar, londonTimes } from '../../platform/text/icalendar.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { addDays, type Day } from '../../platform/days.ts'
import { postalAddressOf, locationOf } from '../../catalogue/vineyards/vineyard.ts'
import { type Itinerary, nameOf, type Stop, timed, type TimedDay } from './itinerary.ts'
import type { Minutes } from './day-times.ts'

/** The iCalendar SEQUENCE of a stop (the itinerary's version plus the booking's events), and the time of the last change */
type Edition = { id: string; sequence: number; changed_at: Date }

/**
 * Returns the iCalendar text of an itinerary: one event per stop, with a stable UID. Only the maker's file has booking
 * references.
 */
export async function itineraryCalendar(
  sql: Queryable,
  itinerary: Pick<Itinerary, 'id' | 'title'> & { visit_date: Day; by: 'maker' | 'reader' },
  days: TimedDay[],
  site_url: string,
): Promise<string> {
  const editions = await sql<Edition[]>`
    select s.id,
      i.version + (select count(*)::int from booking_events e where e.booking_id = s.booking_id) as sequence,
      greatest(i.updated_at, b.updated_at) as changed_at
    from itineraries i
      join itinerary_stops s on s.itinerary_id = i.id
      left join bookings b on b.id = s.booking_id
    where i.id = ${itinerary.id}`
  const calendar = londonCalendar(`${itinerary.title} · Chalk & Vine`)
  const host = new URL(site_url).hostname
  for (const { day, points } of days)
    for (const { stop, passing } of points) {
      const edition = editions.find(({ id }) => id === stop.id)
      if (!edition) continue
      const start = londonInstant(stop.booked?.date ?? addDays(itinerary.visit_date, day), passing.starts)
      calendar.createEvent({
        id: `${stop.id}@${host}`,
        sequence: edition.sequence,
        stamp: edition.changed_at,
        ...londonTimes(start, start.add({ minutes: timed(stop).lasts })),
        summary: stop.experience ? `${stop.experience.title} at ${nameOf(stop)}` : nameOf(stop),
        location: whereIs(stop),
        description: describe(stop, itinerary.by),
        url: stop.vineyard?.is_visible ? `${site_url}/vineyard/${stop.vineyard.id}` : null,
      })
    }
  return calendarText(calendar)
}

function whereIs(stop: Stop): string {
  const { vineyard } = stop
  const location = vineyard?.is_visible ? (postalAddressOf(vineyard) ?? locationOf(vineyard)) : ''
  return [nameOf(stop), location].filter(Boolean).join(', ')
}

function describe({ booked, booking, experience, start_time, note }: Stop, by: 'maker' | 'reader'): string {
  const reference = by === 'maker' && booked && booking ? ` Reference ${booking.reference}.` : ''
  const status = booked ? `Booked.${reference} ${arrivalSentence}` : experience && 'Not booked yet.'
  const estimated = !booked && start_time === null && 'The time is an estimate based on the way there.'
  return [status, estimated, note].filter(Boolean).join('\n')
}

/** Returns the instant `minutes` after midnight, London time. */
function londonInstant(day: Day, minutes: Minutes): Temporal.Instant {
  return Temporal.PlainDate.from(day)
    .toPlainDateTime()
    .add({ minutes: Math.round(minutes) })
    .toZonedDateTime('Europe/London', { disambiguation: 'earlier' })
    .toInstant()
}
