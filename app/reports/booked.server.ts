import type { Queryable } from '../platform/database.server.ts'
import type { Figures } from './report.ts'
import { type ReportQuery, isOfDays, lineKey, ofExperience, ofWhom, together } from './report-line.server.ts'
import { cutUp, type SpanPart } from './span-parts.ts'

type Booked = Pick<Figures, 'bookings' | 'guests' | 'earned' | 'expected' | 'cancelled' | 'taken'>

/** Returns figures by line, and those of all lines under null. Uses the totals of whole weeks and months, and of days around them. */
export async function readBooked(sql: Queryable, asked: ReportQuery): Promise<Map<string | null, Booked>> {
  const { vineyard_id, experience_id, from, until, by } = asked
  if (isOfDays(asked)) return readDays(sql, asked)
  const parts = cutUp(from, until, by === 'day' ? [] : [by === 'week' ? 'week' : 'month'])
  const rows = await sql<(Booked & { key: string | null })[]>`
    select
      key,
      coalesce(sum(bookings) filter (where stands), 0)::int as bookings,
      coalesce(sum(guests) filter (where stands), 0)::int as guests,
      coalesce(sum(earned), 0) as earned,
      coalesce(sum(expected), 0) as expected,
      coalesce(sum(bookings) filter (where not stands), 0)::int as cancelled,
      coalesce(sum(taken) filter (where stands), 0)::int as taken
    from (
      select ${lineKey(sql, by, 'b.day', 'b')} as key, b.*
      from (
        -- A day or an experience at a time, before its line is reckoned from it.
        select ${by === 'experience' ? sql`experience_id` : sql`day`}, status <> 'cancelled' as stands,
          sum(bookings) as bookings, sum(guests) as guests, sum(taken) as taken,
          sum(revenue) filter (where status = 'completed') as earned,
          sum(revenue) filter (where status in ('pending', 'confirmed')) as expected
        from (
          ${together(
            sql,
            parts.map((part) => partOf(sql, asked, part)),
          )}
          union all
          select experience_id, day, status, bookings, guests, revenue, taken from booking_changes
          where vineyard_id = ${vineyard_id} and day between ${from} and ${until}
        ) as b
        where ${ofExperience(sql, experience_id, 'b')}
        group by 1, 2
      ) as b
    ) as facts
    group by grouping sets ((key), ())`
  return new Map(rows.map(({ key, ...figures }) => [key, figures]))
}

/** Days have totals of their own. */
async function readDays(
  sql: Queryable,
  { vineyard_id, from, until }: ReportQuery,
): Promise<Map<string | null, Booked>> {
  const rows = await sql<(Booked & { key: string | null })[]>`
    select day::text as key, sum(bookings)::int as bookings, sum(guests)::int as guests, sum(earned) as earned,
      sum(revenue - earned) as expected, sum(cancelled)::int as cancelled, sum(taken)::int as taken
    from current_day_totals(${vineyard_id}, ${from}, ${until})
    group by grouping sets ((day), ())
    having count(*) > 0`
  return new Map(rows.map(({ key, ...figures }) => [key, figures]))
}

function partOf(sql: Queryable, asked: ReportQuery, { span, from, last }: SpanPart) {
  const { vineyard_id } = asked
  if (span === 'day')
    return sql`
      select experience_id, day, status, bookings, guests, revenue, taken from booking_sums
      where vineyard_id = ${vineyard_id} and day between ${from} and ${last}`
  return sql`
    select experience_id, first_day as day, status, bookings, guests, revenue, taken from span_sums
    where vineyard_id = ${vineyard_id} and span = ${span} and ${ofWhom(sql, asked)}
      and first_day between ${from} and ${last}`
}
