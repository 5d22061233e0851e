import type { Sql } from '../platform/database.server.ts'
import { hasPosition, kilometresBetween, type Position } from '../vineyards/position.ts'
import type { SearchQuery } from './search-url.ts'
import { searchIndex } from './index/search-index.server.ts'

/** As many cards as fill three columns eight times. */
export const cardsOnPage = 24

/** A vineyard that was found; `distance` in kilometres from the place asked for, null where there is none. */
export type Hit = { id: string; distance: number | null }

/** One page of what is found: how many there are in all, which page this is, and its vineyards in their order. */
export type SearchHits = { total: number; page: number; hits: Hit[] }

/** A hit that a map can show. */
export type LocatedVineyard = Position & { id: string; name: string }

/** All hits that have a position, by name, and how many of the hits have none. */
export type LocatedVineyards = { places: LocatedVineyard[]; without_position: number }

/** Degrees; the west is never east of the east. */
export type Bounds = { west: number; south: number; east: number; north: number }

type Words = Pick<SearchQuery, 'search' | 'filters'>

/**
 * The visible vineyards that answer to words and filters, by name, or nearest first where a place is given: those of
 * unknown position then come last, by name. One query, or with a day two, however many there are. A page behind the
 * last is the last.
 */
export async function searchVineyards(
  sql: Sql,
  { page, near, ...words }: Words & Pick<SearchQuery, 'page' | 'near'>,
  now: Date,
): Promise<SearchHits> {
  return searchIndex(sql, words, now, (rows, catalogue) => {
    const at = Math.min(page, Math.max(1, Math.ceil(rows.length / cardsOnPage)))
    const [from, to] = [(at - 1) * cardsOnPage, Math.min(at * cardsOnPage, rows.length)]
    const shown = near ? catalogue.nearest(rows, near, from, to) : catalogue.entries(rows, from, to)
    const hits = shown.map((entry) => ({
      id: entry.id,
      distance: near && hasPosition(entry) ? kilometresBetween(entry, near) : null,
    }))
    return { total: rows.length, page: at, hits }
  })
}

/** The same hits for a map, all of them or those within bounds. */
export async function findPlaces(
  sql: Sql,
  words: Words,
  now: Date,
  bounds?: Bounds,
): Promise<LocatedVineyards> {
  return searchIndex(sql, words, now, (rows, catalogue) => {
    const known = catalogue.entries(rows).filter(hasPosition)
    const places = bounds ? known.filter((place) => isWithin(place, bounds)) : known
    return { places, without_position: rows.length - known.length }
  })
}

function isWithin({ latitude, longitude }: Position, { west, south, east, north }: Bounds): boolean {
  return latitude >= south && latitude <= north && longitude >= west && longitude <= east
}
