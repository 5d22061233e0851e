import type { Queryable } from '../platform/database.server.ts'
import { addDays, addMonths, type Day, monthOf } from '../platform/days.ts'
import { type By, type Demand, type Figures, lineOf, type Report } from './report.ts'

export type Asked = { vineyard_id: string; experience_id: string | null; from: Day; until: Day; by: By }

/** Most lines of demand; what was wanted most comes first. */
const mostDemand = 20

/** What a span brought a vineyard: five queries, however long it is. */
export async function readReport(sql: Queryable, asked: Asked): Promise<Report> {
  const { from, until, by } = asked
  const [booked, offered, refused, demand, experiences] = await Promise.all([
    readBooked(sql, asked),
    readOffered(sql, asked),
    readRefused(sql, asked),
    readDemand(sql, asked),
    sql<{ id: string; title: string }[]>`
      select id, title from experiences where vineyard_id = ${asked.vineyard_id} order by is_active desc, title, id`,
  ])
  const figuresOf = (key: string | null): Figures => {
    const {
      bookings = 0,
      guests = 0,
      revenue = 0,
      cancelled = 0,
      taken = 0,
      lead = null,
    } = booked.get(key) ?? {}
    return {
      bookings,
      guests,
      revenue,
      cancelled,
      places: offered.get(key) ?? 0,
      taken,
      lead,
      refused: refused.get(key) ?? 0,
    }
  }
  return {
    from,
    until,
    by,
    experiences: [...experiences],
    lines: linesOf(asked, experiences).map((line) => ({ ...line, ...figuresOf(line.key) })),
    total: figuresOf(null),
    demand,
  }
}

/** The line that a row belongs to, as text. */
const keyOf = (
  sql: Queryable,
  by: By,
  day: 'b.booking_date' | 'o.slot_date' | 'd.day',
  experience: 'b' | 'o' | 'd',
) =>
  by === 'experience'
    ? sql`${sql(experience)}.experience_id::text`
    : sql`to_char(date_trunc(${by}, ${sql(day)}::timestamp), 'YYYY-MM-DD')`

const ofExperience = (sql: Queryable, experience_id: string | null, of: 'b' | 'd') =>
  experience_id === null ? sql`true` : sql`${sql(of)}.experience_id = ${experience_id}`

type Booked = Pick<Figures, 'bookings' | 'guests' | 'revenue' | 'cancelled' | 'taken' | 'lead'>

/** By line, and of all of them under null. */
async function readBooked(sql: Queryable, { vineyard_id, experience_id, from, until, by }: Asked) {
  const rows = await sql<(Booked & { key: string | null })[]>`
    select
      key,
      count(*) filter (where stands)::int as bookings,
      coalesce(sum(guests) filter (where stands), 0)::int as guests,
      coalesce(sum(total_price) filter (where stands), 0) as revenue,
      count(*) filter (where not stands)::int as cancelled,
      coalesce(sum(guests) filter (where stands and is_in_slot), 0)::int as taken,
      percentile_cont(0.5) within group (order by lead) filter (where stands) as lead
    from (
      select
        ${keyOf(sql, by, 'b.booking_date', 'b')} as key, b.status <> 'cancelled' as stands, b.number_of_guests as guests,
        b.total_price, num_nonnulls(b.pattern_id, b.availability_id) > 0 as is_in_slot,
        greatest(0, b.booking_date - london_today(b.created_at)) as lead
      from bookings b
      where b.vineyard_id = ${vineyard_id} and b.booking_date between ${from} and ${until}
        and ${ofExperience(sql, experience_id, 'b')}
    ) as facts
    group by grouping sets ((key), ())`
  return new Map(rows.map(({ key, ...figures }) => [key, figures]))
}

async function readOffered(sql: Queryable, { vineyard_id, experience_id, from, until, by }: Asked) {
  const rows = await sql<{ key: string | null; places: number }[]>`
    select key, sum(capacity)::int as places
    from (
      select ${keyOf(sql, by, 'o.slot_date', 'o')} as key, o.capacity
      from offered_places(${vineyard_id}, ${experience_id}, ${from}, ${until}) as o
    ) as offered
    group by grouping sets ((key), ())`
  return new Map(rows.map(({ key, places }) => [key, places ?? 0]))
}

async function readRefused(sql: Queryable, { vineyard_id, experience_id, from, until, by }: Asked) {
  const rows = await sql<{ key: string | null; times: number }[]>`
    select key, sum(count)::int as times
    from (
      select ${keyOf(sql, by, 'd.day', 'd')} as key, d.count
      from experiences e join demand_refusals d on d.experience_id = e.id
      where e.vineyard_id = ${vineyard_id} and d.day between ${from} and ${until}
        and ${ofExperience(sql, experience_id, 'd')}
    ) as refused
    group by grouping sets ((key), ())`
  return new Map(rows.map(({ key, times }) => [key, times ?? 0]))
}

async function readDemand(
  sql: Queryable,
  { vineyard_id, experience_id, from, until }: Asked,
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
    limit ${mostDemand}`
}

/** Every line there is to be, those that brought nothing too. */
function linesOf({ experience_id, from, until, by }: Asked, experiences: { id: string; title: string }[]) {
  if (by === 'experience')
    return experiences
      .filter(({ id }) => experience_id === null || id === experience_id)
      .map(({ id, title }) => ({ key: id, title }))
  const keys: Day[] = []
  for (
    let day = lineOf(from, by);
    day <= until;
    day = by === 'month' ? `${addMonths(monthOf(day), 1)}-01` : addDays(day, by === 'week' ? 7 : 1)
  )
    keys.push(day)
  return keys.map((key) => ({ key, title: null }))
}
