import { data, href, redirect, type RouterContextProvider } from 'react-router'

import { listCuratedItineraries } from '../itineraries/itinerary.server.ts'
import { drawAreaMap } from '../locator/area-map.server.ts'
import {
  type County,
  type CountyVineyard,
  isReal,
  listCounties,
  listCountyVineyards,
  type locationsOfVineyard,
  locationSlug,
  townsOf,
  type VineyardTown,
} from '../../catalogue/locations/county.server.ts'
import { suitsVisitor } from '../../catalogue/experiences/experience-facts.server.ts'
import { measureRoads } from '../../catalogue/stations/roads.server.ts'
import { blurOf, listStationsNear, type MeasureRoads } from '../../catalogue/stations/station.server.ts'
import { describeGettingHere, stationName } from '../../catalogue/stations/station.ts'
import { gazetteer } from '../../catalogue/locations/gazetteer.server.ts'
import { readForPage } from '../../platform/attempt.server.ts'
import { clock, config, database, log } from '../../platform/context.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { type Day, dayOf } from '../../platform/days.ts'
import { listBookableNear } from '../search/nearby.server.ts'
import { type CardToDraw, listCardsToDraw, withScenes } from '../search/search.server.ts'
import { hasPosition, kilometresBetween, type Position } from '../../catalogue/vineyards/position.ts'
import { countyText, type LocationFacts, townText } from './location-text.ts'

/** A neighbouring location: its path, name and number of vineyards */
export type Neighbour = { to: string; name: string; vineyards: number }

/** The largest number of cards on the page. Explore shows the other vineyards. */
const mostCards = 24
const mostNeighbours = 6
const mostNearby = 3
const mostStated = 3
/** The largest number of stations on the page, and of vineyards named at each of them. */
const mostStations = { shown: 8, vineyards: 4 }
/** A station farther away than this, in kilometres, does not serve a vineyard. */
const stationReach = 15
const cityPeople = 400_000

/** Returns all data of the page of a county or town. Throws 404 for unknown locations, and redirects other spellings. */
export async function readLocationPage(
  context: Readonly<RouterContextProvider>,
  params: { county: string; town?: string },
) {
  const [sql, now] = [context.get(database), context.get(clock)()]
  const slugs = {
    county: locationSlug(params.county),
    town: params.town === undefined ? null : locationSlug(params.town),
  }
  const page = await readForPage(
    context.get(log),
    'The page of a county or town could not be read',
    () => readLocation(sql, slugs, now, measureRoads(context.get(log), context.get(config).routing_url)),
    { message: 'We couldn’t load the vineyards here.', to: pathOfLocation(slugs) },
  )
  if (!page)
    throw data(
      {
        title: 'Place Not Found',
        message: 'We know of no vineyards there, or of too few for a page of their own.',
        to: href('/explore'),
        label: 'Back to Explore',
      },
      { status: 404 },
    )
  if (slugs.county !== params.county || slugs.town !== (params.town ?? null))
    throw redirect(pathOfLocation(slugs), 301)
  return { ...page, today: dayOf(now) }
}

export type LocationPage = Awaited<ReturnType<typeof readLocationPage>>

/** Returns the path of a county's or a town's page. */
export function pathOfLocation({ county, town }: { county: string; town: string | null }): string {
  return town === null
    ? href('/vineyards/:county', { county })
    : href('/vineyards/:county/:town', { county, town })
}

/** Returns the links above a vineyard's page: to the list, and to its county and town if they have pages. */
export function trailToVineyard(locations: Awaited<ReturnType<typeof locationsOfVineyard>>) {
  const trail = [{ to: href('/explore'), label: 'Vineyards' }]
  if (!locations) return trail
  const { county, town } = locations
  trail.push({ to: pathOfLocation({ county: county.slug, town: null }), label: county.name })
  if (town) trail.push({ to: pathOfLocation({ county: county.slug, town: town.slug }), label: town.name })
  return trail
}

/** Splits the cards into those of vineyards with places to book, and those of the other vineyards. */
export function splitCards(cards: CardToDraw[], today: Day) {
  const { open = [], closed = [] } = Object.groupBy(cards, ({ facts }) => (facts?.next ? 'open' : 'closed'))
  return { bookable: withScenes(open, today), others: withScenes(closed, today) }
}

async function readLocation(
  sql: Sql,
  slugs: { county: string; town: string | null },
  now: Date,
  measure: MeasureRoads,
) {
  const counties = await listCounties(sql)
  const county = counties.find(({ slug }) => slug === slugs.county)
  if (!county) return null
  const inCounty = await listCountyVineyards(sql, county.regions)
  const towns = townsOf(county.name, inCounty)
  const town = slugs.town === null ? null : towns.find(({ slug }) => slug === slugs.town)
  if (town === undefined) return null
  const vineyards = town?.vineyards ?? inCounty
  const ids = vineyards.map(({ id }) => id)
  const located = vineyards.filter(hasPosition)
  const [cards, offers, stated, stations, itineraries] = await Promise.all([
    listCardsToDraw(sql, ids.slice(0, mostCards), now),
    readOffers(sql, ids),
    readStations(sql, ids),
    listStationsOfLocation(sql, located, measure),
    listCuratedItineraries(sql, now, ids),
  ])
  const centre = town?.position ?? county.centre ?? gazetteer().townsIn(county.name, 0)[0]
  const { bookable, others } = splitCards(cards, dayOf(now))
  const facts: LocationFacts = {
    vineyards,
    next_day: cards.flatMap(({ facts }) => facts?.next?.slot_date ?? []).toSorted()[0] ?? null,
    ...offers,
  }
  return {
    path: pathOfLocation(slugs),
    county: { name: county.name, slug: county.slug },
    town: town && { name: town.name, slug: town.slug, position: town.position },
    isReal: town ? isReal(town) : county.real > 0,
    total: vineyards.length,
    text: town
      ? townText(town, county, facts, nearestCity(town))
      : countyText(
          county,
          facts,
          towns.map(({ name, vineyards: own }) => ({ name, vineyards: own.length })),
        ),
    bookable,
    others,
    nearby: bookable.length > 0 || !centre ? [] : await listBookableNear(sql, centre, mostNearby, now),
    map: drawAreaMap(located),
    mapped: located.length,
    stations,
    stated,
    itineraries,
    towns: neighbouringTowns(county, towns, town),
    counties: neighbouringCounties(county, counties),
  }
}

/**
 * Returns the types and the lowest price of these vineyards' experiences, how many of the vineyards are step-free, and how many
 * take dogs.
 */
async function readOffers(
  sql: Queryable,
  vineyardIds: string[],
): Promise<Omit<LocationFacts, 'vineyards' | 'next_day'>> {
  const [offers] = await sql<[Omit<LocationFacts, 'vineyards' | 'next_day'>]>`
    select
      coalesce(array_agg(distinct type order by type) filter (where type > ''), '{}') as types,
      (array_agg(price_per_person order by price_per_person))[1]::float as price,
      (array_agg(currency order by price_per_person))[1] as currency,
      count(distinct vineyard_id) filter (where ${suitsVisitor(sql, 'step_free')})::int as step_free,
      count(distinct vineyard_id) filter (where ${suitsVisitor(sql, 'dogs')})::int as dogs
    from experiences e where is_active and vineyard_id = any (${vineyardIds}::uuid[])`
  return offers
}

/** Returns the stations that these vineyards name, in the order of the vineyards; at most `mostStated`. */
async function readStations(sql: Queryable, vineyardIds: string[]) {
  return sql<{ vineyard: string; station: string }[]>`
    select v.name as vineyard, first.station
    from unnest(${vineyardIds}::uuid[]) with ordinality as wanted (id, position)
      join vineyards v on v.id = wanted.id
      cross join lateral (
        select e.station from experiences e
        where e.vineyard_id = v.id and e.is_active and e.station is not null
        order by e.price_per_person, e.id limit 1
      ) as first
    order by wanted.position
    limit ${mostStated}`
}

/**
 * Returns the railway stations nearest to these vineyards. The station that serves most vineyards comes first. `others` counts
 * the vineyards that are not named.
 */
async function listStationsOfLocation(
  sql: Queryable,
  vineyards: (CountyVineyard & Position)[],
  measure: MeasureRoads,
) {
  const nearest = await listStationsNear(sql, vineyards, { rail: true, within: stationReach, most: 1 })
  const served = vineyards.flatMap((vineyard, n) =>
    (nearest[n] ?? []).map((station) => ({ station, vineyard })),
  )
  const shown = [...Map.groupBy(served, ({ station }) => stationName(station))]
    .toSorted(([a, ofA], [b, ofB]) => ofB.length - ofA.length || (a < b ? -1 : 1))
    .slice(0, mostStations.shown)
    .map(([name, all]) => ({
      name,
      rows: all.toSorted((a, b) => a.station.distance - b.station.distance).slice(0, mostStations.vineyards),
      others: Math.max(0, all.length - mostStations.vineyards),
    }))
  // One request measures all drives that the page shows.
  const rows = shown.flatMap((group) => group.rows)
  const roads = await measure(rows.flatMap(({ station, vineyard }) => [station, vineyard]))
  const ways = new Map(
    rows.map(({ station, vineyard }, n) => [
      vineyard.id,
      describeGettingHere([{ ...station, road: roads[2 * n]?.[2 * n + 1] }], blurOf(vineyard)).stations[0]
        ?.way,
    ]),
  )
  return shown.map(({ rows: named, ...group }) => ({
    ...group,
    vineyards: named.map(({ vineyard: { id, name } }) => ({ id, name, way: ways.get(id) })),
  }))
}

let largeCities: (Position & { name: string })[] | undefined

function nearestCity({ position, slug }: VineyardTown) {
  if (!position) return null
  largeCities ??= gazetteer().largest(cityPeople)
  const others = largeCities.filter(({ name }) => locationSlug(name) !== slug)
  return nearestFirst(others, position, (city) => city)[0] ?? null
}

/**
 * Returns the county's other towns, nearest first. For the county's own page, returns all towns, those with most vineyards first.
 */
function neighbouringTowns(county: County, towns: VineyardTown[], here: VineyardTown | null): Neighbour[] {
  const others = towns.filter(({ slug }) => slug !== here?.slug)
  const sorted = here ? nearestFirst(others, here.position, ({ position }) => position) : others
  return sorted.slice(0, here ? mostNeighbours : towns.length).map(({ slug, name, vineyards }) => ({
    to: pathOfLocation({ county: county.slug, town: slug }),
    name,
    vineyards: vineyards.length,
  }))
}

function neighbouringCounties(county: County, counties: County[]): Neighbour[] {
  const others = counties.filter(({ slug }) => slug !== county.slug)
  return nearestFirst(others, county.centre, ({ centre }) => centre)
    .slice(0, mostNeighbours)
    .map(({ slug, name, vineyards }) => ({
      to: pathOfLocation({ county: slug, town: null }),
      name,
      vineyards,
    }))
}

/** Sorts things by distance from the origin; things without a position come last. Without an origin, keeps the order. */
function nearestFirst<Thing>(
  things: Thing[],
  origin: Position | null,
  positionOf: (thing: Thing) => Position | null,
): Thing[] {
  if (!origin) return things
  const distance = (thing: Thing) => {
    const position = positionOf(thing)
    return position ? kilometresBetween(position, origin) : Number.MAX_VALUE
  }
  return things.toSorted((a, b) => distance(a) - distance(b))
}
