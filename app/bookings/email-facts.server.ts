import { href } from 'react-router'

import type { MailRow, Site } from '../emails/email.ts'
import { senderAddress as mailboxOf } from '../emails/sender.ts'
import type { Queryable } from '../platform/database.server.ts'
import { formatAmericanDay, formatTime } from '../platform/days.ts'
import { postalAddressOf, placeOf } from '../vineyards/vineyard.ts'
import { bookingCalendar } from './booking-calendar.server.ts'
import type { EmailFacts } from './emails.ts'

type Row = Omit<EmailFacts, 'link' | 'vineyard_link' | 'calendar' | 'was'> & {
  vineyard_id: string
  vineyard_name: string
  is_visible: boolean
  title: string
  address: string | null
  city: string | null
  region: string | null
  postcode: string | null
  ends_at: Date | null
  updated_at: Date
  sequence: number
  moved_from: { booking_date: string; start_time: string | null } | null
}

/** What a booking's letters tell beyond their payload. Undefined: the booking is gone. */
export async function findBookingFacts(
  sql: Queryable,
  { booking_id }: Pick<MailRow, 'booking_id'>,
  site: Site,
): Promise<EmailFacts | undefined> {
  if (booking_id === null) return undefined
  const [row] = await sql<Row[]>`
    select
      b.reference, b.status, b.currency, b.guest_phone, b.special_requests, b.starts_at, b.ends_at, b.created_at,
      b.updated_at, e.title, e.duration_minutes, e.cancellation_cutoff_minutes, v.id as vineyard_id,
      v.name as vineyard_name, v.address, v.city, v.region, v.postcode, v.phone as vineyard_phone,
      v.email as vineyard_email, v.latitude, v.longitude, v.is_demo, v.is_visible,
      (select count(*)::int - 1 from booking_events t where t.booking_id = b.id) as sequence,
      (
        select t.actor from booking_events t
        where t.booking_id = b.id and t.kind = 'status' and t.changes -> 'status' ->> 1 = 'cancelled'
        order by t.id desc limit 1
      ) as cancelled_by,
      (
        select jsonb_build_object(
          'booking_date', coalesce(t.changes -> 'booking_date' ->> 0, b.booking_date::text),
          'start_time', coalesce(t.changes -> 'start_time' ->> 0, b.start_time::text)
        )
        from booking_events t
        where t.booking_id = b.id and t.kind = 'moved' and t.changes ?| array['booking_date', 'start_time']
        order by t.id desc limit 1
      ) as moved_from
    from bookings b
      join experiences e on e.id = b.experience_id
      join vineyards v on v.id = b.vineyard_id
    where b.id = ${booking_id}`
  if (!row) return undefined

  const { moved_from } = row
  const link = site.site_url + href('/booking/:id', { id: booking_id })
  return {
    ...row,
    link,
    vineyard_link: row.is_visible ? site.site_url + href('/vineyard/:id', { id: row.vineyard_id }) : null,
    was:
      moved_from &&
      [formatAmericanDay(moved_from.booking_date), moved_from.start_time && formatTime(moved_from.start_time)]
        .filter(Boolean)
        .join(', '),
    calendar: calendarOf(row, link, site),
  }
}

function calendarOf(row: Row, link: string, site: Site) {
  const { starts_at, ends_at, title, vineyard_name } = row
  if (!starts_at || !ends_at) return undefined
  return bookingCalendar(
    {
      ...row,
      starts_at,
      ends_at,
      link,
      title: `${title} at ${vineyard_name}`,
      place: [vineyard_name, postalAddressOf(row) ?? placeOf(row)].join(', '),
      description: `Please arrive 15 minutes early. Reference ${row.reference}. ${link}`,
    },
    mailboxOf(site.mail_from),
  )
}
