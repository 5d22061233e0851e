import type postgres from 'postgres'

import { vineyardScope, type Staff } from '../accounts/actor.ts'
import { cutOut, type Listing, type Page, readListPage } from '../platform/api/listing.server.ts'
import { mostListed } from '../platform/counts.ts'
import type { Queryable } from '../platform/database.server.ts'
import { plannedForItsValues } from '../platform/statement.server.ts'
import type { Attendance } from './attendance.ts'
import type { Booking } from './booking.ts'
import { countFound } from './booking-count.server.ts'
import { type BookingFilters, passing, planned } from './booking-filter.server.ts'

/** A booking in the lists of staff, nested as the specification's second read is. */
export type StaffBooking = Booking & {
  is_overbooked: boolean
  attendance: Attendance | null
  experiences: { id: string; title: string; vineyard_id: string }
  vineyards: { id: string; name: string }
}

/** What a visitor reads of their own bookings: attendance is for staff. */
type OwnBooking = Omit<StaffBooking, 'attendance'>

const lines = (sql: Queryable, more = sql``) => sql`
  select
    ${more} b.id, b.reference, b.user_id, b.vineyard_id, b.experience_id, b.availability_id, b.booking_date, b.start_time,
    b.end_time, b.booking_time, b.starts_at, b.ends_at, b.number_of_guests, b.num_guests, b.guest_name,
    b.guest_email, b.guest_phone, b.special_requests, b.customer_notes, b.price_per_person, b.total_price,
    b.currency, b.status, b.is_overbooked, b.created_at, b.updated_at,
    jsonb_build_object('id', e.id, 'title', e.title, 'vineyard_id', e.vineyard_id) as experiences,
    jsonb_build_object('id', v.id, 'name', v.name) as vineyards
  from bookings b
    join experiences e on e.id = b.experience_id
    join vineyards v on v.id = b.vineyard_id`

/**
 * The bookings `b` that pass, as they are sorted. Days and moments are read by their indexes; any other field sorts the
 * latest ten thousand that pass.
 */
function inOrder(sql: Queryable, sort: string, all: postgres.Fragment) {
  const field = sort.replace(/^-/, '')
  const way = sort.startsWith('-') ? sql`desc` : sql`asc`
  // One way for all three, so that the index is read in order and nothing is sorted.
  const byDay = (way: postgres.Fragment) =>
    sql`order by b.booking_date ${way}, b.start_time ${way}, b.id ${way}`
  if (field === 'booking_date' || field === 'starts_at') return { from: all, order: byDay(way) }
  const order = sql`order by b.${sql(field)} ${way}, b.id`
  if (field === 'created_at') return { from: all, order }
  return { from: sql`(select b.* from ${all} ${byDay(sql`desc`)} limit ${mostListed}) as b`, order }
}

/** One page of the bookings within reach, and how many there are in all. */
export async function pageOfBookings(
  sql: Queryable,
  { page, limit, sort, ...filters }: Listing & BookingFilters,
  { by }: { by: Staff },
): Promise<Page<StaffBooking>> {
  const { from, order } = inOrder(sql, sort, passing(sql, filters, by))
  // What stands around a booking is read for those of the page alone.
  const lined = sql<StaffBooking[]>`
    ${lines(sql, sql`b.attendance,`)} where b.id in (select b.id from ${from} ${order} ${cutOut(sql, { page, limit })}) ${order}`
  const [total, items] = await Promise.all([
    countFound(sql, filters, { by }),
    // By the moment a vineyard of many is found among all bookings, and one of few by its own.
    sort.endsWith('created_at') ? plannedForItsValues(lined) : planned(filters, lined),
  ])
  return { items: [...items], total, page, limit }
}

/** The first so many bookings that pass the filters, by their start, for a file. */
export async function bookingsForFile(
  sql: Queryable,
  filters: BookingFilters,
  { by, most }: { by: Staff; most: number },
): Promise<StaffBooking[]> {
  return [
    ...(await planned(
      filters,
      sql<StaffBooking[]>`
        ${lines(sql, sql`b.attendance,`)} where b.id in (select b.id from ${passing(sql, filters, by)})
        order by b.booking_date, b.start_time, b.id limit ${most}`,
    )),
  ]
}

/** One page of a visitor's own. */
export async function pageOfOwnBookings(
  sql: Queryable,
  asked: Listing,
  { by }: { by: { actor_id: string } },
): Promise<Page<OwnBooking>> {
  return readListPage(sql, asked, sql`${lines(sql)} where b.user_id = ${by.actor_id}`)
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
  const scope = vineyardScope(by).vineyard_id
  const events = await sql<BookingEvent[]>`
    select e.id, e.kind, e.actor, coalesce(w.name, a.name) as actor_name, e.changes, e.happened_at
    from bookings b
      join booking_events e on e.booking_id = b.id
      left join winemakers w on e.actor = 'winemaker' and w.id = e.actor_id
      left join admins a on e.actor = 'admin' and a.id = e.actor_id
    where b.id = ${id} and ${scope === null ? sql`true` : sql`b.vineyard_id = ${scope}`}
    order by e.id`
  return events.length === 0 ? undefined : [...events]
}
