import {
  areaOf,
  type Box,
  boundsOf,
  clipRing,
  overlaps,
  pathOf,
  type Ring,
  simplifyRing,
} from '../app/explore/locator/outline.ts'
import { home, outlineSize } from '../app/explore/map/map-zooms.ts'
import { inSquare, worldAt } from '../app/explore/map/still-map.ts'
import { scale } from './coast.ts'

/** Returns the box around the centre that is `more` pixels larger than the outline on every side. */
function boxOf(more: number): Box {
  const [right, bottom] = [outlineSize.width / 2 + more, outlineSize.height / 2 + more]
  return { left: -right, top: -bottom, right, bottom }
}
const frame = boxOf(0)
/** The box at which land is cut off. It is out of sight. */
const beyond = boxOf(4)
const world = worldAt(home.zoom)
const middle = inSquare(home.longitude, home.latitude)

/** The colours of the land and of its edge. The tokens are `vine-wash`, and a mix of `far` and `ink-soft`. */
const colours = { light: ['#e2efd6', '#6f8b7a'], dark: ['#1e3222', '#7b9182'] } as const

/** Returns the land of the first view as an SVG file, which the page shows until the tiles have loaded. */
export function drawOutline(land: Ring[]): string {
  const rings = land
    .map((ring) => ring.flatMap((value, i) => (i % 2 ? [] : inPixels(value, ring[i + 1]!))))
    .filter((ring) => overlaps(boundsOf(ring), frame))
    // The outline is fine enough for a map that is enlarged sixteen times.
    .map((ring) => simplifyRing(clipRing(ring, beyond), 1.2))
    .filter((ring) => ring.length > 0 && areaOf(ring) > 6)
  const { width, height } = outlineSize
  const style = ([fill, stroke]: readonly [string, string]) => `path{fill:${fill};stroke:${stroke}}`
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${frame.left} ${frame.top} ${width} ${height}">`,
    `<style>${style(colours.light)}@media(prefers-color-scheme:dark){${style(colours.dark)}}</style>`,
    `<path stroke-width=".8" vector-effect="non-scaling-stroke" stroke-linejoin="round" d="${rings.map((ring) => pathOf(ring)).join('')}"/></svg>\n`,
  ].join('')
}

function inPixels(longitude: number, latitude: number): [number, number] {
  const { x, y } = inSquare(longitude / scale, latitude / scale)
  return [(x - middle.x) * world, (y - middle.y) * world]
}
