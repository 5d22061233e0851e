import type { Queryable } from '../platform/database.server.ts'
import type { Day } from '../platform/days.ts'
import { readBooked } from './booked.server.ts'
import { readLeads } from './lead.server.ts'
import { type ReportQuery, lineKey, ofExperience } from './report-line.server.ts'
import type { Demand, Figures, Report } from './report.ts'
import { after, firstOf } from './span-parts.ts'

/** Limit of the demand lines; the most frequent come first. */
const mostDemand = 20

/** Returns the report of a span, in six or seven queries however long it is. */
export async function readReport(sql: Queryable, asked: ReportQuery): Promise<Report> {
  const { from, until, by } = asked
  const [booked, leads, offered, refused, demand, experiences] = await Promise.all([
    readBooked(sql, asked),
    readLeads(sql, asked),
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
    lines: linesOf(asked, experiences).map((line) => ({ ...line, ...figuresOf(line.key) })),
    total: figuresOf(null),
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
    limit ${mostDemand}`
}

/** Returns the keys and titles of all lines, also of those without bookings. */
function linesOf(
  { experience_id, from, until, by }: ReportQuery,
  experiences: { id: string; title: string }[],
) {
  if (by === 'experience')
    return experiences
      .filter(({ id }) => experience_id === null || id === experience_id)
      .map(({ id, title }) => ({ key: id, title }))
  const keys: Day[] = []
  for (let day = firstOf(by, from); day <= until; day = after(by, day)) keys.push(day)
  return keys.map((key) => ({ key, title: null }))
}
