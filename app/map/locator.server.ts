import coast from '../../basemap/coast.json' with { type: 'json' }
import gazetteer from '../../basemap/towns.json' with { type: 'json' }
import type { Position } from '../vineyards/position.ts'
import { covered, frame, type Locator, tip } from './locator.ts'
import { placeLabels, type LabelledTown } from './map-labels.ts'
import { areaOf, type Box, boundsOf, clipRing, overlaps, pathOf, type Ring, simplifyRing } from './outline.ts'

const metresPerDegree = 111_320
const mostLabels = 7
const longestPath = 2700

/** The coast and the towns in degrees, x east and y north, made from the files at the first picture. */
let country: { land: { ring: Ring; bounds: Box }[]; towns: LabelledTown[] } | undefined

/** Draws the country round a place, in about a millisecond. Any position is fine; far out at sea it is all sea. */
export function drawLocator({ latitude, longitude }: Position): Locator {
  country ??= readCountry()
  const north = frame.metresPerUnit / metresPerDegree
  const east = north / Math.cos((latitude * Math.PI) / 180)
  const toX = (lng: number) => (lng - longitude) / east + tip.x
  const toY = (lat: number) => (latitude - lat) / north + tip.y

  const spare = 6 // units beyond the picture, which hide the seam along the clipping edge
  const view: Box = {
    left: longitude - (tip.x + spare) * east,
    right: longitude + (frame.width - tip.x + spare) * east,
    top: latitude - (frame.height - tip.y + spare) * north,
    bottom: latitude + (tip.y + spare) * north,
  }

  const land = country.land
    .filter(({ bounds }) => overlaps(bounds, view))
    .map(({ ring }) => clipRing(ring, view).map((value, i) => (i % 2 ? toY(value) : toX(value))))

  const spots = country.towns
    .filter(({ x, y }) => x > view.left && x < view.right && y > view.top && y < view.bottom)
    .map((town) => ({ ...town, x: Math.round(toX(town.x)), y: Math.round(toY(town.y)) }))
  const room = { left: 4, top: 2, right: frame.width - 4, bottom: frame.height - 2 }

  return {
    latitude,
    longitude,
    land: drawLand(land, 0.35),
    labels: placeLabels(spots, room, { ...tip, taken: covered }, mostLabels),
  }
}

/** One path for all the land. Where the coast is all creeks and islets it is drawn coarser, to keep the page small. */
function drawLand(land: Ring[], tolerance: number): string {
  const rings = land
    .map((ring) => simplifyRing(ring, tolerance))
    .filter((ring) => areaOf(ring) > 4 * tolerance)
  const path = rings.map(pathOf).join('')
  return path.length > longestPath ? drawLand(rings, tolerance * 1.5) : path
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
