import { areaOf, type Box, boundsOf, clipRing, overlaps, pathOf, type Ring, simplifyRing } from '../app/map/outline.ts'
import { home } from '../app/search/map-pins.ts'
import { scale } from './coast.ts'
import { inSquare } from './tiles.ts'

/** In pixels from the centre: more than the widest box of the map. */
const frame: Box = { left: -640, top: -320, right: 640, bottom: 320 }
/** The width of the whole world in pixels at the zoom of the first picture. */
const world = 512 * 2 ** home.zoom
const middle = inSquare(home.longitude, home.latitude)

/** The land of the first picture as one path, in pixels from its centre. Shown until the tiles are there. */
export function buildOutline(land: Ring[]): { land: string } {
  const rings = land
    .map((ring) => ring.map((_, i) => (i % 2 ? null : inPixels(ring[i]!, ring[i + 1]!))).flatMap((at) => at ?? []))
    .filter((ring) => overlaps(boundsOf(ring), frame))
    .map((ring) => simplifyRing(clipRing(ring, frame), 3))
    .filter((ring) => ring.length > 0 && areaOf(ring) > 60)
  return { land: rings.map((ring) => pathOf(ring.map(Math.round))).join('') }
}

function inPixels(longitude: number, latitude: number): [number, number] {
  const { x, y } = inSquare(longitude / scale, latitude / scale)
  return [(x - middle.x) * world, (y - middle.y) * world]
}
