import { gazetteer, type Town, townKey } from '../../catalogue/locations/gazetteer.server.ts'
import { findPostcode } from '../../catalogue/locations/postcode.server.ts'
import { readPostcode } from '../../catalogue/locations/postcode.ts'
import { findStation } from '../../catalogue/stations/station.server.ts'
import { stationName } from '../../catalogue/stations/station.ts'
import { attempt } from '../../platform/attempt.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import type { Log } from '../../platform/log.server.ts'
import type { Position } from '../../catalogue/vineyards/position.ts'
import { locationOf } from '../../catalogue/vineyards/vineyard.ts'
import { formatPosition, paramsNear, locationTyped, readVisitorPosition, type Near } from './near.ts'
import { readViewParams, type SearchQuery, type ViewParams } from './search-url.ts'

/** A position within this many kilometres of a town is labelled with the town's name. */
const labelDistance = 25
const maxNameLength = 100
const maxChoices = 3

/** Locations that the search term may mean, and a hint if the term looks like an unknown postcode */
export type LocationChoices = { locations: Near[]; hint: string | null }

type SearchLocation = {
  near: Near | null
  /** The URL parameters of the location, tidied; empty if there is no such location */
  params: Pick<ViewParams, 'near' | 'lat' | 'lng'>
  corrections: string[]
}

const noLocation: SearchLocation = { near: null, params: {}, corrections: [] }

/** Returns the location in the URL, and the locations that the search term may mean. Logs database errors. */
export async function readSearchLocation(
  sql: Queryable,
  log: Log,
  params: URLSearchParams,
  search: string,
): Promise<{
  location: Pick<SearchQuery, 'near' | 'viewParams'>
  locationChoices: LocationChoices
  corrections: string[]
}> {
  const read = await attempt(log, 'The location of a search could not be looked up', () =>
    Promise.all([readNear(sql, params), findChoices(sql, search)]),
  )
  const [location, locationChoices] = read.ok ? read.value : [noLocation, { locations: [], hint: null }]
  const { near: _near, lat: _lat, lng: _lng, ...others } = readViewParams(params)
  return {
    location: { near: location.near, viewParams: { ...location.params, ...others } },
    locationChoices,
    corrections: location.corrections,
  }
}

/**
 * Reads the location in the URL. A position overrides a name. The site makes the label, so that a link cannot put its own text
 * on the page.
 */
async function readNear(sql: Queryable, params: URLSearchParams): Promise<SearchLocation> {
  const name = readName(params)
  const position = readVisitorPosition(params)
  if (typeof position === 'object') return locationAt(sql, position, name)

  const corrections =
    position === 'invalid' ? ['That isn’t a valid position on the map, so it was left out.'] : []
  if (name === '') return { ...noLocation, corrections }
  const location = await locationCalled(sql, name)
  return { ...location, corrections: [...corrections, ...location.corrections] }
}

function readName(params: URLSearchParams): string {
  const text = (params.get('near') ?? '').normalize('NFC').replace(/\p{Cc}/gu, ' ')
  return text.trim().slice(0, maxNameLength).trim()
}

async function locationAt(sql: Queryable, position: Position, name: string): Promise<SearchLocation> {
  const named = readPostcode(name)?.label ?? gazetteer().find(name)[0]?.title
  const known = named ?? (await findVillage(sql, name))?.label ?? (await findNearStation(sql, name))?.label
  const label = known ?? gazetteer().nearest(position, labelDistance)?.title ?? formatPosition(position)
  const [lat, lng] = [String(position.latitude), String(position.longitude)]
  return {
    near: { ...position, label },
    params: { ...(known ? { near: known } : {}), lat, lng },
    corrections: [],
  }
}

async function locationCalled(sql: Queryable, name: string): Promise<SearchLocation> {
  const { locations, corrections, hint } = await findNamed(sql, name)
  const [named] = locations
  const isUnknown = !named && hint === null
  const unknown = `We don’t know a place called “${name}”, so it was left out. Try a town or postcode nearby.`
  const near =
    named ?? (isUnknown ? ((await findVillage(sql, name)) ?? (await findNearStation(sql, name))) : undefined)
  return near
    ? { near, params: paramsNear(near), corrections }
    : { ...noLocation, corrections: [hint ?? unknown] }
}

/**
 * Returns the postcode or the towns that a text names, the most populous first. `corrections` are sentences about the choice,
 * `hint` a sentence about an unknown postcode.
 */
async function findNamed(sql: Queryable, text: string): Promise<LocationChoices & { corrections: string[] }> {
  const postcode = readPostcode(text)
  if (!postcode) {
    const towns = gazetteer().find(text)
    const [first, second] = towns
    const ambiguous = first && `There is more than one ${first.name}. These results are for ${first.label}.`
    return {
      locations: towns.slice(0, maxChoices).map(nearTown),
      corrections: ambiguous && second ? [ambiguous] : [],
      hint: null,
    }
  }
  const known = await findPostcode(sql, postcode)
  if (!known) return { locations: [], corrections: [], hint: unknownPostcodeHint(postcode) }
  const outcode = `We don’t know the postcode ${postcode.label}, so these results are for ${known.label}.`
  return { locations: [known], corrections: known.label === postcode.label ? [] : [outcode], hint: null }
}

/** Returns the railway station that a text names, such as 'Canterbury West' or 'Lewes station'. */
async function findNearStation(sql: Queryable, text: string): Promise<Near | undefined> {
  const station = text === '' ? undefined : await findStation(sql, text)
  return station && { label: stationName(station), latitude: station.latitude, longitude: station.longitude }
}

/** Returns the middle of the vineyards in a town or village that is not in the gazetteer, labelled like 'Firle, East Sussex'. */
async function findVillage(sql: Queryable, name: string): Promise<Near | undefined> {
  const wanted = townKey(name)
  if (wanted === '') return undefined
  const villages = await sql<(Position & { city: string; region: string | null })[]>`
    select city, region, avg(latitude)::float8 as latitude, avg(longitude)::float8 as longitude from vineyards
    where is_visible and city <> '' and latitude <> 0 and longitude <> 0
    group by city, region order by count(*) desc, city, region`
  const found = villages.find((village) => [village.city, locationOf(village)].map(townKey).includes(wanted))
  return found && { latitude: found.latitude, longitude: found.longitude, label: locationOf(found) }
}

function nearTown({ title, latitude, longitude }: Town): Near {
  return { label: title, latitude, longitude }
}

export function unknownPostcodeHint({ label }: { label: string }): string {
  return `We don’t know the postcode ${label}. Try the name of a town nearby.`
}

/** Returns the locations that a text may name, the most populous first. */
async function findChoices(sql: Queryable, typed: string): Promise<LocationChoices> {
  const search = locationTyped(typed)
  const { locations, hint } = await findNamed(sql, search)
  const station = locations.length === 0 && hint === null ? await findNearStation(sql, search) : undefined
  return { locations: station ? [station] : locations, hint }
}

/** Returns the locations that one of these texts names, the most populous first, and sentences about the choice. */
export async function findLocations(
  sql: Queryable,
  texts: readonly string[],
): Promise<{ locations: Near[]; corrections: string[] }> {
  for (const text of texts) {
    const { locations, corrections } = await findNamed(sql, text)
    if (locations.length > 0) return { locations, corrections }
  }
  const alike = texts.values().map((text) => gazetteer().findAlike(text))
  const towns = alike.find(({ length }) => length > 0) ?? []
  return { locations: towns.slice(0, maxChoices).map(nearTown), corrections: [] }
}
