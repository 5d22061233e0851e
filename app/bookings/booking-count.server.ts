import { vineyardScope, type Staff } from '../accounts/actor.ts'
import { mostListed } from '../platform/counts.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { BookingStatus } from './booking.ts'
import { type BookingFilters, passing, planned } from './booking-filter.server.ts'

type Counts = Record<BookingStatus, number>

/**
 * How many of each status pass the filters; their own status filter does not count. Out of the sums, however many they are;
 * what a search or an address finds is counted one by one, to ten thousand.
 */
export async function countBookings(
  sql: Queryable,
  { status: _status, ...filters }: BookingFilters,
  { by }: { by: Staff },
): Promise<Counts> {
  const isFound = filters.search !== undefined || filters.guest_email !== undefined
  const counted = isFound
    ? sql`select found.status, 1 as bookings from (
        select b.status from ${passing(sql, filters, by)} limit ${mostListed}
      ) as found`
    : summed(sql, filters, by)
  const counts = await planned(
    filters,
    sql<{ status: BookingStatus; bookings: number }[]>`
      select status, sum(bookings)::int as bookings from (${counted}) as counted group by status`,
  )
  const none = { pending: 0, confirmed: 0, cancelled: 0, completed: 0 }
  return { ...none, ...Object.fromEntries(counts.map(({ status, bookings }) => [status, bookings])) }
}

/** How many pass all of the filters. */
export async function countFound(
  sql: Queryable,
  filters: BookingFilters,
  by: { by: Staff },
): Promise<number> {
  const counts = await countBookings(sql, filters, by)
  return filters.status === undefined
    ? Object.values(counts).reduce((sum, bookings) => sum + bookings, 0)
    : counts[filters.status]
}

function summed(sql: Queryable, { vineyard_id, experience_id, from, until }: BookingFilters, by: Staff) {
  const scope = vineyardScope(by).vineyard_id
  const isOfAll = scope === null && vineyard_id === undefined && experience_id === undefined
  const isOfDays = from !== undefined || until !== undefined
  const totals = isOfAll ? sql`market_sums` : isOfDays ? sql`booking_sums` : sql`status_sums`
  const wanted = sql`
    true
    ${scope === null ? sql`` : sql`and vineyard_id = ${scope}`}
    ${vineyard_id === undefined ? sql`` : sql`and vineyard_id = ${vineyard_id}`}
    ${
      experience_id === undefined
        ? sql``
        : sql`and experience_id = ${experience_id}
            and vineyard_id = (select e.vineyard_id from experiences e where e.id = ${experience_id})`
    }
    ${from === undefined ? sql`` : sql`and day >= ${from}`}
    ${until === undefined ? sql`` : sql`and day <= ${until}`}`
  return sql`
    select status, bookings from ${totals} where ${wanted}
    union all
    select status, bookings from booking_changes where ${wanted}`
}
