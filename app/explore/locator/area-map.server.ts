import type { Position } from '../../catalogue/vineyards/position.ts'
import { boxAround, type Label } from './labels.ts'
import { drawLand } from './land.server.ts'
import { boundsOf } from './outline.ts'

/** A drawn map of an area: the land and rivers as SVG path data, labelled towns, and a dot for each position. */
export type AreaMap = {
  width: number
  height: number
  land: string
  rivers: string
  labels: Label[]
  dots: { x: number; y: number }[]
  scale: { width: number; text: string }
}

const [width, height] = [360, 270]
/** The space around the dots, in units of the drawing. The scale fits into it. */
const margin = 34
/** Metres per unit of the smallest and the largest area, which are 36 and 900 km wide */
const [finest, coarsest] = [100, 2500]
const metresPerDegree = 111_320
const metresPerMile = 1609.344

/**
 * Draws the area of these positions; null if there are none. Labels keep clear of the dots, whose radius is
 * `dotRadius`.
 */
export function drawAreaMap(positions: Position[], dotRadius = 6): AreaMap | null {
  if (positions.length === 0) return null
  const { left, right, top, bottom } = boundsOf(
    positions.flatMap(({ latitude, longitude }) => [longitude, latitude]),
  )
  const centre = { latitude: (top + bottom) / 2, longitude: (left + right) / 2 }
  const across = (right - left) * Math.cos((centre.latitude * Math.PI) / 180) * metresPerDegree
  const up = (bottom - top) * metresPerDegree
  const needed = Math.max(across / (width - 2 * margin), up / (height - 2 * margin))
  const metresPerUnit = Math.min(Math.max(needed, finest), coarsest)
  const scale = scaleFor(metresPerUnit)

  const { land, rivers, labels, toPoint } = drawLand(
    centre,
    { x: width / 2, y: height / 2, isArea: true },
    { width, height, metresPerUnit },
    (pointOf) => [
      ...positions.map(pointOf).map((point) => boxAround(point, dotRadius)),
      { left: 0, top: height - 32, right: scale.width + 18, bottom: height },
    ],
  )
  const dots = positions.map(toPoint).map(({ x, y }) => ({ x: Math.round(x), y: Math.round(y) }))
  return { width, height, land, rivers, labels, dots, scale }
}

/** Returns the scale's length: the longest round distance that takes at most a third of the width. */
function scaleFor(metresPerUnit: number): AreaMap['scale'] {
  const widthOfMiles = (miles: number) => Math.round((miles * metresPerMile) / metresPerUnit)
  const miles = [100, 50, 20, 10, 5].find((each) => widthOfMiles(each) <= width / 3) ?? 5
  return { width: widthOfMiles(miles), text: `${miles} miles` }
}
