import coast from '../../../basemap/coast.json'
import gazetteer from '../../../basemap/towns.json'
import type { Position } from '../../catalogue/vineyards/position.ts'
import { type Label, type LabelledTown, placeLabels } from './labels.ts'
import { covered, frame, type Locator, tip } from './locator.ts'
import { areaOf, type Box, boundsOf, clipRing, overlaps, pathOf, type Ring, simplifyRing } from './outline.ts'

const metresPerDegree = 111_320
const mostLabels = 7
const longestPath = 2700

/** The coast and the towns, in degrees (x east, y north). They are read on first use. */
let country: { land: { ring: Ring; bounds: Box }[]; towns: LabelledTown[] } | undefined

/** Draws a small map around any position, in about a millisecond. */
export function drawLocator({ latitude, longitude }: Position): Locator {
  const { land, labels } = drawLand({ latitude, longitude }, tip, frame, () => covered)
  return { latitude, longitude, land, labels }
}

type Point = { x: number; y: number }

/** Draws the land and towns of a frame that shows the position at `at`. `coveredBy` returns boxes that labels must avoid. */
export function drawLand(
  { latitude, longitude }: Position,
  at: Point & { isArea?: boolean },
  shape: { width: number; height: number; metresPerUnit: number },
  coveredBy: (toPoint: (position: Position) => Point) => Box[],
): { land: string; labels: Label[]; toPoint: (position: Position) => Point } {
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

  const land = country.land
    .filter(({ bounds }) => overlaps(bounds, view))
    .map(({ ring }) => clipRing(ring, view).map((value, i) => (i % 2 ? toY(value) : toX(value))))

  const towns = country.towns
    .filter(({ x, y }) => x > view.left && x < view.right && y > view.top && y < view.bottom)
    .map((town) => ({ ...town, x: Math.round(toX(town.x)), y: Math.round(toY(town.y)) }))
  const area = { left: 4, top: 2, right: shape.width - 4, bottom: shape.height - 2 }

  return {
    land: pathOfLand(land, 0.35),
    labels: placeLabels(towns, area, { ...at, taken: coveredBy(toPoint) }, mostLabels),
    toPoint,
  }
}

/** One path for all land. A ragged coast is simplified further, to keep the page small. */
function pathOfLand(land: Ring[], tolerance: number): string {
  const rings = land
    .map((ring) => simplifyRing(ring, tolerance))
    .filter((ring) => areaOf(ring) > 4 * tolerance)
  const path = rings.map(pathOf).join('')
  return path.length > longestPath ? pathOfLand(rings, tolerance * 1.5) : path
}

function readCountry() {
  const land = coast.rings.map((steps) => {
    const ring: Ring = []
    for (const [i, step] of steps.entries()) ring.push(i < 2 ? step : step + ring[i - 2]!)
    const degrees = ring.map((value) => value / coast.scale)
    return { ring: degrees, bounds: boundsOf(degrees) }
  })
  const rows = gazetteer.towns as [string, number, number, number][]
  return { land, towns: rows.map(([name, y, x, population]) => ({ name, x, y, population })) }
}
