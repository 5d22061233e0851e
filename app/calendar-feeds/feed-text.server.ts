import { addBookingEvent, type CalendarEntry } from '../bookings/booking-calendar.server.ts'
import { calendarText, londonCalendar } from '../platform/icalendar.server.ts'
import { senderAddress as mailboxOf } from '../emails/sender.ts'
import type { Queryable } from '../platform/database.server.ts'
import { type CalendarFeed, feedDays, feedPauseMinutes } from './feed.ts'

type Row = Omit<CalendarEntry, 'title' | 'description' | 'link' | 'place'> & {
  id: string
  guest_name: string
  number_of_guests: number
  special_requests: string
  experience: string
  vineyard: string
}

/**
 * A vineyard's feed: its pending, confirmed and completed bookings from two months ago on. It has the guests' names and
 * requests, but neither their email addresses nor their phone numbers.
 */
export async function feedText(
  sql: Queryable,
  feed: CalendarFeed & { name: string },
  site: { site_url: string; mail_from: string },
  now: Date,
): Promise<string> {
  const rows = await sql<Row[]>`
    select
      b.id, b.reference, b.status, b.starts_at, b.ends_at, b.updated_at, b.guest_name, b.number_of_guests,
      b.special_requests,
      e.title as experience, v.name as vineyard,
      (select count(*)::int - 1 from booking_events t where t.booking_id = b.id) as sequence
    from bookings b
      join experiences e on e.id = b.experience_id
      join vineyards v on v.id = b.vineyard_id
    where b.vineyard_id = ${feed.vineyard_id}
      and (${feed.experience_id}::uuid is null or b.experience_id = ${feed.experience_id})
      and b.status <> 'cancelled' and b.starts_at is not null and b.erased_at is null
      and b.booking_date >= london_today(${now}) - ${feedDays}::int
    order by b.starts_at, b.id`
  const calendar = londonCalendar(`${feed.name} · Chalk & Vine`)
  calendar.ttl(feedPauseMinutes * 60)
  for (const row of rows)
    addBookingEvent(
      calendar,
      {
        ...row,
        title: `${row.number_of_guests} × ${row.experience}: ${row.guest_name}`,
        place: row.vineyard,
        description: describe(row),
        link: `${site.site_url}/winemaker/bookings/${row.id}`,
      },
      mailboxOf(site.mail_from),
    )
  return calendarText(calendar)
}

function describe({ status, reference, special_requests }: Row): string {
  const waiting = status === 'pending' ? 'Waiting for your confirmation. ' : ''
  const requests = special_requests && `\nRequests: ${special_requests}`
  return `${waiting}Reference ${reference}.${requests}`
}
