import type { NextSlot } from '../../availability/slot.server.ts'
import type { GroupSizes } from '../../catalogue/experiences/experience.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { dayOf } from '../../platform/days.ts'
import { hasPosition, kilometresBetween } from '../../catalogue/vineyards/position.ts'
import type { VineyardSummary } from '../../catalogue/vineyards/vineyard.ts'
import { listVineyards } from '../../catalogue/vineyards/vineyard.server.ts'
import { type Filters, noFilters, partyOf } from './filters.ts'
import type { PinRow, PinRows } from './map-pins.ts'
import { findMatches, type Match, matchesFilters, suitsParty } from './matches.server.ts'
import type { Meaning } from './meaning.ts'
import { kilometresPerMile, nearMiles } from './near.ts'
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
 * search by day, whose results all do, and without a party. `within` counts those near the place, if there is one.
 */
export type SearchPage = {
  total: number
  taking: number | null
  within: number | null
  page: number
  sections: ListSection[]
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

/** Nearer to the place than this, in kilometres, is near. */
const nearKilometres = nearMiles * kilometresPerMile

/**
 * The ids of one page of visible vineyards that match: by name, or around a place nearest first. Bookable ones that take the
 * party come first, then the other bookable ones. A page beyond the last is the last.
 */
export async function searchVineyards(
  sql: Sql,
  { page, near: place, viewParams, ...terms }: ListQuery,
  now: Date,
): Promise<Omit<SearchPage, 'vineyards'> & { hits: Hit[] }> {
  const { matches, within } = await findMeant(sql, terms, now)
  const near = terms.meaning?.kind === 'location' ? terms.meaning.near : place
  const { date, guests } = terms.filters
  const entries = matches.map((match) => {
    const distance = near && hasPosition(match) ? kilometresBetween(match, near) : null
    const rank = match.is_bookable ? (match.takes_party ? 0 : 1) : 2
    const isNear = distance !== null && distance <= nearKilometres
    return { id: match.id, distance, rank, isNear }
  })
  type Entry = (typeof entries)[number]
  const count = (kind: ListSection['kind'], belongs: (entry: Entry) => boolean): ListSection => ({
    kind,
    total: entries.filter(belongs).length,
  })
  const isDirectory = ({ rank }: Entry) => rank === 2
  const list = (): { ordered: Entry[]; sections: ListSection[]; within?: number } => {
    if (viewParams?.sort === 'name') return { ordered: entries, sections: [count('all', () => true)] }
    if (near) {
      const group = ({ isNear, rank }: Entry) => (isNear ? rank : 3 + rank)
      const away = ({ distance }: Entry) => distance ?? Number.MAX_VALUE
      return {
        ordered: entries.toSorted((a, b) => group(a) - group(b) || away(a) - away(b)),
        sections: [
          count('within', (entry) => entry.isNear && !isDirectory(entry)),
          count('within_directory', (entry) => entry.isNear && isDirectory(entry)),
          count('further', (entry) => !entry.isNear && !isDirectory(entry)),
          count('further_directory', (entry) => !entry.isNear && isDirectory(entry)),
        ],
        within: entries.filter(({ isNear }) => isNear).length,
      }
    }
    return {
      ordered: entries.toSorted((a, b) => a.rank - b.rank),
      sections: [count('bookable', (entry) => !isDirectory(entry)), count('directory', isDirectory)],
    }
  }
  const listed = list()
  const total = entries.length
  const actualPage = Math.min(page, Math.max(1, Math.ceil(total / cardsOnPage)))
  const first = (actualPage - 1) * cardsOnPage
  return {
    total,
    taking: guests === null || date !== null ? null : entries.filter(({ rank }) => rank === 0).length,
    within: listed.within ?? within,
    page: actualPage,
    sections: listed.sections,
    hits: listed.ordered.slice(first, first + cardsOnPage).map(({ id, distance }) => ({ id, distance })),
  }
}

/**
 * The matches of the filters and the meaning of the words, by name. For a location: those near it, whose number is `within`,
 * or all if none is near.
 */
async function findMeant(
  sql: Sql,
  { search, filters, meaning = { kind: 'words', search } }: Terms,
  now: Date,
): Promise<{ matches: readonly Match[]; within: number | null }> {
  const term = meaning.kind === 'words' ? meaning.search : ''
  const found = await findMatches(sql, { search: term, filters }, now)
  if (meaning.kind === 'words') return { matches: found, within: null }
  const matches = found.filter((match) => isMeant(meaning, match))
  if (meaning.kind !== 'location') return { matches, within: null }
  return { matches: matches.length > 0 ? matches : found, within: matches.length }
}

function isMeant(meaning: Exclude<Meaning, { kind: 'words' }>, match: Match): boolean {
  switch (meaning.kind) {
    case 'area':
      return match.region !== null && meaning.regions.includes(match.region)
    case 'names':
      return meaning.ids.includes(match.id)
    case 'location':
      return hasPosition(match) && kilometresBetween(match, meaning.near) <= nearKilometres
  }
}

/** What the map needs of the vineyards that match. */
export async function findPinRows(sql: Sql, terms: Terms, now: Date): Promise<PinRows> {
  const [{ matches }, prices] = await Promise.all([
    findMeant(sql, terms, now),
    sql<{ vineyard_id: string; price: number }[]>`
      select e.vineyard_id, min(e.price_per_person) as price from experiences e
      where ${matchesFilters(sql, terms.filters)}
      group by e.vineyard_id`,
  ])
  const lowest = new Map(prices.map(({ vineyard_id, price }) => [vineyard_id, price]))
  const places = matches.flatMap((match): PinRow[] =>
    hasPosition(match)
      ? [[match.id, match.name, match.latitude, match.longitude, lowest.get(match.id) ?? null]]
      : [],
  )
  return { places, without_position: matches.length - places.length }
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
      e.vineyard_id, min(price_per_person) as price, min(currency) as currency,
      min(duration_minutes) as shortest, max(duration_minutes) as longest, min(min_group_size) as min_group_size,
      case when bool_and(max_group_size is not null) then max(max_group_size) end as max_group_size,
      case when not bool_or(${suitsParty(sql, party)}) then json_agg(distinct jsonb_build_object(
        'min_group_size', min_group_size, 'max_group_size', max_group_size
      )) end as other_parties,
      (array_agg(
        to_json(open) order by open.slot_date, open.start_time, open.remaining desc
      ) filter (where open.slot_date is not null))[1] as next
    from suited e
      left join next_open_slots(array(select id from suited), ${party}, ${date ?? dayOf(now)}, ${date}, ${now}) open
        on open.experience_id = e.id
    group by e.vineyard_id`
  return new Map(
    rows.map(({ vineyard_id, price, currency, ...facts }) => [
      vineyard_id,
      { ...facts, from: { price, currency } },
    ]),
  )
}
