import type { Queryable } from '../../platform/database/database.server.ts'
import { hasPosition, nearestOf, type Position } from '../vineyards/position.ts'
import type { Vineyard } from '../vineyards/vineyard.ts'
import { gazetteer, townKey } from './gazetteer.server.ts'

/** A county: any region that a vineyard names. Spellings that differ only in case, accents or punctuation are one county. */
export type County = {
  slug: string
  name: string
  /** All spellings of the county's name. */
  regions: string[]
  vineyards: number
  /** The number of vineyards that are not demonstration estates. */
  real: number
  /** The mean position of the county's vineyards. */
  centre: Position | null
}

/** A vineyard in the lists on its county's pages. `bookable` is true if it has an active experience. */
export type CountyVineyard = Pick<
  Vineyard,
  'id' | 'name' | 'city' | 'latitude' | 'longitude' | 'is_demo' | 'is_verified'
> & {
  bookable: boolean
}

/** A town with a page of its own, and the vineyards in and around it. A vineyard belongs to at most one town. */
export type VineyardTown = {
  slug: string
  name: string
  position: Position | null
  vineyards: CountyVineyard[]
}

/** The smallest number of vineyards for which a town has a page. */
export const fewestInTown = 3
/**
 * The smallest population of a market town. Smaller towns do not list the vineyards of neighbouring villages.
 */
const marketTownPeople = 5000
/** The largest distance in kilometres between a vineyard and the market town to which it belongs. */
const townReach = 12
const nations = ['England', 'Wales', 'Scotland', 'Northern Ireland']

/** Returns the part of a URL for a county or town: 'st-marys-bay' for 'St. Mary’s Bay'. */
export function locationSlug(name: string): string {
  return townKey(name).replaceAll(' ', '-')
}

/** Returns all counties with visible vineyards, sorted by name. */
export async function listCounties(sql: Queryable): Promise<County[]> {
  const rows = await sql<
    { region: string; vineyards: number; real: number; latitude: number | null; longitude: number | null }[]
  >`
    select region, count(*)::int as vineyards, count(*) filter (where not is_demo)::int as real,
      avg(nullif(latitude, 0)) filter (where longitude <> 0)::float as latitude,
      avg(nullif(longitude, 0)) filter (where latitude <> 0)::float as longitude
    from vineyards
    where is_visible and region > ''
    group by region
    order by vineyards desc, region`
  const groups = Map.groupBy(rows, ({ region }) => locationSlug(region))
  groups.delete('')
  return [...groups]
    .map(([slug, spelled]) => ({
      slug,
      name: spelled[0]?.region ?? '',
      regions: spelled.map(({ region }) => region),
      vineyards: total(spelled.map(({ vineyards }) => vineyards)),
      real: total(spelled.map(({ real }) => real)),
      centre: meanOf(spelled),
    }))
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
}

/**
 * Returns a function that spells a county as most vineyards other than `except` do. A county that no vineyard names keeps
 * the spelling of the first call.
 */
export async function countySpeller(sql: Queryable, except: string | null = null) {
  const rows = await sql<{ region: string }[]>`
    select region from vineyards
    where region > '' and id is distinct from ${except}
    group by region
    order by count(*) desc, region`
  const spellings = new Map<string, string>()
  const spell = (region: string) => {
    const slug = locationSlug(region)
    if (!spellings.has(slug)) spellings.set(slug, region)
    return slug === '' ? region : (spellings.get(slug) ?? region)
  }
  for (const { region } of rows) spell(region)
  return spell
}

/** Returns the visible vineyards of these regions. Bookable vineyards come first; each group is sorted by name. */
export async function listCountyVineyards(sql: Queryable, regions: string[]): Promise<CountyVineyard[]> {
  return sql<CountyVineyard[]>`
    select v.id, v.name, v.city, v.latitude, v.longitude, v.is_demo, v.is_verified,
      exists (select from experiences e where e.vineyard_id = v.id and e.is_active) as bookable
    from vineyards v
    where v.is_visible and v.region = any (${regions})
    order by bookable desc, name_sort_key(v.name), v.id`
}

/**
 * Returns the towns of a county that have a page, sorted by number of vineyards. A vineyard belongs to its own town if the
 * town is a market town or has at least three vineyards, and otherwise to the nearest market town.
 */
export function townsOf(county: string, vineyards: CountyVineyard[]): VineyardTown[] {
  const markets = marketTowns(county)
  const bySlug = new Map(markets.toReversed().map((town) => [locationSlug(town.name), town]))
  const perCity = Map.groupBy(vineyards, ({ city }) => locationSlug(city ?? ''))
  const townOf = (vineyard: CountyVineyard): { slug: string; name: string } | null => {
    const { city } = vineyard
    const slug = locationSlug(city ?? '')
    const hasPage = bySlug.has(slug) || (perCity.get(slug)?.length ?? 0) >= fewestInTown
    if (city && slug !== '' && hasPage) return { slug, name: bySlug.get(slug)?.name ?? city }
    const market = hasPosition(vineyard) ? nearestOf(markets, vineyard, townReach) : null
    return market && { slug: locationSlug(market.name), name: market.name }
  }
  const towns = new Map<string, VineyardTown>()
  for (const vineyard of vineyards) {
    const town = townOf(vineyard)
    if (!town) continue
    const known = towns.get(town.slug) ?? { ...town, position: bySlug.get(town.slug) ?? null, vineyards: [] }
    known.vineyards.push(vineyard)
    towns.set(town.slug, known)
  }
  return [...towns.values()]
    .filter((town) => town.vineyards.length >= fewestInTown)
    .map((town) => ({ ...town, position: positionOf(town.position ?? meanOf(town.vineyards)) }))
    .toSorted((a, b) => b.vineyards.length - a.vineyards.length || (a.slug < b.slug ? -1 : 1))
}

/** Returns the county and town to whose pages a vineyard belongs. `town` is null if no town page lists it. */
export async function locationsOfVineyard(sql: Queryable, { id, region }: Pick<Vineyard, 'id' | 'region'>) {
  const slug = locationSlug(region ?? '')
  if (!region || slug === '') return null
  const vineyards = await listCountyVineyards(sql, [region])
  const town = townsOf(region, vineyards).find((each) =>
    each.vineyards.some((vineyard) => vineyard.id === id),
  )
  return { county: { slug, name: region }, town: town ? { slug: town.slug, name: town.name } : null }
}

/** Returns the slugs of all location pages with real vineyards, for the sitemap: each county, followed by its towns. */
export async function listLocationPages(sql: Queryable): Promise<{ county: string; town: string | null }[]> {
  const pages: { county: string; town: string | null }[] = []
  for (const { slug, name, regions, real } of await listCounties(sql)) {
    if (real === 0) continue
    pages.push({ county: slug, town: null })
    const towns = townsOf(name, await listCountyVineyards(sql, regions))
    for (const town of towns) if (isReal(town)) pages.push({ county: slug, town: town.slug })
  }
  return pages
}

/** Returns whether a page lists a vineyard that is not a demonstration estate. Only such pages are in the sitemap and indexed. */
export function isReal({ vineyards }: Pick<VineyardTown, 'vineyards'>): boolean {
  return vineyards.some(({ is_demo }) => !is_demo)
}

/** Returns the market towns of a county, or of all nations if the gazetteer has no towns in the county, as for Fife. */
function marketTowns(county: string) {
  const own = gazetteer().townsIn(county, 0)
  const areas = own.length > 0 ? [county] : nations
  return areas.flatMap((area) => gazetteer().townsIn(area, marketTownPeople))
}

/** Returns the mean of the known positions, or null if no position is known. */
function meanOf(things: { latitude: number | null; longitude: number | null }[]): Position | null {
  const located = things.filter(hasPosition)
  if (located.length === 0) return null
  return {
    latitude: total(located.map(({ latitude }) => latitude)) / located.length,
    longitude: total(located.map(({ longitude }) => longitude)) / located.length,
  }
}

function positionOf(located: Position | null): Position | null {
  return located && { latitude: located.latitude, longitude: located.longitude }
}

function total(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}
