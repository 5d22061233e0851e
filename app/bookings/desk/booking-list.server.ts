import { reachOf, type Staff } from '../../people/actor.ts'
import { type Listing, type Page, readPage } from '../../platform/api/listing.server.ts'
import type { Queryable } from '../../platform/database.server.ts'
import type { Day } from '../../platform/days.ts'
import type { Booking, BookingStatus } from '../booking.ts'

/** A booking in the lists of staff, nested as the specification's second read is. */
export type StaffBooking = Booking & {
  is_overbooked: boolean
  experiences: { id: string; title: string; vineyard_id: string }
  vineyards: { id: string; name: string }
}

export type BookingFilters = {
  vineyard_id?: string | undefined
  experience_id?: string | undefined
  status?: BookingStatus | undefined
  from?: Day | undefined
  until?: Day | undefined
  guest_email?: string | undefined
  search?: string | undefined
}

const lines = (sql: Queryable) => sql`
  select
    b.id, b.reference, b.user_id, b.vineyard_id, b.experience_id, b.availability_id, b.booking_date, b.start_time,
    b.end_time, b.booking_time, b.starts_at, b.ends_at, b.number_of_guests, b.num_guests, b.guest_name,
    b.guest_email, b.guest_phone, b.special_requests, b.customer_notes, b.price_per_person, b.total_price,
    b.currency, b.status, b.is_overbooked, b.created_at, b.updated_at,
    jsonb_build_object('id', e.id, 'title', e.title, 'vineyard_id', e.vineyard_id) as experiences,
    jsonb_build_object('id', v.id, 'name', v.name) as vineyards
  from bookings b
    join experiences e on e.id = b.experience_id
    join vineyards v on v.id = b.vineyard_id`

/** Bookings `b` within reach that pass the filters. */
function within(
  sql: Queryable,
  { vineyard_id, experience_id, status, from, until, guest_email, search }: BookingFilters,
  by: Staff,
) {
  const reach = reachOf(by).vineyard_id
  return sql`
    ${reach === null ? sql`true` : sql`b.vineyard_id = ${reach}`}
    ${vineyard_id === undefined ? sql`` : sql`and b.vineyard_id = ${vineyard_id}`}
    ${experience_id === undefined ? sql`` : sql`and b.experience_id = ${experience_id}`}
    ${status === undefined ? sql`` : sql`and b.status = ${status}`}
    ${from === undefined ? sql`` : sql`and b.booking_date >= ${from}`}
    ${until === undefined ? sql`` : sql`and b.booking_date <= ${until}`}
    ${guest_email === undefined ? sql`` : sql`and lower(b.guest_email) = lower(${guest_email})`}
    ${search === undefined ? sql`` : sql`and ${holds(sql, search)}`}`
}

/** One page of the bookings within reach. */
export async function pageOfBookings(
  sql: Queryable,
  asked: Listing & BookingFilters,
  { by }: { by: Staff },
): Promise<Page<StaffBooking>> {
  return readPage(sql, asked, sql`${lines(sql)} where ${within(sql, asked, by)}`)
}

/** How many of each status pass the filters; their own status filter does not count. */
export async function countBookings(
  sql: Queryable,
  { status: _status, ...filters }: BookingFilters,
  { by }: { by: Staff },
): Promise<Record<BookingStatus, number>> {
  const counts = await sql<{ status: BookingStatus; bookings: number }[]>`
    select b.status, count(*)::int as bookings from bookings b
    where ${within(sql, filters, by)} group by b.status`
  const none = { pending: 0, confirmed: 0, cancelled: 0, completed: 0 }
  return { ...none, ...Object.fromEntries(counts.map(({ status, bookings }) => [status, bookings])) }
}

/** The first so many bookings that pass the filters, by their start, for a file. */
export async function bookingsForFile(
  sql: Queryable,
  filters: BookingFilters,
  { by, most }: { by: Staff; most: number },
): Promise<StaffBooking[]> {
  return [
    ...(await sql<StaffBooking[]>`
      ${lines(sql)} where ${within(sql, filters, by)}
      order by b.booking_date, b.start_time, b.id limit ${most}`),
  ]
}

/** One page of a visitor's own. */
export async function pageOfOwnBookings(
  sql: Queryable,
  asked: Listing,
  { by }: { by: { actor_id: string } },
): Promise<Page<StaffBooking>> {
  return readPage(sql, asked, sql`${lines(sql)} where b.user_id = ${by.actor_id}`)
}

function holds(sql: Queryable, term: string) {
  return sql`strpos(lower(concat_ws(' ', b.guest_name, b.guest_email, b.reference)), lower(${term}::text)) > 0`
}

/** Something that happened to a booking; `actor_name` is that of staff who are still known. */
export type BookingEvent = {
  id: number
  kind: string
  actor: 'guest' | 'winemaker' | 'admin' | 'system'
  actor_name: string | null
  changes: Record<string, [unknown, unknown]>
  happened_at: Date
}

/** The story of a booking within reach, undefined where there is none. Every booking has at least its beginning. */
export async function findBookingEvents(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
): Promise<BookingEvent[] | undefined> {
  const reach = reachOf(by).vineyard_id
  const events = await sql<BookingEvent[]>`
    select e.id, e.kind, e.actor, coalesce(w.name, a.name) as actor_name, e.changes, e.happened_at
    from bookings b
      join booking_events e on e.booking_id = b.id
      left join winemakers w on e.actor = 'winemaker' and w.id = e.actor_id
      left join admins a on e.actor = 'admin' and a.id = e.actor_id
    where b.id = ${id} and ${reach === null ? sql`true` : sql`b.vineyard_id = ${reach}`}
    order by e.id`
  return events.length === 0 ? undefined : [...events]
}
