import type { Queryable } from '../platform/database.server.ts'
import type { Vineyard, VineyardSummary } from './vineyard.ts'

/** More of a description than a card's three lines hold, so that lists stay small. */
const summaryLength = 320

const summary = (sql: Queryable) => sql`
  v.id, v.name, v.city, v.region, left(v.description, ${summaryLength}) as description, v.cover_image_url,
  v.is_verified, v.is_demo`

/**
 * Whether the name, city or region of a vineyard `v` holds the term, whatever its capitals and the locale (Ŵ and ŵ are
 * one letter). The term is taken as it is written (a % is a %), and an empty one is held by all.
 */
export function nameHolds(sql: Queryable, term: string) {
  if (term === '') return sql`true`
  return sql`vineyard_words(v.name, v.city, v.region) like contains_pattern(${term})`
}

/** Those of these vineyards that are visible, in the order asked for. */
export async function listVineyards(sql: Queryable, ids: string[]): Promise<VineyardSummary[]> {
  return sql<VineyardSummary[]>`
    select ${summary(sql)}
    from unnest(${ids}::uuid[]) with ordinality as asked (id, place)
    join vineyards v on v.id = asked.id
    where v.is_visible
    order by asked.place`
}

/** One visible vineyard with all its fields. */
export async function findVisibleVineyard(sql: Queryable, id: string): Promise<Vineyard | undefined> {
  const [vineyard] = await sql<Vineyard[]>`
    select
      id, name, city, region, address, postcode, description, phone, email, website, latitude, longitude,
      cover_image_url, logo_url, is_visible, is_verified, is_demo,
      facebook_url, instagram_url, twitter_url, linkedin_url, youtube_url, tiktok_url
    from vineyards
    where id = ${id} and is_visible`
  return vineyard
}
