import coast from '../../../basemap/coast.json'
import railway from '../../../basemap/stations.json'
import gazetteer from '../../../basemap/towns.json'
import water from '../../../basemap/water.json'
import type { Position } from '../../catalogue/vineyards/position.ts'
import { type Label, placeLabels } from './labels.ts'
import {
  areaOf,
  type Box,
  boundsOf,
  clipRing,
  overlaps,
  pathOf,
  type Ring,
  simplifyLine,
  simplifyRing,
} from './outline.ts'

const metresPerDegree = 111_320
const mostLabels = 7
/** A map shows at most this many stations outside towns, within this distance (in degrees of latitude) of the position. */
const [mostStations, nearStation] = [2, 0.13]
const longestPath = 2700

/** The coast, lakes, rivers, towns and stations, in degrees (x east, y north). They are read on first use. */
let country: ReturnType<typeof readCountry> | undefined

type Point = { x: number; y: number }

/**
 * Draws the land, rivers and towns of a map that shows the position at `at`. `coveredBy` returns boxes that labels must
 * avoid.
 */
export function drawLand(
  { latitude, longitude }: Position,
  at: Point & { isArea?: boolean },
  shape: { width: number; height: number; metresPerUnit: number },
  coveredBy: (toPoint: (position: Position) => Point) => Box[],
): { land: string; rivers: string; labels: Label[]; toPoint: (position: Position) => Point } {
  country ??= readCountry()
  const north = shape.metresPerUnit / metresPerDegree
  const east = north / Math.cos((latitude * Math.PI) / 180)
  const toX = (lng: number) => (lng - longitude) / east + at.x
  const toY = (lat: number) => (latitude - lat) / north + at.y
  const toPoint = (position: Position) => ({ x: toX(position.longitude), y: toY(position.latitude) })

  const spare = 6 // units beyond the picture, which hide the clipping edge
  const view: Box = {
    left: longitude - (at.x + spare) * east,
    right: longitude + (shape.width - at.x + spare) * east,
    top: latitude - (shape.height - at.y + spare) * north,
    bottom: latitude + (at.y + spare) * north,
  }

  const toPoints = (value: number, i: number) => (i % 2 ? toY(value) : toX(value))
  const land = country.land
    .filter(({ bounds }) => overlaps(bounds, view))
    .map(({ ring }) => clipRing(ring, view).map(toPoints))
  const rivers = country.rivers
    .filter(({ bounds }) => overlaps(bounds, view))
    .flatMap(({ ring }) => partsInside(ring, view))
    .map((line) => simplifyLine(line.map(toPoints), 1))

  const distance = ({ x, y }: { x: number; y: number }) =>
    Math.hypot(((x - longitude) * north) / east, y - latitude)
  const stations = at.isArea
    ? []
    : country.stations
        .filter((station) => distance(station) < nearStation)
        .toSorted((a, b) => distance(a) - distance(b))
        .slice(0, mostStations)
  const towns = [...country.towns, ...stations]
    .filter(({ x, y }) => x > view.left && x < view.right && y > view.top && y < view.bottom)
    .map((town) => ({ ...town, x: Math.round(toX(town.x)), y: Math.round(toY(town.y)) }))
  const area = { left: 4, top: 2, right: shape.width - 4, bottom: shape.height - 2 }

  return {
    land: pathOfLand(land, 0.35),
    rivers: rivers.map((line) => pathOf(line, 'open')).join(''),
    labels: placeLabels(towns, area, { ...at, taken: coveredBy(toPoint) }, mostLabels + stations.length),
    toPoint,
  }
}

/** Returns one path for all land. A ragged coast is simplified further, to keep the page small. */
function pathOfLand(land: Ring[], tolerance: number): string {
  const rings = land
    .map((ring) => simplifyRing(ring, tolerance))
    .filter((ring) => areaOf(ring) > 4 * tolerance)
  const path = rings.map((ring) => pathOf(ring)).join('')
  return path.length > longestPath ? pathOfLand(rings, tolerance * 1.5) : path
}

/** Returns the parts of a line inside a box. Each part also has the corner just before and the corner just after it. */
function partsInside(line: Ring, { left, right, top, bottom }: Box): Ring[] {
  const isInside = (i: number) =>
    line[i]! > left && line[i]! < right && line[i + 1]! > top && line[i + 1]! < bottom
  const parts: Ring[] = []
  for (let i = 0; i < line.length; i += 2) {
    if (!isInside(i)) continue
    const first = Math.max(i - 2, 0)
    while (i < line.length && isInside(i)) i += 2
    parts.push(line.slice(first, i + 2))
  }
  return parts
}

/** A near station is as useful as a town of this size, so its name comes before the names of small towns farther away. */
const asTown = 60_000

function readCountry() {
  const [land, lakes, rivers] = [
    coast.rings.map((steps) => readLine(steps, coast.scale)),
    water.lakes.map((steps) => readLine(steps, water.scale)),
    water.rivers.map(([, ...steps]) => readLine(steps, water.scale)),
  ]
  const rows = railway.stations as [string, number, number, number][]
  const stations = rows.map(([name, y, x, isNamed]) => ({ name, x, y, isNamed: isNamed === 1 }))
  const called = (name: string) => name.slice(0, 4)
  const namesakes = Map.groupBy(
    stations.filter(({ isNamed }) => isNamed),
    ({ name }) => called(name),
  )
  const towns = (gazetteer.towns as [string, number, number, number][]).map(([name, y, x, population]) => {
    const hasStation = namesakes
      .get(called(name))
      ?.some((station) => station.name.startsWith(name) && Math.hypot(station.x - x, station.y - y) < 0.05)
    return { name, x, y, population, ...(hasStation && { has_station: true }) }
  })
  return {
    // A lake is a hole in the land, because the path is filled by the even-odd rule.
    land: [...land, ...lakes],
    rivers,
    towns,
    stations: stations
      .filter(({ isNamed }) => !isNamed)
      .map(({ name, x, y }) => ({ name, x, y, population: asTown, has_station: true })),
  }
}

function readLine(steps: number[], scale: number): { ring: Ring; bounds: Box } {
  const line: Ring = []
  for (const [i, step] of steps.entries()) line.push(i < 2 ? step : step + line[i - 2]!)
  const ring = line.map((value) => value / scale)
  return { ring, bounds: boundsOf(ring) }
}
