import {
  areaOf,
  type Box,
  boundsOf,
  clipRing,
  overlaps,
  pathOf,
  type Ring,
  simplifyRing,
} from '../app/map/outline.ts'
import { home } from '../app/search/map-pins.ts'
import { scale } from './coast.ts'
import { inSquare } from './tiles.ts'

/** In pixels from the centre: more than the widest box of the map. */
const frame: Box = { left: -640, top: -320, right: 640, bottom: 320 }
/** Where land is cut off, out of sight. */
const beyond: Box = { left: -644, top: -324, right: 644, bottom: 324 }
/** The width of the whole world in pixels at the zoom of the first picture. */
const world = 512 * 2 ** home.zoom
const middle = inSquare(home.longitude, home.latitude)

/** `vine-wash`, and `far` mixed with `ink-soft`, as of the tokens in light and dark. */
const colours = { light: ['#e2efd6', '#6f8b7a'], dark: ['#1e3222', '#7b9182'] } as const

/** The land of the first picture as an SVG file, around its centre. Shown until the tiles are there. */
export function drawOutline(land: Ring[]): string {
  const rings = land
    .map((ring) => ring.flatMap((value, i) => (i % 2 ? [] : inPixels(value, ring[i + 1]!))))
    .filter((ring) => overlaps(boundsOf(ring), frame))
    .map((ring) => simplifyRing(clipRing(ring, beyond), 1.2))
    .filter((ring) => ring.length > 0 && areaOf(ring) > 8)
  const [width, height] = [frame.right - frame.left, frame.bottom - frame.top]
  const style = ([fill, stroke]: readonly [string, string]) => `path{fill:${fill};stroke:${stroke}}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${frame.left} ${frame.top} ${width} ${height}">`,
    `<style>${style(colours.light)}@media(prefers-color-scheme:dark){${style(colours.dark)}}</style>`,
    `<path stroke-width=".8" stroke-linejoin="round" d="${rings.map((ring) => pathOf(ring.map(Math.round))).join('')}"/></svg>\n`,
  ].join('')
}

function inPixels(longitude: number, latitude: number): [number, number] {
  const { x, y } = inSquare(longitude / scale, latitude / scale)
  return [(x - middle.x) * world, (y - middle.y) * world]
}
