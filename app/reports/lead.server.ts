import type { Queryable } from '../platform/database.server.ts'
import { addDays, addMonths, type Day, monthOf } from '../platform/days.ts'
import { lineOf } from './report.ts'
import { type Asked, ofExperience } from './report-line.server.ts'

/**
 * The middle one of all leads, by line and of all of them under null. Whole weeks and months come out of the sums, the
 * days around them, and lines of a day each, out of the bookings themselves.
 */
export async function readLeads(
  sql: Queryable,
  { vineyard_id, experience_id, from, until, by }: Asked,
): Promise<Map<string | null, number>> {
  const span = by === 'week' ? 'week' : 'month'
  const whole = by === 'day' ? null : wholeSpans(from, until, span)
  // Of each experience, of one, or of all of them together.
  const whose =
    by === 'experience'
      ? sql`experience_id is not null`
      : experience_id === null
        ? sql`experience_id is null`
        : sql`experience_id = ${experience_id}`
  const summed =
    whole === null
      ? sql``
      : sql`
        select experience_id, first_day as day, lead, bookings from lead_sums
        where vineyard_id = ${vineyard_id} and span = ${span} and ${whose} and first_day between ${whole.from} and ${whole.last}
        union all
        select experience_id, day, lead, bookings from booking_changes
        where vineyard_id = ${vineyard_id} and day >= ${whole.from} and day < ${whole.until} and status <> 'cancelled'
        union all`
  // Before and after the whole ones, each by the index: one condition for both would go over the days between.
  const around: [Day, Day][] =
    whole === null
      ? [[from, until]]
      : [
          [from, addDays(whole.from, -1)],
          [whole.until, until],
        ]
  const apart = around.map(
    ([from, until]) => sql`
      select experience_id, booking_date, greatest(0, booking_date - london_today(created_at)), 1 from bookings
      where vineyard_id = ${vineyard_id} and booking_date between ${from} and ${until} and status <> 'cancelled'`,
  )
  const line =
    by === 'experience'
      ? sql`b.experience_id`
      : by === 'day'
        ? sql`b.day`
        : sql`date_trunc(${by}, b.day::timestamp)::date`
  const rows = await sql<{ key: string | null; lead: number }[]>`
    with counted as (
      select ${line} as line, b.lead, sum(b.bookings)::int as bookings
      from (
        ${summed}
        ${apart[0] ?? sql``} ${apart[1] === undefined ? sql`` : sql`union all ${apart[1]}`}
      ) as b (experience_id, day, lead, bookings)
      where ${ofExperience(sql, experience_id, 'b')}
      group by 1, 2
    ),
    together as (
      select line, lead, bookings from counted
      union all
      select null, lead, sum(bookings)::int from counted group by lead
    ),
    running as (
      select line, lead, (sum(bookings) over (partition by line order by lead))::int as upto,
        (sum(bookings) over (partition by line))::int as all_of_them
      from together
    )
    select line::text as key, (
      min(lead) filter (where upto > (all_of_them - 1) / 2) + min(lead) filter (where upto > all_of_them / 2)
    ) / 2.0 as lead
    from running
    group by line`
  return new Map(rows.flatMap(({ key, lead }) => (lead === null ? [] : [[key, lead]])))
}

/** The weeks or months that lie in a span of days: the first days of the first and the last, and the day behind them. */
function wholeSpans(
  from: Day,
  until: Day,
  span: 'week' | 'month',
): { from: Day; last: Day; until: Day } | null {
  const next = (first: Day) => (span === 'week' ? addDays(first, 7) : `${addMonths(monthOf(first), 1)}-01`)
  const before = (first: Day) =>
    span === 'week' ? addDays(first, -7) : `${addMonths(monthOf(first), -1)}-01`
  const begun = lineOf(from, span)
  const first = begun === from ? begun : next(begun)
  const end = lineOf(addDays(until, 1), span)
  return first < end ? { from: first, last: before(end), until: end } : null
}
