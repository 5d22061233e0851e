import { earnedMoney, retainedMoney } from '../../bookings/payments/payment.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Day } from '../../platform/days.ts'
import { type By, firstOf, nextSpan } from './report.ts'
import type { Demand, Figures, Report } from './report.shapes.ts'

export type ReportQuery = { vineyard_id: string; experience_id: string | null; from: Day; until: Day; by: By }

const maxDemandRows = 20

/** Returns SQL for the key of a row's line: a day or an id. Dates and ids sort faster than texts. */
const lineKey = (sql: Queryable, by: By, day: 'b.booking_date' | 'd.day', experience: 'b' | 'd') =>
  by === 'experience'
    ? sql`${sql(experience)}.experience_id`
    : sql`date_trunc(${by}, ${sql(day)}::timestamp)::date`

const ofExperience = (sql: Queryable, experience_id: string | null, of: 'b' | 'd') =>
  experience_id === null ? sql`true` : sql`${sql(of)}.experience_id = ${experience_id}`

/** Returns a report. Runs seven queries, however long the span is. */
export async function readReport(sql: Queryable, query: ReportQuery): Promise<Report> {
  const { from, until, by } = query
  const [booked, money, offered, refused, demand, channels, experiences] = await Promise.all([
    readBooked(sql, query),
    readMoney(sql, query),
    readOffered(sql, query),
    readRefused(sql, query),
    readDemand(sql, query),
    readChannels(sql, query),
    sql<{ id: string; title: string }[]>`
      select id, title from experiences where vineyard_id = ${query.vineyard_id} order by is_active desc, title, id`,
  ])
  const figuresOf = (key: string | null): Figures => ({
    ...(booked.get(key) ?? nothingBooked),
    money_taken: money.get(key) ?? 0,
    places: offered.get(key) ?? 0,
    refused: refused.get(key) ?? 0,
  })
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

/** Returns the money taken, less refunds, by the day of payment, refund or sale. Sales belong to no experience. */
async function readMoney(sql: Queryable, { vineyard_id, experience_id, from, until, by }: ReportQuery) {
  const rows = await sql<{ key: string | null; amount: number }[]>`
    select key, coalesce(sum(amount), 0) as amount
    from (
      select ${lineKey(sql, by, 'd.day', 'd')} as key, d.amount
      from (
        select p.taken_on as day, b.experience_id, case p.entry when 'refund' then -p.amount else p.amount end as amount
        from payments p left join bookings b on b.id = p.booking_id
        where p.vineyard_id = ${vineyard_id} and p.taken_on between ${from} and ${until}
          and p.entry in ('payment', 'refund', 'sale')
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

/** Returns the bookings of these days by the channel through which they were made. */
async function readChannels(sql: Queryable, { vineyard_id, experience_id, from, until }: ReportQuery) {
  return sql<Report['channels']>`
    select b.channel, k.seller, count(*) filter (where b.status <> 'cancelled')::int as bookings,
      coalesce(sum(guests_of(b)) filter (where counts), 0)::int as guests,
      coalesce(sum(not_marked_of(b)), 0)::int as not_marked,
      coalesce(sum(case when counts then b.total_price else 0 end + ${retainedMoney(sql)}), 0) as revenue,
      count(*) filter (where b.status = 'cancelled')::int as cancelled
    from bookings b
      cross join lateral (select counts_as_visit(b)) as c (counts)
      left join key_sellers k on k.key_id = b.api_key_id
    where b.vineyard_id = ${vineyard_id} and b.booking_date between ${from} and ${until} and not b.is_test
      and ${ofExperience(sql, experience_id, 'b')}
    group by b.channel, k.seller
    order by guests desc, bookings desc, b.channel, k.seller`
}

async function readDemand(sql: Queryable, { vineyard_id, experience_id, from, until }: ReportQuery) {
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

type Booked = Pick<
  Figures,
  'bookings' | 'guests' | 'not_marked' | 'earned' | 'expected' | 'cancelled' | 'taken' | 'lead'
>
const nothingBooked: Booked = {
  bookings: 0,
  guests: 0,
  not_marked: 0,
  earned: 0,
  expected: 0,
  cancelled: 0,
  taken: 0,
  lead: null,
}

/** Returns the figures of each line's bookings, and under null the figures of all bookings. */
async function readBooked(sql: Queryable, { vineyard_id, experience_id, from, until, by }: ReportQuery) {
  const rows = await sql<(Booked & { key: string | null })[]>`
    select ${lineKey(sql, by, 'b.booking_date', 'b')} as key,
      (count(*) filter (where not is_cancelled))::int as bookings,
      coalesce(sum(guests_of(b)) filter (where counts), 0)::int as guests,
      coalesce(sum(not_marked_of(b)), 0)::int as not_marked,
      coalesce(sum(${earnedMoney(sql)}), 0) as earned,
      coalesce(sum(b.total_price) filter (where counts and b.status <> 'completed'), 0) as expected,
      (count(*) filter (where is_cancelled))::int as cancelled,
      coalesce(sum(b.number_of_guests) filter (where takes_places), 0)::int as taken,
      percentile_cont(0.5) within group (order by greatest(0, b.booking_date - london_today(b.created_at)))
        filter (where not is_cancelled) as lead
    from bookings b
      cross join lateral (select counts_as_visit(b) as counts, b.status = 'cancelled' as is_cancelled) as f
      cross join lateral (
        select not is_cancelled and num_nonnulls(b.pattern_id, b.availability_id) > 0 as takes_places
      ) as t
    where b.vineyard_id = ${vineyard_id} and b.booking_date between ${from} and ${until} and not b.is_test
      and ${ofExperience(sql, experience_id, 'b')}
    group by grouping sets ((key), ())`
  return new Map<string | null, Booked>(rows.map(({ key, ...figures }) => [key, figures]))
}
