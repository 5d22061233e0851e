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

/** In degrees: x is longitude, y is latitude, so `top` is the south. */
const wanted: Box = { left: -13, top: 47, right: 9, bottom: 62 }
const home: Box = { left: -11, top: 49, right: 2.2, bottom: 61 }

/** Whole numbers in the file are ten-thousandths of a degree: about 11 metres north, 6 metres east. */
export const scale = 10_000

/** At 54.7° a degree of longitude is this much of a degree of latitude; without it coasts keep too many corners. */
const squeeze = Math.cos((54.7 * Math.PI) / 180)
const metres = 1 / 111_320

/** The limits of dragging the map. */
const wide: Box = { left: -32, top: 38, right: 25, bottom: 70 }

export type Coast = { source: string; licence: string; scale: number; rings: number[][] }

/** The land of the British Isles in detail, and of the nearby continent coarsely, as rings of integer steps. */
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

/** The same for the draggable map, which shows a wider and coarser area. */
export function buildLand(): Ring[] {
  return readLand().flatMap((ring) => {
    if (!overlaps(boundsOf(ring), wide)) return []
    return outlineOf(clipRing(ring, wide), isNear(ring) ? 85 : 1100)
  })
}

function isNear(ring: Ring): boolean {
  return overlaps(boundsOf(ring), home) && areaOf(ring) < 100
}

/** A ring simplified to `tolerance` metres, in integer steps. Empty for tiny islets. */
function outlineOf(ring: Ring, tolerance: number): Ring[] {
  const flat = ring.map((value, i) => (i % 2 ? value : value * squeeze))
  const simple = simplifyRing(flat, tolerance * metres)
  const islet = (tolerance < 100 ? 150 : 1500) * metres
  if (areaOf(simple) < islet ** 2) return []
  return [simple.map((value, i) => Math.round((i % 2 ? value : value / squeeze) * scale))]
}

/** Delta encoding: the first corner, then differences. */
function inSteps(ring: Ring): number[] {
  return ring.map((value, i) => (i < 2 ? value : value - ring[i - 2]!))
}

/** Every outer ring of the source. No inland sea is near. */
function readLand(): Ring[] {
  const file = createRequire(import.meta.url).resolve('@geo-maps/earth-coastlines-1m/map.geo.json')
  const world: { geometries: { coordinates: [number, number][][][] }[] } = JSON.parse(
    readFileSync(file, 'utf8'),
  )
  return world.geometries.flatMap(({ coordinates }) =>
    coordinates.map(([outer = []]) => outer.slice(0, -1).flat()),
  )
}
