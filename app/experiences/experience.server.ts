import type { Queryable } from '../platform/database.server.ts'
import type { Experience } from './experience.ts'

const columns = (sql: Queryable) => sql`
  e.id, e.vineyard_id, e.title, e.description, e.type, e.duration_minutes, e.price_per_person, e.currency,
  e.min_group_size, e.max_group_size, e.is_active, e.is_instant, e.included, e.booking_cutoff_minutes,
  e.booking_horizon_days, e.cancellation_cutoff_minutes,
  e.parking, e.station, e.step_free, e.dogs, e.children, e.food`

/** What a visitor can book at a vineyard, the cheapest first. */
export async function listActiveExperiences(sql: Queryable, vineyardId: string): Promise<Experience[]> {
  return sql<Experience[]>`
    select ${columns(sql)}
    from experiences e join vineyards v on v.id = e.vineyard_id and v.is_visible
    where e.vineyard_id = ${vineyardId} and e.is_active
    order by e.price_per_person, e.title, e.id`
}

/** One active experience of one visible vineyard; an experience of another vineyard is absent. */
export async function findActiveExperience(
  sql: Queryable,
  vineyardId: string,
  experienceId: string,
): Promise<Experience | undefined> {
  const [experience] = await sql<Experience[]>`
    select ${columns(sql)}
    from experiences e join vineyards v on v.id = e.vineyard_id and v.is_visible
    where e.id = ${experienceId} and e.vineyard_id = ${vineyardId} and e.is_active`
  return experience
}

/** The cheapest active experience of each of these vineyards, by vineyard id. */
export async function cheapestExperiences(
  sql: Queryable,
  vineyardIds: string[],
): Promise<Map<string, Experience>> {
  const rows = await sql<Experience[]>`
    select distinct on (e.vineyard_id) ${columns(sql)}
    from experiences e
    where e.vineyard_id = any(${vineyardIds}::uuid[]) and e.is_active
    order by e.vineyard_id, e.price_per_person, e.title, e.id`
  return new Map(rows.map((row) => [row.vineyard_id, row]))
}
