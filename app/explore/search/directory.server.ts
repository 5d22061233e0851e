import { listCounties } from '../../catalogue/locations/county.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'

/**
 * The number of all vineyards, and the counties with the most vineyards. Explore shows these numbers while no experience can be
 * booked.
 */
export type Directory = { vineyards: number; counties: { slug: string; name: string; vineyards: number }[] }

const countiesShown = 12

/** Returns the directory until the first experience can be booked, then null. */
export async function findDirectory(sql: Queryable, now: Date): Promise<Directory | null> {
  if (await isAnythingBookable(sql, now)) return null
  const counties = await listCounties(sql)
  return {
    vineyards: counties.reduce((sum, { vineyards }) => sum + vineyards, 0),
    counties: counties
      .toSorted((a, b) => b.vineyards - a.vineyards)
      .slice(0, countiesShown)
      .map(({ slug, name, vineyards }) => ({ slug, name, vineyards })),
  }
}

/** Returns whether an active experience of a visible vineyard has a slot within its horizon, full or not. */
export async function isAnythingBookable(sql: Queryable, now: Date): Promise<boolean> {
  const [{ bookable }] = await sql<[{ bookable: boolean }]>`
    select exists (
      select from vineyards v cross join lateral last_open_slots(v.id, ${now}) where v.is_visible
    ) as bookable`
  return bookable
}
