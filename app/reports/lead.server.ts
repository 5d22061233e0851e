import type postgres from 'postgres'

import type { Queryable } from '../platform/database.server.ts'
import { addBookings, type Leads, middleOf } from './lead.ts'
import { type ReportQuery, isOfDays, ofExperience, ofWhom, together } from './report-line.server.ts'
import { cutOutOfYears, cutUp, type SignedPart } from './span-parts.ts'

/** Returns the median lead by line, and that of all lines under null. */
export async function readLeads(sql: Queryable, asked: ReportQuery): Promise<Map<string | null, number>> {
  if (asked.by !== 'day') return readMiddles(sql, asked)
  const [days, months] = await Promise.all([
    readMiddlesOfDays(sql, asked),
    readMiddles(sql, { ...asked, by: 'month' }),
  ])
  const whole = months.get(null)
  return new Map([...days, ...(whole === undefined ? [] : [[null, whole] as const])])
}

/** Medians by day. Those of one experience are computed from its bookings, which are few a day. */
async function readMiddlesOfDays(sql: Queryable, asked: ReportQuery): Promise<Map<string | null, number>> {
  const { vineyard_id, experience_id, from, until } = asked
  const rows = isOfDays(asked)
    ? await sql<{ day: string; lead: number }[]>`
        select day, lead from current_day_totals(${vineyard_id}, ${from}, ${until}) where lead is not null`
    : await sql<{ day: string; lead: number }[]>`
    select b.booking_date as day,
      percentile_cont(0.5) within group (order by greatest(0, b.booking_date - london_today(b.created_at))) as lead
    from bookings b
    where b.vineyard_id = ${vineyard_id} and b.booking_date between ${from} and ${until} and b.status <> 'cancelled'
      and ${ofExperience(sql, experience_id, 'b')}
    group by b.booking_date`
  return new Map(rows.map(({ day, lead }) => [day, lead]))
}

/**
 * Totals of leads exist by week, month and year; the days around whole ones are read from the bookings. Years are used only
 * for a report by experience, where months would be too many rows.
 */
async function readMiddles(sql: Queryable, asked: ReportQuery): Promise<Map<string | null, number>> {
  const { from, until, by, experience_id } = asked
  const parts =
    by === 'experience'
      ? cutOutOfYears(from, until)
      : cutUp(from, until, [by === 'week' ? 'week' : 'month']).map((part) => ({ ...part, sign: 1 as const }))
  // Two columns per line: sorting and adding in the database takes three times as long.
  const lines = await sql<{ key: string; leads: number[]; bookings: number[] }[]>`
    select b.line::text as key, array_agg(b.lead) as leads, array_agg(b.bookings) as bookings
    from (${together(
      sql,
      parts.map((part) => partOf(sql, asked, part)),
    )}) as b (experience_id, line, lead, bookings)
    where ${ofExperience(sql, experience_id, 'b')}
    group by b.line`
  const all: Leads = new Map()
  const middles = lines.map(({ key, leads, bookings }) => {
    const ofLine: Leads = new Map()
    for (const [n, lead] of leads.entries()) {
      addBookings(ofLine, lead, bookings[n] ?? 0)
      addBookings(all, lead, bookings[n] ?? 0)
    }
    return [key, middleOf(ofLine)] as const
  })
  return new Map(
    [...middles, [null, middleOf(all)] as const].flatMap(([key, lead]) =>
      lead === undefined ? [] : [[key, lead]],
    ),
  )
}

/** How often each lead occurs on a line. Counts to subtract are negative. */
function partOf(sql: Queryable, asked: ReportQuery, { span, from, last, until, sign }: SignedPart) {
  const { vineyard_id, by } = asked
  const lineOf = (day: postgres.Fragment) =>
    by === 'experience' ? sql`experience_id` : sql`date_trunc(${by}, ${day}::timestamp)::date`
  if (span === 'day')
    return sql`
      select experience_id, ${lineOf(sql`booking_date`)}, greatest(0, booking_date - london_today(created_at)), ${sign}::int
      from bookings
      where vineyard_id = ${vineyard_id} and booking_date between ${from} and ${last} and status <> 'cancelled'`
  // A week or a month is already a line.
  return sql`
    select experience_id, ${by === 'experience' ? sql`experience_id` : sql`first_day`}, lead, ${sign}::int * bookings
    from lead_sums
    where vineyard_id = ${vineyard_id} and span = ${span} and ${ofWhom(sql, asked)}
      and first_day between ${from} and ${last}
    union all
    select experience_id, ${lineOf(sql`day`)}, lead, ${sign}::int * bookings from booking_changes
    where vineyard_id = ${vineyard_id} and day >= ${from} and day < ${until} and status <> 'cancelled'`
}
