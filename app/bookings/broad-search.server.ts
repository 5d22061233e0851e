import type postgres from 'postgres'

import { limitToPage, type Listing } from '../platform/api/listing.server.ts'
import type { Queryable } from '../platform/database/database.server.ts'
import type { Day } from '../platform/days.ts'

/**
 * A search with at least this many matches is broad. The faster query for broad searches serves pages up to
 * position `furthest` of the list.
 */
const broad = 1000
const furthest = 100
/** The number of bookings in scope that the faster query reads, in the order of the list. */
const lookedAt = 500

/** SQL for a search of bookings `b`: the scope, the conditions, a source of all matches, and the order. */
type Search = {
  scope: postgres.Fragment
  conditions: postgres.Fragment
  all: postgres.Fragment
  order: postgres.Fragment
}

/**
 * Returns SQL for the ids of one page of a search. If a term matches many bookings, reads only the first bookings of the list,
 * so that Postgres neither reads nor sorts the others. If too few of these match, reads all matches.
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
 * Returns SQL for the first bookings in scope in the order of `sort`. `isComplete` is the condition that all bookings before
 * booking `b` are among these first bookings. Returns undefined if no index has that order.
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
      // The limit may cut off the earliest and the latest day that were read, so only days nearer to today are complete.
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
