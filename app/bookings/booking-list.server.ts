import type postgres from 'postgres'
import { bookingInScope, type KeyActor, seesOwnBookingsOnly, type Staff } from '../people/sign-in/actor.ts'
import {
  limitToPage,
  isShort,
  type Listing,
  type Page,
  readListPage,
} from '../platform/api/listing.server.ts'
import { mostListed } from '../platform/text/counts.ts'
import type { Queryable } from '../platform/database/database.server.ts'
import { plannedForItsValues } from '../platform/database/driver.server.ts'
import type { RowOf } from '../platform/api/fields.server.ts'
import { type Day, dayOf } from '../platform/days.ts'
import { type BookingStatus, bookingStatuses } from './booking.ts'
import { type BookingListView, bookingViews, viewDetails } from './booking-list.ts'
import { bookingColumns, channelColumns, undoSecondsOf } from './booking.server.ts'
import { emptyNoteColumns, noteColumns } from './notes/notes.server.ts'
import { moneyAndArrivals } from './payments/payment.server.ts'
import type { bookingFilters, bookingLine, ownBookingLine } from './booking.shapes.ts'
import { isOfCustomer, matchesGuest } from './booking-search.server.ts'
import { pageOfSearch } from './broad-search.server.ts'

type BookingFilters = RowOf<typeof bookingFilters>

/** A booking in staff lists, nested like the second read in specification §7. */
export type StaffBooking = RowOf<typeof bookingLine>

const rows = (sql: Queryable, extra = sql``, joined = sql``) => sql`
  select ${extra} ${bookingColumns(sql)},
    b.is_overbooked and b.status <> 'cancelled' as is_overbooked,
    b.beyond_limits and b.status <> 'cancelled' as beyond_limits,
    jsonb_build_object('id', e.id, 'title', e.title, 'vineyard_id', e.vineyard_id) as experiences,
    jsonb_build_object('id', v.id, 'name', v.name) as vineyards
  from bookings b
    join experiences e on e.id = b.experience_id
    join vineyards v on v.id = b.vineyard_id ${joined}`

/** Returns SQL that selects bookings `b` for staff, with the columns in `more`. Each of them must end with a comma. */
export const staffRows = (sql: Queryable, by: Staff | KeyActor, now: Date, more = sql``) =>
  rows(
    sql,
    sql`${more} ${moneyAndArrivals(sql)}, ${channelColumns(sql)}, ${undoSecondsOf(sql, now)},
      (select failure_facts(m) from failed_email(b, ${now}) m) as failed_email,
      ${by.actor === 'key' ? emptyNoteColumns(sql) : noteColumns(sql)},`,
    sql`cross join lateral money_of(b) as money`,
  )

/** Returns one page of the bookings in scope, and their number. The joins run only for the rows of the page. */
export async function pageOfBookings(
  sql: Queryable,
  { page, limit, sort, ...filters }: Listing & BookingFilters,
  { by }: { by: Staff | KeyActor },
  now: Date,
): Promise<Page<StaffBooking>> {
  const { from, order } = sorted(sql, sort, filtered(sql, filters, by, now), dayOf(now))
  const { search, vineyard_id } = filters
  if (search !== undefined && by.actor !== 'key' && filters.email === undefined) {
    const total = await countFound(sql, filters, { by }, now)
    const within = vineyard_id === undefined ? sql`` : sql`and b.vineyard_id = ${vineyard_id}`
    const ids = pageOfSearch(
      sql,
      { page, limit, sort, total },
      {
        scope: sql`${bookingInScope(sql, by)} ${within}`,
        conditions: sql`${conditions(sql, filters, by, now)} and ${matchesGuest(sql, search)}`,
        all: from,
        order,
      },
      dayOf(now),
    )
    const items = await plannedForItsValues(
      sql<StaffBooking[]>`${staffRows(sql, by, now)} where b.id in (${ids}) ${order}`,
    )
    return { items: [...items], total, page, limit }
  }
  const statement = sql<StaffBooking[]>`
    ${staffRows(sql, by, now)} where b.id in (select b.id from ${from} ${order} ${limitToPage(sql, { page, limit })}) ${order}`
  const [total, items] = await Promise.all([
    countFound(sql, filters, { by }, now),
    // Two lists get a new query plan for each vineyard: the Waiting list, and a list sorted by creation time. Their best index
    // depends on the number of the vineyard's bookings.
    sort.endsWith('created_at') || filters.view === 'waiting'
      ? plannedForItsValues(statement)
      : planned(filters, statement),
  ])
  return { items: [...items], total, page, limit }
}

/** Returns the first `most` bookings that pass the filters, sorted by start, for a CSV file. */
export async function bookingsForFile(
  sql: Queryable,
  filters: BookingFilters,
  { by, most }: { by: Staff; most: number },
  now: Date,
): Promise<StaffBooking[]> {
  return planned(
    filters,
    sql<StaffBooking[]>`
      ${staffRows(sql, by, now)} where b.id in (select b.id from ${filtered(sql, filters, by, now)})
      order by b.booking_date, b.start_time, b.id limit ${most}`,
  )
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
 * Returns SQL for the filtered bookings `b` in the order of `sort`; `nearest` means nearest to today. Days and instants have
 * indexes; for any other field, only the latest ten thousand filtered bookings are sorted.
 */
function sorted(sql: Queryable, sort: string, all: postgres.Fragment, today: Day) {
  const field = sort.replace(/^-/, '')
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`
  // All three columns have the same direction, so that Postgres reads the index in order instead of sorting.
  const byDay = (direction: postgres.Fragment) =>
    sql`order by b.booking_date ${direction}, b.start_time ${direction}, b.id ${direction}`
  if (field === 'booking_date' || field === 'starts_at') return { from: all, order: byDay(direction) }
  const order =
    field === 'nearest'
      ? sql`order by abs(b.booking_date - ${today}::date) ${direction}, b.booking_date desc, b.start_time, b.id`
      : sql`order by b.${sql(field)} ${direction}, b.id`
  if (field === 'created_at') return { from: all, order }
  return { from: sql`(select b.* from ${all} ${byDay(sql`desc`)} limit ${mostListed}) as b`, order }
}

/** Returns SQL, to be placed after `from`, for the bookings `b` in scope that pass the filters. */
function filtered(sql: Queryable, filters: BookingFilters, by: Staff | KeyActor, now: Date) {
  const { search } = filters
  if (search === undefined) return sql`bookings b where ${conditions(sql, filters, by, now)}`
  if (isShort(search) && by.actor !== 'winemaker' && filters.vineyard_id === undefined)
    return sql`
      (
        select b.* from bookings b where ${conditions(sql, filters, by, now)}
        order by b.booking_date desc, b.start_time desc, b.id desc limit ${mostListed}
      ) as b
      where ${matchesGuest(sql, search)}`
  // `offset 0` makes Postgres search before it sorts. Without it, Postgres would read all bookings, latest first, to find a rare
  // name. Selects only the columns that lists sort by, so that many rows fit into memory for sorting.
  return sql`
    (
      select b.id, b.booking_date, b.start_time, b.starts_at, b.created_at, b.guest_name, b.total_price, b.number_of_guests,
        b.status
      from bookings b
      where ${conditions(sql, filters, by, now)} and ${matchesGuest(sql, search)}
      offset 0
    ) as b
    where true`
}

/** Makes Postgres plan each search for its own values. A statement without a search keeps one plan for all values. */
function planned<Rows extends Promise<unknown>>({ search }: BookingFilters, statement: Rows): Rows {
  return search === undefined ? statement : plannedForItsValues(statement)
}

// Uses literals instead of parameters: a plan that fits every status would not use the partial index of pending
// bookings.
const statusConditions = (sql: Queryable): Record<BookingStatus, postgres.Fragment> => ({
  pending: sql`and b.status = 'pending'`,
  confirmed: sql`and b.status = 'confirmed'`,
  cancelled: sql`and b.status = 'cancelled'`,
  completed: sql`and b.status = 'completed'`,
})

/**
 * Returns SQL for the bookings of a view. The condition limits the days where possible, so that Postgres uses
 * the index by day. While its last change can be undone, a booking stays in every view except Cancelled.
 */
function viewCondition(sql: Queryable, view: BookingListView, now: Date): postgres.Fragment {
  const today = dayOf(now)
  const canUndo = sql`b.undo_until > ${now}`
  const stays = sql`(b.status <> 'cancelled' or ${canUndo})`
  switch (view) {
    case 'today':
      return sql`and b.booking_date = ${today} and ${stays}`
    case 'upcoming':
      return sql`
        and b.booking_date >= ${today} and ${stays} and (b.booking_date > ${today} or b.status <> 'completed' or ${canUndo})`
    case 'waiting':
      return sql`and b.booking_date >= ${today} and (b.status = 'pending' or ${canUndo})`
    case 'past':
      return sql`
        and b.booking_date <= ${today} and ${stays} and (b.booking_date < ${today} or b.status = 'completed')`
    case 'cancelled':
      return sql`and b.status = 'cancelled'`
    case 'all':
      return sql``
  }
}

function conditions(
  sql: Queryable,
  {
    vineyard_id,
    experience_id,
    status,
    channel,
    view = 'all',
    email,
    from,
    until,
    guest_email,
    customer_id,
  }: BookingFilters,
  by: Staff | KeyActor,
  now: Date,
) {
  return sql`
    ${bookingInScope(sql, by)}
    ${vineyard_id === undefined ? sql`` : sql`and b.vineyard_id = ${vineyard_id}`}
    ${experience_id === undefined ? sql`` : sql`and b.experience_id = ${experience_id}`}
    ${status === undefined ? sql`` : statusConditions(sql)[status]}
    ${channel === undefined ? sql`` : sql`and b.channel = ${channel}`}
    ${viewCondition(sql, view, now)}
    ${
      email === undefined
        ? sql``
        : sql`
          and b.id in (select m.booking_id from emails m where m.state in ('dead', 'failed'))
          and exists (select from failed_email(b, ${now}))`
    }
    ${from === undefined ? sql`` : sql`and b.booking_date >= ${from}`}
    ${until === undefined ? sql`` : sql`and b.booking_date <= ${until}`}
    ${guest_email === undefined ? sql`` : sql`and lower(b.guest_email) = lower(${guest_email})`}
    ${customer_id === undefined ? sql`` : sql`and ${isOfCustomer(sql, customer_id)}`}`
}

type Counts = Record<BookingStatus | Exclude<BookingListView, 'all'>, number>

/**
 * Counts the bookings in each status and view, ignoring the filters by status and view. With a search or another slow filter,
 * counts at most ten thousand bookings.
 */
export async function countBookings(
  sql: Queryable,
  { status: _status, view: _view, ...filters }: BookingFilters,
  { by }: { by: Staff | KeyActor },
  now: Date,
): Promise<Counts> {
  const groups = await countGroups(sql, filters, by, now)
  const count = (isCounted: (group: Group) => boolean) =>
    groups.reduce((sum, group) => sum + (isCounted(group) ? group.bookings : 0), 0)
  return Object.fromEntries([
    ...bookingViews.filter((view) => view !== 'all').map((view) => [view, count(viewDetails[view].includes)]),
    ...bookingStatuses.map((status) => [status, count((group) => group.status === status)]),
  ]) as Counts
}

async function countFound(
  sql: Queryable,
  { status, view, ...filters }: BookingFilters,
  { by }: { by: Staff | KeyActor },
  now: Date,
): Promise<number> {
  return (await countGroups(sql, filters, by, now))
    .filter((group) => status === undefined || group.status === status)
    .filter((group) => view === undefined || viewDetails[view].includes(group))
    .reduce((sum, { bookings }) => sum + bookings, 0)
}

type Group = { status: BookingStatus; days: number; bookings: number }

/** Counts the bookings of each status before today, today and after today (`days` is -1, 0 or 1). */
async function countGroups(
  sql: Queryable,
  filters: Omit<BookingFilters, 'status' | 'view'>,
  by: Staff | KeyActor,
  now: Date,
): Promise<Group[]> {
  const isLimited =
    filters.search !== undefined ||
    filters.guest_email !== undefined ||
    filters.customer_id !== undefined ||
    filters.channel !== undefined ||
    filters.email !== undefined ||
    seesOwnBookingsOnly(by)
  const most = isLimited ? sql`limit ${mostListed}` : sql``
  return planned(
    filters,
    sql<Group[]>`
      select status, sign(day - ${dayOf(now)}::date)::int as days, sum(bookings)::int as bookings
      from (
        -- Groups by day first, because an index holds the bookings in that order.
        select b.status, b.booking_date as day, count(*) as bookings
        from (select b.status, b.booking_date from ${filtered(sql, filters, by, now)} ${most}) as b
        group by 1, 2
      ) as days
      group by 1, 2`,
  )
}
