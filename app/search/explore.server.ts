import type { Queryable, Sql } from '../platform/database.server.ts'
import type { VineyardSummary } from '../vineyards/vineyard.ts'
import { listVineyards } from '../vineyards/vineyard.server.ts'
import type { SearchQuery } from './search-url.ts'
import { type CardFacts, readCardFacts } from './card-facts.server.ts'
import { type Filters, noFilters } from './filters.ts'
import { searchVineyards, type Hit } from './search.server.ts'

/**
 * A vineyard in a list; `facts` are null where nothing can be booked. `distance` is in kilometres, null where no place
 * was asked for or the vineyard's is not known.
 */
export type FoundVineyard = VineyardSummary & { facts: CardFacts | null; distance: number | null }

/** A page of the list. `total` counts all that was found, not only this page. */
export type SearchPage = { total: number; page: number; vineyards: FoundVineyard[] }

/**
 * The page of visible vineyards that answers to words and filters, by name or nearest first; as many queries for
 * a hundred thousand as for one.
 */
export async function exploreVineyards(
  sql: Sql,
  asked: Pick<SearchQuery, 'search' | 'filters' | 'page' | 'near'>,
  now: Date,
): Promise<SearchPage> {
  const { total, page, hits } = await searchVineyards(sql, asked, now)
  return { total, page, vineyards: await withFacts(sql, hits, asked.filters, now) }
}

/** Those of these vineyards that visitors may see, in the order asked for. */
export async function namedVineyards(sql: Queryable, ids: string[], now: Date): Promise<FoundVineyard[]> {
  const hits = ids.map((id) => ({ id, distance: null }))
  return withFacts(sql, hits, noFilters, now)
}

async function withFacts(sql: Queryable, hits: Hit[], filters: Filters, now: Date): Promise<FoundVineyard[]> {
  if (hits.length === 0) return []
  const ids = hits.map(({ id }) => id)
  const [vineyards, facts] = await Promise.all([
    listVineyards(sql, ids),
    readCardFacts(sql, ids, filters, now),
  ])
  const distances = new Map(hits.map(({ id, distance }) => [id, distance]))
  return vineyards.map((vineyard) => ({
    ...vineyard,
    facts: facts.get(vineyard.id) ?? null,
    distance: distances.get(vineyard.id) ?? null,
  }))
}
