import type postgres from 'postgres'

import { limitToPage, type Listing } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database/database.server.ts'
import type { Day } from '../platform/days.ts'

/** How many bookings a search finds that counts as broad, and how far into the list its page may reach. */
const broad = 1000
const furthest = 100
/** How many bookings in scope are looked at in the order of the list. */
const lookedAt = 500

/** SQL that reads bookings `b`: those in scope, the conditions of the search, and all that the search finds, in order. */
type Search = {
  scope: postgres.Fragment
  conditions: postgres.Fragment
  all: postgres.Fragment
  order: postgres.Fragment
}

/**
 * Returns SQL for the ids of one page of a search. A term that fits many bookings fills the page from the first bookings of the
 * list, so that Postgres neither reads nor sorts the others. Only if too few of them match, reads all that the search finds.
 */
export function pageOfSearch(
  sql: Queryable,
  { page, limit, sort, total }: Listing & { total: number },
  { scope, conditions, all, order }: Search,
  today: Day,
): postgres.Fragment {
  const paged = sql`${order} ${limitToPage(sql, { page, limit })}`
  const first = firstOfList(sql, sort, scope, today)
  if (first === undefined || total < broad || page * limit > furthest)
    return sql`select b.id from ${all} ${paged}`
  return sql`
    with first as materialized (${first.rows}),
    page as materialized (select b.id from first b where ${first.isComplete} and ${conditions} ${paged})
    select id from page where (select count(*) from page) = ${limit}
    union all
    select id from (select b.id from ${all} ${paged}) as every where (select count(*) from page) < ${limit}`
}

/**
 * Returns SQL for the first bookings in scope in the order of `sort`, and for whether no booking is missing before booking `b`.
 * Returns undefined if no index has that order.
 */
function firstOfList(sql: Queryable, sort: string, scope: postgres.Fragment, today: Day) {
  const rows = (condition: postgres.Fragment, direction: postgres.Fragment) => sql`(
    select b.* from bookings b where ${scope} ${condition}
    order by b.booking_date ${direction}, b.start_time ${direction}, b.id ${direction} limit ${lookedAt}
  )`
  if (sort === 'nearest')
    return {
      rows: sql`
        ${rows(sql`and b.booking_date >= ${today}`, sql`asc`)}
        union all
        ${rows(sql`and b.booking_date < ${today}`, sql`desc`)}`,
      // The last day of either side may have more bookings than were read.
      isComplete: sql`abs(b.booking_date - ${today}::date) < (
        select coalesce(least(
          case when count(*) filter (where f.booking_date >= ${today}) = ${lookedAt} then max(f.booking_date) - ${today}::date end,
          case when count(*) filter (where f.booking_date < ${today}) = ${lookedAt} then ${today}::date - min(f.booking_date) end
        ), 1000000)
        from first f
      )`,
    }
  const field = sort.replace(/^-/, '')
  if (field !== 'booking_date' && field !== 'starts_at') return undefined
  return { rows: rows(sql``, sort.startsWith('-') ? sql`desc` : sql`asc`), isComplete: sql`true` }
}
