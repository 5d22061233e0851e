import type { Queryable } from '../platform/database.server.ts'
import { hasPosition, kilometresBetween, type Position } from '../vineyards/position.ts'
import { nameHolds } from '../vineyards/vineyard.server.ts'
import type { Asked } from './address.ts'
import { type Filters, isPriceNarrowed, partyOf } from './filters.ts'

/** As many cards as fill three columns eight times. */
export const cardsOnPage = 24

/** A vineyard that was found; `distance` in kilometres from the place asked for, null where there is none. */
export type Hit = { id: string; distance: number | null }

/** One page of what is found: how many there are in all, which page this is, and its vineyards in their order. */
export type Hits = { total: number; page: number; hits: Hit[] }

/** A hit that a map can show. */
export type Place = Position & { id: string; name: string }

/** All hits that have a position, by name, and how many of the hits have none. */
export type Places = { places: Place[]; without_position: number }

/** Degrees; the west is never east of the east. */
export type Bounds = { west: number; south: number; east: number; north: number }

type Words = Pick<Asked, 'search' | 'filters'>

/**
 * The visible vineyards that answer to words and filters, by name, or nearest first where a place is given: those of
 * unknown position then come last, by name. One query however many there are. A page behind the last is the last.
 */
export async function findVineyards(
  sql: Queryable,
  { page, near, ...words }: Words & Pick<Asked, 'page' | 'near'>,
  now: Date,
): Promise<Hits> {
  const all = await findAll(sql, words, now)
  const far = near === null ? null : new Map(all.map((hit) => [hit.id, distanceOf(hit, near)]))
  if (far) all.sort((a, b) => (far.get(a.id) ?? Infinity) - (far.get(b.id) ?? Infinity) || 0)
  const at = Math.min(page, Math.max(1, Math.ceil(all.length / cardsOnPage)))
  const shown = all.slice((at - 1) * cardsOnPage, at * cardsOnPage)
  return {
    total: all.length,
    page: at,
    hits: shown.map(({ id }) => ({ id, distance: far?.get(id) ?? null })),
  }
}

/** The same hits for a map, all of them or those within bounds; one query. */
export async function findPlaces(sql: Queryable, words: Words, now: Date, bounds?: Bounds): Promise<Places> {
  const all = await findAll(sql, words, now)
  const known = all.filter(hasPosition)
  const places = known
    .filter(({ latitude, longitude }) => {
      if (!bounds) return true
      const { west, south, east, north } = bounds
      return latitude >= south && latitude <= north && longitude >= west && longitude <= east
    })
    .map(({ id, name, latitude, longitude }) => ({ id, name, latitude, longitude }))
  return { places, without_position: all.length - known.length }
}

type Found = { id: string; name: string; latitude: number | null; longitude: number | null }

function distanceOf(hit: Found, near: Position): number | null {
  return hasPosition(hit) ? kilometresBetween(hit, near) : null
}

/** Everything that answers, by name. */
async function findAll(sql: Queryable, { search, filters }: Words, now: Date): Promise<Found[]> {
  const { region } = filters
  return sql<Found[]>`
    select v.id, v.name, v.latitude, v.longitude from vineyards v
    where v.is_visible
      and ${nameHolds(sql, search)}
      and ${region === null ? sql`true` : sql`v.region = ${region}`}
      and ${narrowsExperiences(filters) ? sql`v.id in (${offering(sql, filters, now)})` : sql`true`}
    order by v.name, v.id`
}

function narrowsExperiences(filters: Filters): boolean {
  const { type, date, minDuration, maxGroupSize } = filters
  return [type, date, minDuration, maxGroupSize].some((value) => value !== null) || isPriceNarrowed(filters)
}

/** The vineyards of the experiences that answer to every filter at once, with places on the day where one is asked. */
function offering(sql: Queryable, filters: Filters, now: Date) {
  const { date } = filters
  const suited = (column: 'id' | 'vineyard_id') =>
    sql`select ${sql(`e.${column}`)} from experiences e where ${suits(sql, filters)}`
  if (date === null) return suited('vineyard_id')
  return sql`
    select e.vineyard_id from experiences e
    where e.id in (
      select s.experience_id from slots_of_many(array(${suited('id')}), ${date}, ${date}, ${now}) s
      where s.remaining >= ${partyOf(filters)}
    )`
}

/** What a filter asks of one active experience `e`, its places apart. On a day the party must fit its group sizes. */
export function suits(sql: Queryable, filters: Filters) {
  const { type, date, minPrice, maxPrice, minDuration, maxGroupSize } = filters
  const party = partyOf(filters)
  return sql`
    e.is_active
    ${type === null ? sql`` : sql`and e.type = ${type}`}
    ${isPriceNarrowed(filters) ? sql`and e.price_per_person between ${minPrice} and ${maxPrice}` : sql``}
    ${minDuration === null ? sql`` : sql`and coalesce(e.duration_minutes, 60) >= ${minDuration * 60}`}
    ${maxGroupSize === null ? sql`` : sql`and e.max_group_size <= ${maxGroupSize}`}
    ${date === null ? sql`` : sql`and ${party} between e.min_group_size and coalesce(e.max_group_size, 10)`}`
}
