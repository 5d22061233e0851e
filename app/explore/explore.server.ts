import { cheapestExperiences } from '../experiences/experience.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { VineyardSummary } from '../vineyards/vineyard.ts'
import { listVineyards, searchVineyards } from '../vineyards/vineyard.server.ts'

/** A vineyard in a list; `from` is what its cheapest active experience costs a person, null without any. */
export type FoundVineyard = VineyardSummary & { from: { price: number; currency: string } | null }

/** The visible vineyards a term finds, by name. */
export async function exploreVineyards(sql: Queryable, term: string): Promise<FoundVineyard[]> {
  return withPrices(sql, await searchVineyards(sql, term))
}

/** Those of these vineyards that visitors may see, in the order asked for. */
export async function namedVineyards(sql: Queryable, ids: string[]): Promise<FoundVineyard[]> {
  return withPrices(sql, await listVineyards(sql, ids))
}

async function withPrices(sql: Queryable, vineyards: VineyardSummary[]): Promise<FoundVineyard[]> {
  const ids = vineyards.map(({ id }) => id)
  const cheapest = await cheapestExperiences(sql, ids)
  return vineyards.map((vineyard) => {
    const experience = cheapest.get(vineyard.id)
    const from = experience ? { price: experience.price_per_person, currency: experience.currency } : null
    return { ...vineyard, from }
  })
}
