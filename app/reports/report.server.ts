import type { Queryable } from '../platform/database.server.ts'
import type { Day } from '../platform/days.ts'
import { readLeads } from './lead.server.ts'
import { isDaily, lineKey, ofExperience, type ReportQuery, totalsOf, unionAll } from './report-line.server.ts'
import type { Demand, Figures, Report } from './report.ts'
import { firstOf, nextSpan, type SpanPart, splitSpan } from './span-parts.ts'

const maxDemandRows = 20

/** Returns a report in eight or nine queries, however long its span. */
export async function readReport(sql: Queryable, query: ReportQuery): Promise<Report> {
  const { from, until, by } = query
  const [booked, money, leads, offered, refused, demand, channels, experiences] = await Promise.all([
    readBooked(sql, query),
    readMoney(sql, query),
    readLeads(sql, query),
    readOffered(sql, query),
    readRefused(sql, query),
    readDemand(sql, query),
    readChannels(sql, query),
    sql<{ id: string; title: string }[]>`
      select id, title from experiences where vineyard_id = ${query.vineyard_id} order by is_active desc, title, id`,
  ])
  const figuresOf = (key: string | null): Figures => {
    const {
      bookings = 0,
      guests = 0,
      earned = 0,
      expected = 0,
      cancelled = 0,
      taken = 0,
    } = booked.get(key) ?? {}
    return {
      bookings,
      guests,
      earned,
      expected,
      money_taken: money.get(key) ?? 0,
      cancelled,
      places: offered.get(key) ?? 0,
      taken,
      lead: leads.get(key) ?? null,
      refused: refused.get(key) ?? 0,
    }
  }
  return {
    from,
    until,
    by,
    experiences: [...experiences],
    lines: linesOf(query, experiences).map((line) => ({ ...line, ...figuresOf(line.key) })),
    total: figuresOf(null),
    channels,
    demand,
  }
}

async function readOffered(sql: Queryable, { vineyard_id, experience_id, from, until, by }: ReportQuery) {
  const rows = await sql<{ key: string | null; places: number }[]>`
    select key, sum(places)::int as places
    from offered_places_by(${vineyard_id}, ${experience_id}, ${from}, ${until}, ${by})
    group by grouping sets ((key), ())`
  return new Map(rows.map(({ key, places }) => [key, places ?? 0]))
}

/** Returns the money taken less refunds, by the day on which it changed hands. */
async function readMoney(sql: Queryable, { vineyard_id, experience_id, from, until, by }: ReportQuery) {
  const rows = await sql<{ key: string | null; amount: number }[]>`
    select key, coalesce(sum(amount), 0) as amount
    from (
      select ${lineKey(sql, by, 'd.day', 'd')} as key, d.amount
      from (
        select p.taken_on as day, b.experience_id, case p.entry when 'refund' then -p.amount else p.amount end as amount
        from payments p join bookings b on b.id = p.booking_id
        where p.vineyard_id = ${vineyard_id} and p.taken_on between ${from} and ${until} and p.entry <> 'discount'
      ) as d
      where ${ofExperience(sql, experience_id, 'd')}
    ) as taken
    group by grouping sets ((key), ())`
  return new Map(rows.map(({ key, amount }) => [key, amount]))
}

async function readRefused(sql: Queryable, { vineyard_id, experience_id, from, until, by }: ReportQuery) {
  const rows = await sql<{ key: string | null; times: number }[]>`
    select key, sum(count)::int as times
    from (
      select ${lineKey(sql, by, 'd.day', 'd')} as key, d.count
      from experiences e join demand_refusals d on d.experience_id = e.id
      where e.vineyard_id = ${vineyard_id} and d.day between ${from} and ${until}
        and ${ofExperience(sql, experience_id, 'd')}
    ) as refused
    group by grouping sets ((key), ())`
  return new Map(rows.map(({ key, times }) => [key, times ?? 0]))
}

/** Returns how the bookings of these days came. No totals are kept by channel, so it reads the bookings themselves. */
async function readChannels(
  sql: Queryable,
  { vineyard_id, experience_id, from, until }: ReportQuery,
): Promise<Report['channels']> {
  return sql<Report['channels']>`
    select b.channel, seller_of(b) as seller, count(*) filter (where b.status <> 'cancelled')::int as bookings,
      coalesce(sum(b.number_of_guests) filter (where counts), 0)::int as guests,
      coalesce(sum(b.total_price) filter (where counts), 0) as revenue,
      count(*) filter (where b.status = 'cancelled')::int as cancelled
    from bookings b cross join lateral (select b.status <> 'cancelled' and not counts_nothing(b)) as c (counts)
    where b.vineyard_id = ${vineyard_id} and b.booking_date between ${from} and ${until}
      and ${ofExperience(sql, experience_id, 'b')}
    group by b.channel, seller
    order by guests desc, bookings desc, b.channel, seller`
}

async function readDemand(
  sql: Queryable,
  { vineyard_id, experience_id, from, until }: ReportQuery,
): Promise<Demand[]> {
  return sql<Demand[]>`
    select experience_id, title, region, reason, sum(count)::int as times, sum(count * party)::int as people
    from (
      select d.experience_id, e.title, null as region, d.reason, d.count, d.party
      from experiences e join demand_refusals d on d.experience_id = e.id
      where e.vineyard_id = ${vineyard_id} and d.day between ${from} and ${until}
        and ${ofExperience(sql, experience_id, 'd')}
      union all
      select null, null, d.region, d.reason, d.count, d.party
      from vineyards v join demand_refusals d on lower(d.region::text) = lower(v.region::text)
      where v.id = ${vineyard_id} and d.day between ${from} and ${until} and ${experience_id}::uuid is null
    ) as wanted
    group by experience_id, title, region, reason
    order by times desc, people desc, title, region, reason
    limit ${maxDemandRows}`
}

/** Returns the key and title of every line, including lines without bookings. */
function linesOf(
  { experience_id, from, until, by }: ReportQuery,
  experiences: { id: string; title: string }[],
) {
  if (by === 'experience')
    return experiences
      .filter(({ id }) => experience_id === null || id === experience_id)
      .map(({ id, title }) => ({ key: id, title }))
  const keys: Day[] = []
  for (let day = firstOf(by, from); day <= until; day = nextSpan(by, day)) keys.push(day)
  return keys.map((key) => ({ key, title: null }))
}

type Booked = Pick<Figures, 'bookings' | 'guests' | 'earned' | 'expected' | 'cancelled' | 'taken'>

/** Returns the bookings of each line, and of all under null, from whole weeks and months and the days around them. */
async function readBooked(sql: Queryable, query: ReportQuery): Promise<Map<string | null, Booked>> {
  const { vineyard_id, experience_id, from, until, by } = query
  if (isDaily(query)) return readDays(sql, query)
  const parts = splitSpan(from, until, by === 'day' ? [] : [by === 'week' ? 'week' : 'month'])
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
        -- Group by day or experience first, which is cheaper than computing the key of each row.
        select ${by === 'experience' ? sql`experience_id` : sql`day`}, status <> 'cancelled' as stands,
          sum(bookings) as bookings, sum(guests) as guests, sum(taken) as taken,
          sum(revenue) filter (where status = 'completed') as earned,
          sum(revenue) filter (where status in ('pending', 'confirmed')) as expected
        from (
          ${unionAll(
            sql,
            parts.map((part) => partOf(sql, query, part)),
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

/** The same from the stored daily totals. */
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

function partOf(sql: Queryable, query: ReportQuery, { span, from, last }: SpanPart) {
  const { vineyard_id } = query
  if (span === 'day')
    return sql`
      select experience_id, day, status, bookings, guests, revenue, taken from booking_sums
      where vineyard_id = ${vineyard_id} and day between ${from} and ${last}`
  return sql`
    select experience_id, first_day as day, status, bookings, guests, revenue, taken from span_sums
    where vineyard_id = ${vineyard_id} and span = ${span} and ${totalsOf(sql, query)}
      and first_day between ${from} and ${last}`
}
