import coast from '../../basemap/coast.json'
import gazetteer from '../../basemap/towns.json'
import type { Position } from '../vineyards/position.ts'
import { covered, frame, type Locator, tip } from './locator.ts'
import { areaOf, type Box, boundsOf, clipRing, overlaps, pathOf, type Ring, simplifyRing } from './outline.ts'

const metresPerDegree = 111_320
const mostLabels = 7
const longestPath = 2700

/** The coast and towns in degrees, x east and y north, read on first use. */
let country: { land: { ring: Ring; bounds: Box }[]; towns: LabelledTown[] } | undefined

/** Draws a small map around any position, in about a millisecond. */
export function drawLocator({ latitude, longitude }: Position): Locator {
  const { land, labels } = drawLand({ latitude, longitude }, tip, frame, () => covered)
  return { latitude, longitude, land, labels }
}

type Point = { x: number; y: number }

/** Draws land and towns of a frame in which a position is at `at`. `coveredBy` returns the boxes that labels must avoid. */
export function drawLand(
  { latitude, longitude }: Position,
  at: Point & { isPlace?: boolean },
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

/** A town in units of the picture, x to the right and y down. */
export type LabelledTown = { name: string; x: number; y: number; population: number }

/** A labelled town: its name starts, ends or is centred at (textX, textY). */
export type Label = {
  name: string
  /** Null for the town of the marked place itself, where the pin is. */
  dot: { x: number; y: number } | null
  textX: number
  textY: number
  anchor: 'start' | 'middle' | 'end'
}

/** The marked place, or with `isPlace` false the middle of an area, and the boxes that labels must avoid. */
type Marked = { x: number; y: number; isPlace?: boolean; taken: Box[] }

export const textHeight = 13
const dotRadius = 3
const gap = 7
/** A town this close is the town of the marked place. */
const sameSpot = 9

/** Labels at most `most` towns within the area, large and near ones first, without overlaps. */
export function placeLabels(towns: LabelledTown[], area: Box, marked: Marked, most: number): Label[] {
  const distance = ({ x, y }: LabelledTown) => Math.hypot(x - marked.x, (y - marked.y) * 1.4)
  const isHere = (town: LabelledTown) => marked.isPlace !== false && distance(town) < sameSpot
  const usefulness = (town: LabelledTown) =>
    Math.log(town.population) - distance(town) / 70 + (isHere(town) ? 5 : 0)
  const occupied = [...marked.taken]
  const labels: Label[] = []
  const free = (box: Box) => isWithin(box, area) && !occupied.some((other) => overlaps(box, other))

  for (const town of towns.toSorted((a, b) => usefulness(b) - usefulness(a))) {
    if (labels.length === most) break
    if (isHere(town)) {
      const below = labelBelow(town.name, marked.x, marked.y)
      if (!free(below.box)) continue
      occupied.push(below.box)
      labels.push({ name: town.name, dot: null, ...below.text })
      continue
    }
    const point = boxAround(town.x, town.y, dotRadius)
    const option = free(point) && labelOptions(town).find(({ box }) => free(box))
    if (!option) continue
    occupied.push(point, option.box)
    labels.push({ name: town.name, dot: { x: town.x, y: town.y }, ...option.text })
  }
  return labels
}

function labelOptions({ name, x, y }: LabelledTown) {
  const width = widthOf(name)
  const line = Math.round(y + 4.5)
  return [
    { text: { textX: x + gap, textY: line, anchor: 'start' as const }, box: lineBox(x + gap, y - 8, width) },
    {
      text: { textX: x - gap, textY: line, anchor: 'end' as const },
      box: lineBox(x - gap - width, y - 8, width),
    },
    {
      text: { textX: x, textY: y - 7, anchor: 'middle' as const },
      box: lineBox(x - width / 2, y - 20, width),
    },
    labelBelow(name, x, y),
  ]
}

function labelBelow(name: string, x: number, y: number) {
  const width = widthOf(name)
  return {
    text: { textX: x, textY: y + 17, anchor: 'middle' as const },
    box: lineBox(x - width / 2, y + 4, width),
  }
}

function lineBox(left: number, top: number, width: number): Box {
  return { left: left - 2, top, right: left + width + 2, bottom: top + textHeight + 3 }
}

/** A generous estimate of a name's width in the device's sans-serif font at `textHeight`. */
export function widthOf(name: string): number {
  let ems = 0
  for (const character of name)
    ems += /[iljtf.,' -]/.test(character)
      ? 0.34
      : /[mwMW]/.test(character)
        ? 0.9
        : /[A-Z]/.test(character)
          ? 0.7
          : 0.59
  return ems * textHeight
}

function boxAround(x: number, y: number, radius: number): Box {
  return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }
}

function isWithin(inner: Box, outer: Box): boolean {
  return (
    inner.left >= outer.left &&
    inner.right <= outer.right &&
    inner.top >= outer.top &&
    inner.bottom <= outer.bottom
  )
}
