import type { Queryable } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { kilometresBetween, type Position } from '../../catalogue/vineyards/position.ts'
import { noFilters } from './filters.ts'
import { cardsToDraw, type FoundVineyard, withScenes } from './search.server.ts'

// More vineyards are read than needed, because some of the nearest have an active experience but no free day.
const candidates = 24

/** Returns the `count` visible vineyards with a free day that are nearest to a position, nearest first. */
export async function listBookableNear(
  sql: Queryable,
  position: Position,
  count: number,
  now: Date,
): Promise<FoundVineyard[]> {
  const { latitude, longitude } = position
  // Measures in a plane in which degrees of longitude are shortened, which is exact enough to find the nearest.
  const nearest = await sql<(Position & { id: string })[]>`
    select v.id, v.latitude, v.longitude
    from vineyards v
    where exists (select from experiences e where e.vineyard_id = v.id and e.is_active) and v.is_visible and v.latitude <> 0 and v.longitude <> 0
    order by power(v.latitude - ${latitude}, 2)
      + power((v.longitude - ${longitude}) * cos(radians(${latitude})), 2)
    limit ${candidates}`
  const hits = nearest.map(({ id, ...at }) => ({ id, distance: kilometresBetween(at, position) }))
  const open = (await cardsToDraw(sql, hits, noFilters, now)).filter(({ facts }) => facts?.next)
  return withScenes(open.slice(0, count), dayOf(now))
}
