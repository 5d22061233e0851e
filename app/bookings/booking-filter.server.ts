import type postgres from 'postgres'

import { vineyardScope, type Staff } from '../accounts/actor.ts'
import { isShort } from '../platform/api/listing.server.ts'
import { mostListed } from '../platform/counts.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { Day } from '../platform/days.ts'
import { plannedForItsValues } from '../platform/statement.server.ts'
import type { BookingStatus } from './booking.ts'
import { asReference, calledHere, ofGuests, ofGuestsHere } from './booking-search.server.ts'

export type BookingFilters = {
  vineyard_id?: string | undefined
  experience_id?: string | undefined
  status?: BookingStatus | undefined
  from?: Day | undefined
  until?: Day | undefined
  guest_email?: string | undefined
  search?: string | undefined
}

/** As text, not as a value: a statement that is planned once for all statuses would go past the index of those that wait. */
const statuses = (sql: Queryable): Record<BookingStatus, postgres.Fragment> => ({
  pending: sql`and b.status = 'pending'`,
  confirmed: sql`and b.status = 'confirmed'`,
  cancelled: sql`and b.status = 'cancelled'`,
  completed: sql`and b.status = 'completed'`,
})

/** The bookings `b` within reach that pass the filters, after `from`. */
export function passing(sql: Queryable, filters: BookingFilters, by: Staff) {
  const { search } = filters
  if (search === undefined) return sql`bookings b where ${within(sql, filters, by)}`
  if (isShort(search))
    return sql`
      (
        select b.*, ${calledHere(sql)} as called from bookings b where ${within(sql, filters, by)}
        order by b.booking_date desc, b.start_time desc, b.id desc limit ${mostListed}
      ) as b
      where ${ofGuestsHere(sql, search)}`
  // Found first, then sorted (`offset 0` holds the two apart): else a rare name would be looked for from the latest booking
  // to the first. No more of each than lists are sorted by, so that many are sorted in memory.
  return sql`
    (
      select b.id, b.booking_date, b.start_time, b.starts_at, b.created_at, b.guest_name, b.total_price, b.number_of_guests,
        b.status
      from bookings b
      where ${within(sql, filters, by)} and (${ofGuests(sql, search)} or b.reference = ${asReference(search)})
      offset 0
    ) as b
    where true`
}

/** A statement over what is `passing`, planned as that needs it. */
export function planned<Made extends Promise<unknown>>({ search }: BookingFilters, statement: Made): Made {
  return search === undefined ? statement : plannedForItsValues(statement)
}

function within(
  sql: Queryable,
  { vineyard_id, experience_id, status, from, until, guest_email }: BookingFilters,
  by: Staff,
) {
  const scope = vineyardScope(by).vineyard_id
  return sql`
    ${scope === null ? sql`true` : sql`b.vineyard_id = ${scope}`}
    ${vineyard_id === undefined ? sql`` : sql`and b.vineyard_id = ${vineyard_id}`}
    ${experience_id === undefined ? sql`` : sql`and b.experience_id = ${experience_id}`}
    ${status === undefined ? sql`` : statuses(sql)[status]}
    ${from === undefined ? sql`` : sql`and b.booking_date >= ${from}`}
    ${until === undefined ? sql`` : sql`and b.booking_date <= ${until}`}
    ${guest_email === undefined ? sql`` : sql`and lower(b.guest_email) = lower(${guest_email})`}`
}
