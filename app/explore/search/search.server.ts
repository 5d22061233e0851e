import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { type Day, dayOf } from '../../platform/days.ts'
import { type SceneFacts, scenesFor } from '../../catalogue/scenes/scene-kind.ts'
import { isPhotograph } from '../../platform/media/picture.ts'
import { hasPosition, kilometresBetween } from '../../catalogue/vineyards/position.ts'
import { type Rating, ratingOf, type RatingTotals } from '../../bookings/reviews/rating.ts'
import { countRefusal } from '../../bookings/new-bookings/refused-demand.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { noReviews, readRatings } from '../../bookings/reviews/review.server.ts'
import type { VineyardSummary } from '../../catalogue/vineyards/vineyard.ts'
import { listVineyards } from '../../catalogue/vineyards/vineyard.server.ts'
import { type CardFacts, readCardFacts } from './card-facts.server.ts'
import { type Filters, noFilters, partyOf } from './filters.ts'
import type { PinRow, PinRows } from './explore.shapes.ts'
import { findMatches, type Match, matchesFilters } from './matches.server.ts'
import type { Meaning } from './meaning.ts'
import { isNear } from './near.ts'
import { cardsOnPage, type SearchQuery } from './search-url.ts'

/**
 * A vineyard in a list. `facts` is null if no active experience matches the filters. `scene_url` is the drawing of the cheapest
 * matching experience; null if none matches or the vineyard has a photograph. `distance` is in kilometres; it is null if
 * the search has no location or the vineyard has no known position.
 */
export type FoundVineyard = VineyardSummary & {
  facts: CardFacts | null
  scene_url: string | null
  distance: number | null
  /** The average of the reviews, or null if there are fewer than three reviews. */
  rating: Rating | null
}

/**
 * A card before its drawing is chosen. `drawn` describes the experience to draw; it can be long, and only the server needs it.
 */
export type CardToDraw = Omit<FoundVineyard, 'scene_url'> & { drawn: SceneFacts | null }

/**
 * A page of search results. `total` counts the vineyards on all pages; `taking` counts those that can be booked and take the
 * party. `taking` is null without a party, and in a search by day, where all results take the party. `within` counts vineyards
 * near the location. It is null without a location, and may be null if the list is sorted by name or reviews.
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
 * A part of the list with at least one vineyard. Together, the sections have all results in order. Around a location, bookable
 * vineyards nearby come first, then the other vineyards nearby, then bookable vineyards further away, then all others.
 */
export type ListSection = {
  kind: 'all' | 'bookable' | 'directory' | 'within' | 'within_directory' | 'further' | 'further_directory'
  total: number
}

/** A search result. `distance` is in kilometres, and null without a location or a position. */
type Hit = { id: string; distance: number | null }

/** If a search has no `meaning`, it takes the words literally. */
type Terms = Pick<SearchQuery, 'search' | 'filters'> & { meaning?: Meaning }

/** A search, and the order of its results */
type ListQuery = Terms & Pick<SearchQuery, 'page' | 'near'> & Partial<Pick<SearchQuery, 'viewParams'>>

/** Returns a page of the visible vineyards that match, with the data of their cards. */
export async function exploreVineyards(sql: Sql, query: ListQuery, now: Date): Promise<SearchPage> {
  const { vineyards, ...page } = await exploreCardsToDraw(sql, query, now)
  return { ...page, vineyards: withScenes(vineyards, dayOf(now)) }
}

/** Returns what `exploreVineyards` returns, before the drawings are chosen. */
export async function exploreCardsToDraw(sql: Sql, query: ListQuery, now: Date) {
  const { hits, ...list } = await searchVineyards(sql, query, now)
  return { ...list, vineyards: await cardsToDraw(sql, hits, query.filters, now) }
}

/** Returns the cards of the visible vineyards among these ids, in the given order. */
export async function listVineyardCards(sql: Queryable, ids: string[], now: Date): Promise<FoundVineyard[]> {
  return withScenes(await listCardsToDraw(sql, ids, now), dayOf(now))
}

/** Returns what `listVineyardCards` returns, before the drawings are chosen. */
export async function listCardsToDraw(sql: Queryable, ids: string[], now: Date): Promise<CardToDraw[]> {
  const hits = ids.map((id) => ({ id, distance: null }))
  return cardsToDraw(sql, hits, noFilters, now)
}

/**
 * Returns the ids of one page of matching visible vineyards; for a page beyond the last, the last page. Unless `viewParams` names
 * another order, bookable vineyards that take the party come first, then other bookable vineyards, then the rest, each group
 * by name. Around a location, these groups of the vineyards nearby come first, and each group is sorted by distance.
 */
export async function searchVineyards(
  sql: Sql,
  { page, near: nearInUrl, viewParams, ...terms }: ListQuery,
  now: Date,
): Promise<Omit<SearchPage, 'vineyards'> & { hits: Hit[] }> {
  const { matches, within } = await findMeant(sql, terms, now)
  const near = terms.meaning?.kind === 'location' ? terms.meaning.near : nearInUrl
  const { date, guests } = terms.filters
  const entries = matches.map((match) => {
    const distance = near && hasPosition(match) ? kilometresBetween(match, near) : null
    const rank = match.is_bookable ? (match.takes_party ? 0 : 1) : 2
    return { ...match, distance, rank, isNear: isNear(distance) }
  })
  type Entry = (typeof entries)[number]
  const sort = viewParams?.sort
  const isSorted = sort === 'rating' || sort === 'name'
  const group = ({ isNear, rank }: Entry) => (near && !isNear ? 3 + rank : rank)
  const away = ({ distance }: Entry) => distance ?? Number.MAX_VALUE
  const byGroup = (a: Entry, b: Entry) => group(a) - group(b) || away(a) - away(b)
  const ordered = sort === 'name' ? entries : entries.toSorted(sort === 'rating' ? byRating : byGroup)
  const kindOf = ({ isNear, rank }: Entry): ListSection['kind'] => {
    if (isSorted) return 'all'
    if (!near) return rank === 2 ? 'directory' : 'bookable'
    const where = isNear ? 'within' : 'further'
    return rank === 2 ? `${where}_directory` : where
  }
  const total = entries.length
  const actualPage = Math.min(page, Math.max(1, Math.ceil(total / cardsOnPage)))
  const first = (actualPage - 1) * cardsOnPage
  return {
    total,
    taking: guests === null || date !== null ? null : entries.filter(({ rank }) => rank === 0).length,
    within: near && !isSorted ? entries.filter(({ isNear }) => isNear).length : within,
    page: actualPage,
    sections: [...Map.groupBy(ordered, kindOf)].map(([kind, own]) => ({ kind, total: own.length })),
    hits: ordered.slice(first, first + cardsOnPage).map(({ id, distance }) => ({ id, distance })),
  }
}

/** Sorts by average, then by number of reviews. Vineyards with fewer than three reviews have no average and come last. */
function byRating(a: RatingTotals, b: RatingTotals): number {
  const [of, other] = [ratingOf(a), ratingOf(b)]
  return Number(other?.average ?? 0) - Number(of?.average ?? 0) || (other?.reviews ?? 0) - (of?.reviews ?? 0)
}

/**
 * Returns the vineyards that match the filters and the meaning of the words, by name. If the words mean a location,
 * returns the vineyards near it, with their number as `within`. If none is near, returns all matches, and `within` is
 * 0.
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
      return hasPosition(match) && isNear(kilometresBetween(match, meaning.near))
  }
}

/** Returns the map's data of the vineyards that match. */
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

/**
 * Adds a search without results to the demand report if the visitor filtered by a region, or typed only the name of a region.
 * `regions` are the regions of all vineyards.
 */
export async function countEmptySearch(
  sql: Queryable,
  log: Log,
  { search, filters }: Pick<SearchQuery, 'search' | 'filters'>,
  regions: string[],
  now: Date,
): Promise<void> {
  const typed = search.toLowerCase()
  const region = filters.region ?? regions.find((known) => known.toLowerCase() === typed)
  // If the visitor typed anything else, those words may be why nothing was found.
  if (!region || (typed !== '' && typed !== region.toLowerCase())) return
  const refusal = { day: filters.date, region, party: partyOf(filters), reason: 'none_found' } as const
  await countRefusal(sql, log, refusal, now)
}

/** Cards are in up to three columns. Cards that touch are therefore at most three apart in the list. */
const mostBeside = 3

/** Returns the cards of the visible vineyards among these results, before the drawings are chosen. */
export async function cardsToDraw(
  sql: Queryable,
  hits: Hit[],
  filters: Filters,
  now: Date,
): Promise<CardToDraw[]> {
  if (hits.length === 0) return []
  const ids = hits.map(({ id }) => id)
  const [vineyards, facts, ratings] = await Promise.all([
    listVineyards(sql, ids),
    readCardFacts(sql, ids, filters, now),
    readRatings(sql, ids),
  ])
  const distances = new Map(hits.map(({ id, distance }) => [id, distance]))
  return vineyards.map((vineyard) => ({
    ...vineyard,
    ...(facts.get(vineyard.id) ?? { facts: null, drawn: null }),
    distance: distances.get(vineyard.id) ?? null,
    rating: ratingOf(ratings.get(vineyard.id) ?? noReviews),
  }))
}

/**
 * Returns the cards of a list with drawings, so that cards that touch show different kinds. Callers must join, shorten and
 * split their lists before this call, because such changes decide which cards touch.
 */
export function withScenes(cards: CardToDraw[], today: Day): FoundVineyard[] {
  const list = cards.map(
    ({ drawn, cover_image_url }) => drawn && { ...drawn, hasPicture: isPhotograph(cover_image_url) },
  )
  const scenes = scenesFor(list, today, mostBeside)
  return cards.map(({ drawn: _drawn, ...card }, n) => ({ ...card, scene_url: scenes[n]?.address ?? null }))
}
