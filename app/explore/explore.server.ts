import type { Queryable } from '../platform/database.server.ts'
import type { VineyardSummary } from '../vineyards/vineyard.ts'
import { listVineyards } from '../vineyards/vineyard.server.ts'
import type { Asked } from './address.ts'
import { type CardFacts, readCardFacts } from './card-facts.server.ts'
import { type Filters, noFilters } from './filters.ts'
import { findVineyards } from './find.server.ts'

/** A vineyard in a list; `facts` are null where nothing can be booked. */
export type FoundVineyard = VineyardSummary & { facts: CardFacts | null }

/** A page of the list. `total` counts all that was found, not only this page. */
export type Found = { total: number; page: number; vineyards: FoundVineyard[] }

/** The page of visible vineyards that answers to words and filters, by name; three queries however many there are. */
export async function exploreVineyards(
  sql: Queryable,
  asked: Pick<Asked, 'search' | 'filters' | 'page'>,
  now: Date,
): Promise<Found> {
  const { total, page, ids } = await findVineyards(sql, asked, now)
  return { total, page, vineyards: await withFacts(sql, ids, asked.filters, now) }
}

/** Those of these vineyards that visitors may see, in the order asked for. */
export async function namedVineyards(sql: Queryable, ids: string[], now: Date): Promise<FoundVineyard[]> {
  return withFacts(sql, ids, noFilters, now)
}

async function withFacts(sql: Queryable, ids: string[], filters: Filters, now: Date) {
  if (ids.length === 0) return []
  const [vineyards, facts] = await Promise.all([
    listVineyards(sql, ids),
    readCardFacts(sql, ids, filters, now),
  ])
  return vineyards.map((vineyard) => ({ ...vineyard, facts: facts.get(vineyard.id) ?? null }))
}
