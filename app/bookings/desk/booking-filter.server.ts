import { reachOf, type Staff } from '../../people/actor.ts'
import type { Queryable } from '../../platform/database.server.ts'
import type { Day } from '../../platform/days.ts'
import type { BookingStatus } from '../booking.ts'
import { asReference, ofGuests } from './booking-search.server.ts'

export type BookingFilters = {
  vineyard_id?: string | undefined
  experience_id?: string | undefined
  status?: BookingStatus | undefined
  from?: Day | undefined
  until?: Day | undefined
  guest_email?: string | undefined
  search?: string | undefined
}

/** Bookings `b` within reach that pass the filters. */
export function within(
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
    ${search === undefined ? sql`` : sql`and (${ofGuests(sql, search)} or b.reference = ${asReference(search)})`}`
}
