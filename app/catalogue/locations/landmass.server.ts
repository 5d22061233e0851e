import coast from '../../../basemap/coast.json' with { type: 'json' }
import type { Position } from '../vineyards/position.ts'

/** A closed line of the coast, with its bounds. */
type Coast = { line: Float64Array; west: number; east: number; south: number; north: number }

/** Positions on islands that a bridge, a causeway or a dam joins to Great Britain. */
const joined: readonly (readonly [island: string, latitude: number, longitude: number])[] = [
  ['Portsea', 50.8, -1.09],
  ['Hayling', 50.79, -0.97],
  ['Canvey', 51.52, 0.58],
  ['Foulness', 51.6, 0.9],
  ['Sheppey', 51.4, 0.85],
  ['Anglesey', 53.26, -4.3],
  ['Holy Island of Anglesey', 53.309, -4.633],
  ['Walney', 54.1, -3.25],
  ['Lindisfarne', 55.68, -1.8],
  ['Skye', 57.3, -6.2],
]

/** Islands whose bounds cover fewer square degrees count as joined, because the file is too coarse to show a strait. */
const smallest = 0.0005

let lines: Float64Array[] | undefined

/** Returns the outlines of the land in degrees, each as flat coordinates: east, north, east, north, and so on. */
export function coastLines(): Float64Array[] {
  lines ??= coast.rings.map((steps) => {
    const line = new Float64Array(steps.length)
    for (const [i, step] of steps.entries()) line[i] = step + (i < 2 ? 0 : (line[i - 2] ?? 0))
    return line.map((value) => value / coast.scale)
  })
  return lines
}

let read: { coasts: Coast[]; landmasses: number[] } | undefined

/**
 * Returns the number of the landmass of a position, or null for a position in the sea. Great Britain and the islands that roads
 * join to it have one number, so that only a ferry leads from one number to another.
 */
export function landmassOf(position: Position): number | null {
  read ??= readCoasts()
  const index = indexAt(read.coasts, position)
  return index < 0 ? null : (read.landmasses[index] ?? null)
}

function readCoasts() {
  const coasts = coastLines().map((line): Coast => {
    const [lngs, lats] = [line.filter((_, i) => i % 2 === 0), line.filter((_, i) => i % 2 === 1)]
    const [west, east] = [lngs.reduce((a, b) => Math.min(a, b)), lngs.reduce((a, b) => Math.max(a, b))]
    const [south, north] = [lats.reduce((a, b) => Math.min(a, b)), lats.reduce((a, b) => Math.max(a, b))]
    return { line, west, east, south, north }
  })
  const mainland = indexAt(coasts, { latitude: 51.5, longitude: -0.13 })
  const bridged = new Set(joined.map(([, latitude, longitude]) => indexAt(coasts, { latitude, longitude })))
  const isJoined = ({ west, east, south, north }: Coast, n: number) =>
    bridged.has(n) || (east - west) * (north - south) < smallest
  return { coasts, landmasses: coasts.map((island, n) => (isJoined(island, n) ? mainland : n)) }
}

/** Returns the index of the coast around a position, or -1. A ray to the east crosses that coast an odd number of times. */
function indexAt(coasts: Coast[], { latitude, longitude }: Position): number {
  return coasts.findIndex(({ line, west, east, south, north }) => {
    if (longitude < west || longitude > east || latitude < south || latitude > north) return false
    let isInside = false
    for (let i = 0, j = line.length - 2; i < line.length; j = i, i += 2) {
      const [x, y, u, v] = [line[i]!, line[i + 1]!, line[j]!, line[j + 1]!]
      if (y > latitude !== v > latitude && longitude < x + ((u - x) * (latitude - y)) / (v - y))
        isInside = !isInside
    }
    return isInside
  })
}
