import type { NextSlot } from '../availability/slot.server.ts'
import { type GroupSizes, largestWithoutMaximum } from '../experiences/experience.ts'
import { suitsVisitor } from '../experiences/visit-facts.server.ts'
import type { Queryable, Sql } from '../platform/database.server.ts'
import { dayOf } from '../platform/days.ts'
import { hasPosition, kilometresBetween } from '../vineyards/position.ts'
import type { VineyardSummary } from '../vineyards/vineyard.ts'
import { listVineyards } from '../vineyards/vineyard.server.ts'
import { type Filters, isPriceNarrowed, noFilters, partyOf } from './filters.ts'
import { nearest } from './index/distance-order.ts'
import { type IndexMatches, pageByRank } from './index/search-index.ts'
import { searchIndex } from './index/search-index.server.ts'
import { kilometresPerMile, nearMiles } from './near.ts'
import type { PinRow, PinRows } from './map-pins.ts'
import type { Meaning } from './meaning.ts'
import type { SearchQuery } from './search-url.ts'

/** Eight rows of three cards. */
export const cardsOnPage = 24

/** The active experiences of a vineyard that match the filters, summed up for its card. */
export type CardFacts = {
  from: { price: number; currency: string }
  /** Minutes of the shortest and longest experience, null if no duration is known. */
  shortest: number | null
  longest: number | null
  /** `max_group_size` is null if one of the experiences has no maximum. */
  min_group_size: number
  max_group_size: number | null
  /** The first slot with places for the party; in a search by day the first of that day. */
  next: NextSlot | null
  /** The group sizes of the experiences if none takes the searched party, else null. */
  other_parties: GroupSizes[] | null
}

/**
 * A vineyard in a list. `facts` is null without bookable experiences; `distance` is in kilometres, null without a place or a
 * known position.
 */
export type FoundVineyard = VineyardSummary & { facts: CardFacts | null; distance: number | null }

/**
 * A page of search results. `total` counts all pages, and `taking` those that can be booked and take the party: null in a
 * search by day, whose results all do, and without a party. `within` counts those near the place, if there is one. From
 * `valid_until` or London's next midnight, vineyards may be in another section.
 */
export type SearchPage = {
  total: number
  taking: number | null
  within: number | null
  page: number
  sections: ListSection[]
  valid_until: Date | null
  vineyards: FoundVineyard[]
}

/**
 * A part of the list in order; together the sections have all results. Around a place, those that can be booked within a
 * distance come first, then the others there, and the same farther away.
 */
export type ListSection = {
  kind: 'all' | 'bookable' | 'directory' | 'within' | 'within_directory' | 'further' | 'further_directory'
  total: number
}

/** A search result; `distance` as in `FoundVineyard`. */
type Hit = { id: string; distance: number | null }

/** Without a `meaning` the words of the search are literal. */
type Terms = Pick<SearchQuery, 'search' | 'filters'> & { meaning?: Meaning }

/** What is searched, and in which order it is listed. */
type ListQuery = Terms & Pick<SearchQuery, 'page' | 'near'> & Partial<Pick<SearchQuery, 'viewParams'>>

/** The page of visible vineyards that match, with what their cards show. */
export async function exploreVineyards(sql: Sql, query: ListQuery, now: Date): Promise<SearchPage> {
  const { hits, ...list } = await searchVineyards(sql, query, now)
  return { ...list, vineyards: await withFacts(sql, hits, query.filters, now) }
}

/** The visible ones of these vineyards, in the order given. */
export async function listVineyardCards(sql: Queryable, ids: string[], now: Date): Promise<FoundVineyard[]> {
  const hits = ids.map((id) => ({ id, distance: null }))
  return withFacts(sql, hits, noFilters, now)
}

/**
 * The ids of one page of visible vineyards that match: by name, or around a place nearest first. Bookable ones that take the
 * party come first, then the other bookable ones. A page beyond the last is the last.
 */
export async function searchVineyards(
  sql: Sql,
  { page, near: place, viewParams, ...terms }: ListQuery,
  now: Date,
): Promise<Omit<SearchPage, 'vineyards'> & { hits: Hit[] }> {
  const found = await findRows(sql, terms, now)
  const near = terms.meaning?.kind === 'location' ? terms.meaning.near : place
  const total = found.rows.length
  const actualPage = Math.min(page, Math.max(1, Math.ceil(total / cardsOnPage)))
  const [from, to] = [(actualPage - 1) * cardsOnPage, Math.min(actualPage * cardsOnPage, total)]
  const { date, guests } = terms.filters
  // A vineyard with places on the day can be booked.
  const { until, bookable, isBookable } =
    date === null
      ? found.index.findBookable(found.rows, now)
      : { isBookable: () => true, bookable: total, until: Number.POSITIVE_INFINITY }
  const takes =
    date === null && guests !== null ? found.index.takesParty(terms.filters, guests) : (): boolean => true
  const rankOf = (row: number) => (isBookable(row) ? (takes(row) ? 0 : 1) : 2)
  const taking =
    guests === null || date !== null ? null : found.rows.filter((row) => rankOf(row) === 0).length
  const list = (): { rows: readonly number[]; sections: ListSection[]; within?: number } => {
    if (viewParams?.sort === 'name')
      return { rows: found.rows.slice(from, to), sections: [{ kind: 'all', total }] }
    if (near) {
      const around = { kilometres: nearMiles * kilometresPerMile, ranks: 3, rankOf }
      const { rows, groups } = nearest(found, near, around, from, to)
      const [first = 0, others = 0, directory = 0, ...further] = groups
      const [firstFurther = 0, othersFurther = 0, furtherDirectory = 0] = further
      const totals = [first + others, directory, firstFurther + othersFurther, furtherDirectory]
      const sections = nearKinds.map((kind, n) => ({ kind, total: totals[n] ?? 0 }))
      return { rows, sections, within: first + others + directory }
    }
    const sizes = [taking ?? bookable, taking === null ? 0 : bookable - taking, total - bookable]
    return {
      rows: pageByRank(found.rows, { rankOf, sizes }, from, to),
      sections: [
        { kind: 'bookable', total: bookable },
        { kind: 'directory', total: total - bookable },
      ],
    }
  }
  const { rows, sections, within = found.within } = list()
  const hits = rows.flatMap((row) => {
    const entry = found.entries[row]
    if (!entry) return []
    return { id: entry.id, distance: near && hasPosition(entry) ? kilometresBetween(entry, near) : null }
  })
  return {
    total,
    taking,
    within,
    page: actualPage,
    sections,
    valid_until: Number.isFinite(until) ? new Date(until) : null,
    hits,
  }
}

/**
 * The rows that match the filters and the meaning of the words. For a location: those near it, whose number is `within`, or all
 * if none is near.
 */
async function findRows(
  sql: Sql,
  { search, filters, meaning = { kind: 'words', search } }: Terms,
  now: Date,
) {
  const term = meaning.kind === 'words' ? meaning.search : ''
  const found = await searchIndex(sql, { search: term, filters }, now)
  const suits = condition(meaning)
  if (!suits) return { ...found, within: null }
  const rows = found.rows.filter((row) => {
    const entry = found.entries[row]
    return entry !== undefined && suits(entry)
  })
  if (meaning.kind !== 'location') return { ...found, rows, within: null }
  return { ...found, rows: rows.length > 0 ? rows : found.rows, within: rows.length }
}

type Indexed = IndexMatches['entries'][number]

/** Whether a vineyard has the meaning of the words; null if the index compares them itself. */
function condition(meaning: Meaning): ((entry: Indexed) => boolean) | null {
  switch (meaning.kind) {
    case 'words':
      return null
    case 'area': {
      const regions = new Set<string | null>(meaning.regions)
      return ({ region }) => regions.has(region)
    }
    case 'names': {
      const ids = new Set(meaning.ids)
      return ({ id }) => ids.has(id)
    }
    case 'location': {
      const most = nearMiles * kilometresPerMile
      return (entry) => hasPosition(entry) && kilometresBetween(entry, meaning.near) <= most
    }
  }
}

/** In the order of the groups of `nearest`, whose first two ranks are one section. */
const nearKinds = ['within', 'within_directory', 'further', 'further_directory'] as const

/** What the map needs of the vineyards that match. */
export async function findPinRows(sql: Sql, terms: Terms, now: Date): Promise<PinRows> {
  const { rows, entries, index } = await findRows(sql, terms, now)
  const prices = index.lowestPrices(rows, terms.filters)
  const places = rows.flatMap((row, n): PinRow[] => {
    const [entry, pence = null] = [entries[row], prices[n]]
    if (!entry || !hasPosition(entry)) return []
    return [[entry.id, entry.name, entry.latitude, entry.longitude, pence === null ? null : pence / 100]]
  })
  return { places, without_position: rows.length - places.length }
}

/** What the card of a vineyard says of its experiences that match; null without one. */
export async function findCardFacts(
  sql: Queryable,
  vineyardId: string,
  filters: Filters,
  now: Date,
): Promise<CardFacts | null> {
  const facts = await readCardFacts(sql, [vineyardId], filters, now)
  return facts.get(vineyardId) ?? null
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

/** By vineyard id. */
async function readCardFacts(
  sql: Queryable,
  vineyardIds: string[],
  filters: Filters,
  now: Date,
): Promise<Map<string, CardFacts>> {
  const { date, guests } = filters
  const party = date === null ? guests : partyOf(filters)
  const takes = sql`${party}::int between min_group_size and coalesce(max_group_size, ${largestWithoutMaximum})`
  const rows = await sql<
    (Omit<CardFacts, 'from'> & { vineyard_id: string; price: number; currency: string })[]
  >`
    with suited as (
      select e.id, e.vineyard_id, e.price_per_person, e.currency, e.duration_minutes, e.min_group_size,
        e.max_group_size
      from experiences e
      where e.vineyard_id = any (${vineyardIds}::uuid[]) and ${matchesFilters(sql, filters)}
    )
    select
      suited.vineyard_id, min(price_per_person) as price, min(currency) as currency,
      min(duration_minutes) as shortest, max(duration_minutes) as longest, min(min_group_size) as min_group_size,
      case when bool_and(max_group_size is not null) then max(max_group_size) end as max_group_size,
      case when not bool_or(${takes}) then json_agg(distinct jsonb_build_object(
        'min_group_size', min_group_size, 'max_group_size', max_group_size
      )) end as other_parties,
      (array_agg(
        to_json(open) order by open.slot_date, open.start_time, open.remaining desc
      ) filter (where open.slot_date is not null))[1] as next
    from suited
      left join next_open_slots(array(select id from suited), ${party}, ${date ?? dayOf(now)}, ${date}, ${now}) open
        on open.experience_id = suited.id
    group by suited.vineyard_id`
  return new Map(
    rows.map(({ vineyard_id, price, currency, ...facts }) => [
      vineyard_id,
      { ...facts, from: { price, currency } },
    ]),
  )
}

/** Whether an active experience `e` matches, ignoring available places. Same rules as `matchesFilter` of the index. */
function matchesFilters(sql: Queryable, filters: Filters) {
  const { type, date, minPrice, maxPrice, minDuration, maxGroupSize, facts } = filters
  const party = partyOf(filters)
  return sql`
    e.is_active
    ${type === null ? sql`` : sql`and e.type = ${type}`}
    ${isPriceNarrowed(filters) ? sql`and e.price_per_person between ${minPrice} and ${maxPrice}` : sql``}
    ${minDuration === null ? sql`` : sql`and coalesce(e.duration_minutes, 60) >= ${minDuration * 60}`}
    ${maxGroupSize === null ? sql`` : sql`and e.max_group_size <= ${maxGroupSize}`}
    ${facts.length === 0 ? sql`` : facts.map((name) => sql`and ${suitsVisitor(sql, name)}`)}
    ${date === null ? sql`` : sql`and ${party} between e.min_group_size and coalesce(e.max_group_size, ${largestWithoutMaximum})`}`
}
