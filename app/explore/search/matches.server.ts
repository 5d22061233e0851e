import { largestWithoutMaximum } from '../../catalogue/experiences/experience.ts'
import { suitsVisitor } from '../../catalogue/experiences/experience-facts.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { nameHolds } from '../../catalogue/vineyards/vineyard.server.ts'
import { countActive, type Filters, isPriceNarrowed, partyOf } from './filters.ts'
import type { SearchQuery } from './search-url.ts'

type Terms = Pick<SearchQuery, 'search' | 'filters'>

/**
 * A visible vineyard that matches. `takes_party`: a matching experience takes a party of this size. `is_bookable`: the vineyard
 * has an open slot within cut-off and horizon, full or not. A search by day finds only bookable vineyards.
 */
export type Match = {
  id: string
  name: string
  region: string | null
  latitude: number | null
  longitude: number | null
  takes_party: boolean
  is_bookable: boolean
  /** The number of shown reviews, and the sum of their stars. */
  reviews: number
  stars: number
}

/**
 * Finds the visible vineyards that match the filters and whose name, town or county contains the words, sorted by name.
 * A search by day finds vineyards with places for the party. The details of a match may be as old as `cacheVineyards` allows.
 */
export async function findMatches(sql: Sql, terms: Terms, now: Date): Promise<readonly Match[]> {
  const { search, filters } = terms
  if (search === '' && filters.guests === null && countActive(filters) === 0)
    return listVineyardsInOrder(sql, now)
  const [matching, cached] = await Promise.all([
    findMatching(sql, terms, now),
    listVineyardsInOrder(sql, now),
  ])
  // A vineyard that has places but is not in the cached list has only just become visible.
  const isComplete = filters.date === null || new Set(cached.map(({ id }) => id)).isSupersetOf(matching)
  const vineyards = isComplete ? cached : await readVineyardsInOrder(sql, now)
  return vineyards.flatMap((match) => {
    const takes_party = matching.get(match.id)
    if (takes_party === undefined) return []
    return { ...match, takes_party, is_bookable: filters.date !== null || match.is_bookable }
  })
}

/** Returns whether each vineyard that matches takes the party, by vineyard id. */
async function findMatching(
  sql: Queryable,
  { search, filters }: Terms,
  now: Date,
): Promise<Map<string, boolean>> {
  const { region, date, guests } = filters
  const narrowsExperiences = countActive(filters) > (region === null ? 0 : 1)
  const matching = sql`select from experiences e where e.vineyard_id = v.id and ${matchesFilters(sql, filters)}`
  const hasMatching =
    date === null
      ? sql`exists (${matching})`
      : sql`v.id = any (array(
          select e.vineyard_id from experiences_with_places(${date}, ${partyOf(filters)}, ${now}) e
          where ${matchesFilters(sql, filters)}
        ))`
  const takes =
    date === null && guests !== null ? sql`exists (${matching} and ${suitsParty(sql, guests)})` : sql`true`
  const [{ rows }] = await sql<[{ rows: [id: string, takesParty: boolean][] }]>`
    select coalesce(json_agg(json_build_array(v.id, ${takes})), '[]') as rows
    from vineyards v
    where v.is_visible and ${nameHolds(sql, search)}
      ${region === null ? sql`` : sql`and v.region = ${region}`}
      ${narrowsExperiences ? sql`and ${hasMatching}` : sql``}`
  return new Map(rows)
}

/** Returns the SQL condition that an experience `e` is active and matches the filters, however many places it has left. */
export function matchesFilters(sql: Queryable, filters: Filters) {
  const { type, date, minPrice, maxPrice, minDuration, maxGroupSize, facts } = filters
  return sql`
    e.is_active
    ${type === null ? sql`` : sql`and e.type = ${type}`}
    ${isPriceNarrowed(filters) ? sql`and e.price_per_person between ${minPrice} and ${maxPrice}` : sql``}
    ${minDuration === null ? sql`` : sql`and visit_minutes(e) >= ${minDuration * 60}`}
    ${maxGroupSize === null ? sql`` : sql`and e.max_group_size <= ${maxGroupSize}`}
    ${facts.length === 0 ? sql`` : facts.map((name) => sql`and ${suitsVisitor(sql, name)}`)}
    ${date === null ? sql`` : sql`and ${suitsParty(sql, partyOf(filters))}`}`
}

/** Returns the SQL condition that an experience `e` takes a party of this size. */
export function suitsParty(sql: Queryable, guests: number | null) {
  return sql`${guests}::int between e.min_group_size and coalesce(e.max_group_size, ${largestWithoutMaximum})`
}

/** The list of all visible vineyards, and the page version to which it belongs. `read_at` is in ms of the process's clock. */
type CachedList = { maxAge: number; read_at: number; version: number; list: Promise<readonly Match[]> | null }

const cachedLists = new WeakMap<Sql, CachedList>()

/** Lets searches use a stored list of all visible vineyards for `maxAge` ms, or until staff change something. */
export function cacheVineyards(sql: Sql, maxAge: number): void {
  cachedLists.set(sql, { maxAge, read_at: 0, version: 0, list: null })
}

/** Returns all visible vineyards by name. If the list is cached, requests at the same time share one query. */
async function listVineyardsInOrder(sql: Sql, now: Date): Promise<readonly Match[]> {
  const cached = cachedLists.get(sql)
  if (!cached) return readVineyardsInOrder(sql, now)
  const [{ version }] = await sql<[{ version: number }]>`select version from page_version`
  const time = performance.now()
  if (cached.list !== null && cached.version === version && time - cached.read_at < cached.maxAge)
    return cached.list
  const list = readVineyardsInOrder(sql, now)
  Object.assign(cached, { read_at: time, version, list })
  list.catch(() => {
    if (cached.list === list) cached.list = null
  })
  return list
}

/** Reads all visible vineyards by name. */
async function readVineyardsInOrder(sql: Queryable, now: Date): Promise<readonly Match[]> {
  return sql<Match[]>`
    select v.id, v.name, v.region, v.latitude, v.longitude, true as takes_party,
      coalesce((select true from last_open_slots(v.id, ${now}) limit 1), false) as is_bookable,
      coalesce(k.reviews, 0) as reviews, coalesce(k.stars, 0) as stars
    from vineyards v
      left join vineyard_ratings k on k.vineyard_id = v.id and not v.is_demo
    where v.is_visible
    order by name_sort_key(v.name), v.id`
}
