import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import {
  areaOf,
  boundsOf,
  type Box,
  clipRing,
  overlaps,
  type Ring,
  simplifyRing,
} from '../app/explore/locator/outline.ts'

/** A box in degrees. x is the longitude and y the latitude, so `top` is the southern edge. */
const wanted: Box = { left: -13, top: 47, right: 9, bottom: 62 }
const home: Box = { left: -11, top: 49, right: 2.2, bottom: 61 }

/** The file counts in ten-thousandths of a degree. Each is about 11 metres northwards and 6 metres eastwards. */
export const scale = 10_000

/**
 * The length of a degree of longitude at 54.7°, in degrees of latitude. Without this factor, coasts would have too many corners.
 */
const squeeze = Math.cos((54.7 * Math.PI) / 180)
const metres = 1 / 111_320

/** The box within which visitors can drag the map. */
const wide: Box = { left: -32, top: 38, right: 25, bottom: 70 }

export type Coast = { source: string; licence: string; scale: number; rings: number[][] }

/**
 * Returns the land as rings of integer steps: the British Isles in detail, and the nearby continent with few corners.
 */
export function buildCoast(): Coast {
  const rings = readLand().flatMap((ring) => {
    if (!overlaps(boundsOf(ring), wanted)) return []
    return outlineOf(clipRing(ring, wanted), isNear(ring) ? 85 : 550).map(inSteps)
  })
  return {
    source: 'OpenStreetMap contributors, through @geo-maps/earth-coastlines-1m',
    licence: 'ODbL-1.0',
    scale,
    rings: rings.sort((a, b) => b.length - a.length),
  }
}

/** Returns the land for the draggable map, which covers a wider area and has fewer corners on the continent. */
export function buildLand(): Ring[] {
  return readLand().flatMap((ring) => {
    if (!overlaps(boundsOf(ring), wide)) return []
    return outlineOf(clipRing(ring, wide), isNear(ring) ? 85 : 1100)
  })
}

function isNear(ring: Ring): boolean {
  return overlaps(boundsOf(ring), home) && areaOf(ring) < 100
}

/** Returns a ring simplified to `tolerance` metres, in integer steps. Returns no ring for a tiny islet. */
function outlineOf(ring: Ring, tolerance: number): Ring[] {
  const flat = ring.map((value, i) => (i % 2 ? value : value * squeeze))
  const simple = simplifyRing(flat, tolerance * metres)
  const islet = (tolerance < 100 ? 150 : 1500) * metres
  if (areaOf(simple) < islet ** 2) return []
  return [simple.map((value, i) => Math.round((i % 2 ? value : value / squeeze) * scale))]
}

/** Returns a ring in delta encoding: the first corner, and then how far each corner is from the previous corner. */
function inSteps(ring: Ring): number[] {
  return ring.map((value, i) => (i < 2 ? value : value - ring[i - 2]!))
}

/** Returns every outer ring of the source. Inner rings are left out, because there is no inland sea in this area. */
function readLand(): Ring[] {
  const file = createRequire(import.meta.url).resolve('@geo-maps/earth-coastlines-1m/map.geo.json')
  const world: { geometries: { coordinates: [number, number][][][] }[] } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  return world.geometries.flatMap(({ coordinates }) =>
    coordinates.map(([outer = []]) => outer.slice(0, -1).flat()),
  )
}
