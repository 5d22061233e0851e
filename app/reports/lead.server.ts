import type postgres from 'postgres'

import type { Queryable } from '../platform/database.server.ts'
import { type ReportQuery, isDaily, ofExperience, totalsOf, unionAll } from './report-line.server.ts'
import { splitByYears, splitSpan, type SignedPart } from './span-parts.ts'

/** The number of bookings by lead: days between booking and visit. */
export type Leads = Map<number, number>

/** Adds a number of bookings, which may be negative, to those with the same lead. */
export function addBookings(to: Leads, lead: number, bookings: number): void {
  to.set(lead, (to.get(lead) ?? 0) + bookings)
}

/** Returns the median lead in days, or undefined when there are no bookings. */
export function medianLead(leads: Leads): number | undefined {
  const counted = [...leads].filter(([, bookings]) => bookings !== 0).sort(([a], [b]) => a - b)
  const total = counted.reduce((sum, [, bookings]) => sum + bookings, 0)
  const leadAt = (position: number) => {
    let counter = 0
    return counted.find(([, bookings]) => (counter += bookings) > position)?.[0]
  }
  const [low, high] = [leadAt(Math.floor((total - 1) / 2)), leadAt(Math.floor(total / 2))]
  return low === undefined || high === undefined ? undefined : (low + high) / 2
}

/** Returns the median lead of each line, and of the whole report under null. */
export async function readLeads(sql: Queryable, query: ReportQuery): Promise<Map<string | null, number>> {
  if (query.by !== 'day') return readMedians(sql, query)
  const [days, months] = await Promise.all([
    readDailyMedians(sql, query),
    readMedians(sql, { ...query, by: 'month' }),
  ])
  const total = months.get(null)
  return new Map([...days, ...(total === undefined ? [] : [[null, total] as const])])
}

/** The medians of each day. One experience has few bookings per day, so they are read directly. */
async function readDailyMedians(sql: Queryable, query: ReportQuery): Promise<Map<string | null, number>> {
  const { vineyard_id, experience_id, from, until } = query
  const rows = isDaily(query)
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
 * Adds up the stored lead counts of whole weeks, months and years, and the bookings of the days around them. Years are
 * used only by experience, where monthly counts have too many rows.
 */
async function readMedians(sql: Queryable, query: ReportQuery): Promise<Map<string | null, number>> {
  const { from, until, by, experience_id } = query
  const parts =
    by === 'experience'
      ? splitByYears(from, until)
      : splitSpan(from, until, [by === 'week' ? 'week' : 'month']).map((part) => ({
          ...part,
          sign: 1 as const,
        }))
  // Two arrays per line: sorting and adding in the database takes three times as long.
  const lines = await sql<{ key: string; leads: number[]; bookings: number[] }[]>`
    select b.line::text as key, array_agg(b.lead) as leads, array_agg(b.bookings) as bookings
    from (${unionAll(
      sql,
      parts.map((part) => partOf(sql, query, part)),
    )}) as b (experience_id, line, lead, bookings)
    where ${ofExperience(sql, experience_id, 'b')}
    group by b.line`
  const all: Leads = new Map()
  const medians = lines.map(({ key, leads, bookings }) => {
    const ofLine: Leads = new Map()
    for (const [n, lead] of leads.entries()) {
      addBookings(ofLine, lead, bookings[n] ?? 0)
      addBookings(all, lead, bookings[n] ?? 0)
    }
    return [key, medianLead(ofLine)] as const
  })
  return new Map(
    [...medians, [null, medianLead(all)] as const].flatMap(([key, lead]) =>
      lead === undefined ? [] : [[key, lead]],
    ),
  )
}

/** The lead counts of one part of the span, negative for parts to subtract. */
function partOf(sql: Queryable, query: ReportQuery, { span, from, last, until, sign }: SignedPart) {
  const { vineyard_id, by } = query
  const lineOf = (day: postgres.Fragment) =>
    by === 'experience' ? sql`experience_id` : sql`date_trunc(${by}, ${day}::timestamp)::date`
  if (span === 'day')
    return sql`
      select experience_id, ${lineOf(sql`booking_date`)}, greatest(0, booking_date - london_today(created_at)), ${sign}::int
      from bookings
      where vineyard_id = ${vineyard_id} and booking_date between ${from} and ${last} and status <> 'cancelled'`
  return sql`
    select experience_id, ${by === 'experience' ? sql`experience_id` : sql`first_day`}, lead, ${sign}::int * bookings
    from lead_sums
    where vineyard_id = ${vineyard_id} and span = ${span} and ${totalsOf(sql, query)}
      and first_day between ${from} and ${last}
    union all
    select experience_id, ${lineOf(sql`day`)}, lead, ${sign}::int * bookings from booking_changes
    where vineyard_id = ${vineyard_id} and day >= ${from} and day < ${until} and status <> 'cancelled'`
}
