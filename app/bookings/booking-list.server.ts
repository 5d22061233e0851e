import type postgres from 'postgres'
import { inScope, vineyardScope, type Staff } from '../accounts/actor.ts'
import {
  limitToPage,
  isShort,
  type Listing,
  type Page,
  readListPage,
} from '../platform/api/listing.server.ts'
import { mostListed } from '../platform/counts.ts'
import type { Queryable } from '../platform/database.server.ts'
import { plannedForItsValues } from '../platform/statement.server.ts'
import type { RowOf } from '../platform/api/fields.server.ts'
import type { BookingStatus } from './booking.ts'
import { bookingColumns } from './booking.server.ts'
import type { bookingFilters, bookingLine, ownBookingLine } from './booking-schemas.server.ts'
import {
  asReference,
  lowerGuestName,
  matchesGuest,
  matchesGuestWithoutIndex,
} from './booking-search.server.ts'

type BookingFilters = RowOf<typeof bookingFilters>

/** A booking in staff lists, nested as the specification's second read is (§8). */
export type StaffBooking = RowOf<typeof bookingLine>

const rows = (sql: Queryable, extra = sql``) => sql`
  select
    ${extra} ${bookingColumns(sql)}, b.is_overbooked,
    jsonb_build_object('id', e.id, 'title', e.title, 'vineyard_id', e.vineyard_id) as experiences,
    jsonb_build_object('id', v.id, 'name', v.name) as vineyards
  from bookings b
    join experiences e on e.id = b.experience_id
    join vineyards v on v.id = b.vineyard_id`

/** Returns one page of the bookings in scope, and their number. */
export async function pageOfBookings(
  sql: Queryable,
  { page, limit, sort, ...filters }: Listing & BookingFilters,
  { by }: { by: Staff },
): Promise<Page<StaffBooking>> {
  const { from, order } = sorted(sql, sort, filtered(sql, filters, by))
  // Joins run for the rows of the page alone.
  const statement = sql<StaffBooking[]>`
    ${rows(sql, sql`b.attendance,`)} where b.id in (select b.id from ${from} ${order} ${limitToPage(sql, { page, limit })}) ${order}`
  const [total, items] = await Promise.all([
    countFound(sql, filters, { by }),
    // By creation time the best index depends on how many bookings the vineyard has.
    sort.endsWith('created_at') ? plannedForItsValues(statement) : planned(filters, statement),
  ])
  return { items: [...items], total, page, limit }
}

/** Returns the first `most` bookings that pass the filters, by their start, for a file. */
export async function bookingsForFile(
  sql: Queryable,
  filters: BookingFilters,
  { by, most }: { by: Staff; most: number },
): Promise<StaffBooking[]> {
  return [
    ...(await planned(
      filters,
      sql<StaffBooking[]>`
        ${rows(sql, sql`b.attendance,`)} where b.id in (select b.id from ${filtered(sql, filters, by)})
        order by b.booking_date, b.start_time, b.id limit ${most}`,
    )),
  ]
}

/** Returns one page of a visitor's own bookings. */
export async function pageOfOwnBookings(
  sql: Queryable,
  query: Listing,
  { by }: { by: { actor_id: string } },
): Promise<Page<RowOf<typeof ownBookingLine>>> {
  return readListPage(sql, query, sql`${rows(sql)} where b.user_id = ${by.actor_id}`)
}

/**
 * SQL: the filtered bookings `b` in the order of `sort`. Days and instants have indexes; any other field sorts the
 * latest ten thousand that pass.
 */
function sorted(sql: Queryable, sort: string, all: postgres.Fragment) {
  const field = sort.replace(/^-/, '')
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  // One direction for all three columns, so that the index is read in order and nothing is sorted.
  const byDay = (direction: postgres.Fragment) =>
    sql`order by b.booking_date ${direction}, b.start_time ${direction}, b.id ${direction}`
  if (field === 'booking_date' || field === 'starts_at') return { from: all, order: byDay(direction) }
  const order = sql`order by b.${sql(field)} ${direction}, b.id`
  if (field === 'created_at') return { from: all, order }
  return { from: sql`(select b.* from ${all} ${byDay(sql`desc`)} limit ${mostListed}) as b`, order }
}

/** SQL: the bookings `b` in scope that pass the filters, to follow `from`. */
function filtered(sql: Queryable, filters: BookingFilters, by: Staff) {
  const { search } = filters
  if (search === undefined) return sql`bookings b where ${conditions(sql, filters, by)}`
  if (isShort(search))
    return sql`
      (
        select b.*, ${lowerGuestName(sql)} as called from bookings b where ${conditions(sql, filters, by)}
        order by b.booking_date desc, b.start_time desc, b.id desc limit ${mostListed}
      ) as b
      where ${matchesGuestWithoutIndex(sql, search)}`
  // `offset 0` makes Postgres search first and sort afterwards: otherwise it looks for a rare name from the latest booking
  // to the first. Only the columns that lists sort by, so that many rows are sorted in memory.
  return sql`
    (
      select b.id, b.booking_date, b.start_time, b.starts_at, b.created_at, b.guest_name, b.total_price, b.number_of_guests,
        b.status
      from bookings b
      where ${conditions(sql, filters, by)} and (${matchesGuest(sql, search)} or b.reference = ${asReference(search)})
      offset 0
    ) as b
    where true`
}

/** A search is planned for its own values; other statements share a plan. */
function planned<Rows extends Promise<unknown>>({ search }: BookingFilters, statement: Rows): Rows {
  return search === undefined ? statement : plannedForItsValues(statement)
}

// Literals, not parameters: a plan for all statuses would not use the partial index of the pending ones.
const statusConditions = (sql: Queryable): Record<BookingStatus, postgres.Fragment> => ({
  pending: sql`and b.status = 'pending'`,
  confirmed: sql`and b.status = 'confirmed'`,
  cancelled: sql`and b.status = 'cancelled'`,
  completed: sql`and b.status = 'completed'`,
})

function conditions(
  sql: Queryable,
  { vineyard_id, experience_id, status, from, until, guest_email }: BookingFilters,
  by: Staff,
) {
  return sql`
    ${inScope(sql, by)}
    ${vineyard_id === undefined ? sql`` : sql`and b.vineyard_id = ${vineyard_id}`}
    ${experience_id === undefined ? sql`` : sql`and b.experience_id = ${experience_id}`}
    ${status === undefined ? sql`` : statusConditions(sql)[status]}
    ${from === undefined ? sql`` : sql`and b.booking_date >= ${from}`}
    ${until === undefined ? sql`` : sql`and b.booking_date <= ${until}`}
    ${guest_email === undefined ? sql`` : sql`and lower(b.guest_email) = lower(${guest_email})`}`
}

type Counts = Record<BookingStatus, number>

/**
 * Counts the bookings of each status that pass the filters; a status among the filters is ignored. Reads precomputed
 * totals; a search or an email address is counted row by row, up to ten thousand.
 */
export async function countBookings(
  sql: Queryable,
  { status: _status, ...filters }: BookingFilters,
  { by }: { by: Staff },
): Promise<Counts> {
  const isFound = filters.search !== undefined || filters.guest_email !== undefined
  const counted = isFound
    ? sql`select found.status, 1 as bookings from (
        select b.status from ${filtered(sql, filters, by)} limit ${mostListed}
      ) as found`
    : fromTotals(sql, filters, by)
  const counts = await planned(
    filters,
    sql<{ status: BookingStatus; bookings: number }[]>`
      select status, sum(bookings)::int as bookings from (${counted}) as counted group by status`,
  )
  const none = { pending: 0, confirmed: 0, cancelled: 0, completed: 0 }
  return { ...none, ...Object.fromEntries(counts.map(({ status, bookings }) => [status, bookings])) }
}

async function countFound(sql: Queryable, filters: BookingFilters, by: { by: Staff }): Promise<number> {
  const counts = await countBookings(sql, filters, by)
  return filters.status === undefined
    ? Object.values(counts).reduce((sum, bookings) => sum + bookings, 0)
    : counts[filters.status]
}

function fromTotals(sql: Queryable, { vineyard_id, experience_id, from, until }: BookingFilters, by: Staff) {
  const scope = vineyardScope(by).vineyard_id
  const isMarketplace = scope === null && vineyard_id === undefined && experience_id === undefined
  const hasDays = from !== undefined || until !== undefined
  const totals = isMarketplace ? sql`market_sums` : hasDays ? sql`booking_sums` : sql`status_sums`
  const matching = sql`
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
    select status, bookings from ${totals} where ${matching}
    union all
    select status, bookings from booking_changes where ${matching}`
}
