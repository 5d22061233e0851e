import { hashToken, isToken, makeToken } from '../../people/sign-in/session.server.ts'
import { inScope, type Staff } from '../../people/sign-in/actor.ts'
import { isStillThere } from '../../people/accounts/staff-edit.server.ts'
import { addBookingEvent, type CalendarEntry } from '../../bookings/emails/booking-calendar.server.ts'
import { heldSentence } from '../../bookings/group-holds/group-hold.ts'
import { senderAddress } from '../../mail/email.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Day } from '../../platform/days.ts'
import { calendarText, londonCalendar } from '../../platform/text/icalendar.server.ts'
import type { feedShape } from './calendar-source.shapes.ts'

/**
 * A secret link with which other calendars read the bookings of a vineyard or of one experience. When its secret is
 * renewed, the old link no longer works.
 */
type CalendarFeed = RowOf<typeof feedShape>

/** A feed with the name that its calendar shows. With a `host_id`, the feed has the host's sessions. */
type NamedFeed = Pick<CalendarFeed, 'vineyard_id' | 'experience_id'> & {
  name: string
  host_id: string | null
}

/** The number of past days that a feed contains. */
const feedDays = 60

/** The minutes after which other calendars should read a feed again. */
export const feedPauseMinutes = 15

/** Returns the feeds in scope, of one vineyard if given. Feeds of whole vineyards come first. */
export async function listFeeds(
  sql: Queryable,
  by: Staff,
  of: { vineyard_id?: string | undefined } = {},
): Promise<CalendarFeed[]> {
  return sql<CalendarFeed[]>`
    select id, vineyard_id, experience_id, renewed_at, last_read_at
    from calendar_feeds
    where ${inScope(sql, by, 'vineyard_id')}
      and (${of.vineyard_id ?? null}::uuid is null or vineyard_id = ${of.vineyard_id ?? null})
    order by vineyard_id, experience_id nulls first`
}

/**
 * Creates a feed, or renews its secret. Only this call returns the secret. Returns undefined if there is no such
 * vineyard or experience in scope.
 */
export async function renewFeed(
  sql: Queryable,
  of: { vineyard_id: string; experience_id: string | null },
  by: Staff,
  now: Date,
): Promise<(CalendarFeed & { secret: string }) | undefined> {
  const secret = makeToken()
  const [feed] = await sql<CalendarFeed[]>`
    insert into calendar_feeds (vineyard_id, experience_id, secret_hash, renewed_at)
    select v.id, e.id, ${hashToken(secret)}, ${now}
    from vineyards v left join experiences e on e.vineyard_id = v.id and e.id = ${of.experience_id}
    where v.id = ${of.vineyard_id} and ${inScope(sql, by, 'v.id')}
      and (${of.experience_id}::uuid is null or e.id is not null)
      and ${isStillThere(sql, by)}
    on conflict on constraint one_feed_each do update
      set secret_hash = excluded.secret_hash, renewed_at = excluded.renewed_at, last_read_at = null
    returning id, vineyard_id, experience_id, renewed_at, last_read_at`
  return feed && { ...feed, secret }
}

/** Deletes a feed. Returns false if no feed with this id is in scope. */
export async function deleteFeed(sql: Queryable, id: string, by: Staff): Promise<boolean> {
  const deleted = await sql`
    delete from calendar_feeds
    where id = ${id} and ${inScope(sql, by, 'vineyard_id')} and ${isStillThere(sql, by)}
    returning id`
  return deleted.length > 0
}

/** Returns the feed with this secret, and records that the feed was read. */
export async function openFeed(sql: Queryable, secret: string | undefined, now: Date) {
  if (!isToken(secret)) return undefined
  const [feed] = await sql<NamedFeed[]>`
    update calendar_feeds f set last_read_at = ${now}
    where f.secret_hash = ${hashToken(secret)}
    returning f.vineyard_id, f.experience_id, null as host_id, coalesce(
      (select e.title from experiences e where e.id = f.experience_id),
      (select v.name from vineyards v where v.id = f.vineyard_id)
    ) as name`
  if (feed) return feed
  const [ofHost] = await sql<NamedFeed[]>`
    update hosts h set feed_read_at = ${now}
    where h.feed_secret_hash = ${hashToken(secret)}
    returning h.vineyard_id, null as experience_id, h.id as host_id, h.name`
  return ofHost
}

type BookingRow = Omit<CalendarEntry, 'title' | 'description' | 'link' | 'location'> & {
  guest_name: string
  number_of_guests: number
  special_requests: string
  experience: string
  vineyard: string
}

/**
 * Returns a feed as iCalendar text: the pending, confirmed and completed bookings from 60 days ago on, and in a host's
 * feed the places that are held for groups. The text contains the guests' names and requests and the groups' names, but
 * no email addresses, phone numbers or ids of bookings.
 */
export async function feedText(
  sql: Queryable,
  feed: NamedFeed,
  site: { site_url: string; mail_from: string },
  now: Date,
): Promise<string> {
  const rows = await sql<BookingRow[]>`
    select
      b.reference, b.status, b.called_off_at is not null as is_called_off, b.starts_at, b.ends_at, b.updated_at, guest_name_of(b) as guest_name, b.number_of_guests,
      b.special_requests,
      e.title as experience, v.name as vineyard,
      calendar_sequence(b) as sequence
    from bookings b
      join experiences e on e.id = b.experience_id
      join vineyards v on v.id = b.vineyard_id
      left join slots s on s.id = b.slot_id
    where b.vineyard_id = ${feed.vineyard_id}
      and (${feed.host_id}::uuid is null or coalesce(s.host_id, e.host_id) = ${feed.host_id})
      and (${feed.experience_id}::uuid is null or b.experience_id = ${feed.experience_id})
      and b.status <> 'cancelled' and b.starts_at is not null and b.erased_at is null
      and b.booking_date >= london_today(${now}) - ${feedDays}::int
    order by b.starts_at, b.id`
  const calendar = londonCalendar(`${feed.name} · Chalk & Vine`)
  const organiser = senderAddress(site.mail_from)
  calendar.ttl(feedPauseMinutes * 60)
  for (const row of rows)
    addBookingEvent(
      calendar,
      {
        ...row,
        title: `${row.number_of_guests} × ${row.experience}: ${row.guest_name}`,
        location: row.vineyard,
        description: descriptionOf(row),
        // Anyone who knows the id of a booking can open and cancel it, and a feed may have many readers.
        link: `${site.site_url}/winemaker/bookings?search=${row.reference}`,
      },
      organiser,
    )
  for (const { vineyard, slot_date, ...row } of await listHeld(sql, feed, now))
    addBookingEvent(
      calendar,
      {
        ...row,
        status: 'pending',
        is_called_off: false,
        sequence: 0,
        title: `${row.number_of_guests} × ${row.experience}: ${row.name} (held)`,
        location: vineyard,
        description: `${heldSentence({ ...row, expires_at: row.expires_at.toISOString() })}.`,
        link: `${site.site_url}/winemaker/calendar?view=day&on=${slot_date}`,
      },
      organiser,
    )
  return calendarText(calendar)
}

type HeldRow = Pick<CalendarEntry, 'reference' | 'starts_at' | 'ends_at' | 'updated_at'> &
  Pick<BookingRow, 'number_of_guests' | 'experience' | 'vineyard'> & {
    name: string
    slot_date: Day
    expires_at: Date
  }

/** Returns the places that are held for groups in the open sessions of the feed's host. Other feeds contain bookings only. */
const listHeld = (sql: Queryable, { host_id }: NamedFeed, now: Date) => sql<HeldRow[]>`
  select ${heldReference(sql)} as reference, h.starts_at, h.ends_at, h.created_at as updated_at, h.number_of_guests,
    h.slot_date, h.expires_at, g.name, e.title as experience, v.name as vineyard
  from group_holds g
    join holds h on h.group_hold_id = g.id and is_live(h, ${now})
    join slots s on s.id = h.slot_id and (is_open(s) or s.is_for_one_party)
    join experiences e on e.id = h.experience_id
    join vineyards v on v.id = h.vineyard_id
  where host_of(s, e) = ${host_id}
  order by h.starts_at, h.id`

/**
 * Returns SQL for the reference of a held session in feeds. The id of the hold `h` must stay secret: it becomes the id of a
 * booking.
 */
export const heldReference = (sql: Queryable) => sql`md5(h.id::text)`

function descriptionOf({ status, reference, special_requests }: BookingRow): string {
  const pending = status === 'pending' ? 'Waiting for your confirmation. ' : ''
  const requests = special_requests && `\nRequests: ${special_requests}`
  return `${pending}Reference ${reference}.${requests}`
}
