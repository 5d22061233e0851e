import { earthRadius, type Position } from '../../vineyards/position.ts'

/** A position as a point on a unit sphere, where comparing distances takes three products. */
type Point = readonly [x: number, y: number, z: number]

/** `point` is null if the position is unknown. */
export type Located = { point: Point | null }

export function pointOf({ latitude, longitude }: Position): Point {
  const [lat, lng] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(lat) * Math.cos(lng), Math.cos(lat) * Math.sin(lng), Math.sin(lat)]
}

/**
 * One page of these rows, nearest first. Those without a position come last, in their given order. `within` counts those of
 * all pages within so many kilometres.
 */
export function nearest(
  { rows, entries }: { rows: readonly number[]; entries: readonly Located[] },
  near: Position,
  kilometres: number,
  from: number,
  to: number,
): { rows: number[]; within: number } {
  const [x, y, z] = pointOf(near)
  const distances = new Float64Array(rows.length).fill(Number.POSITIVE_INFINITY)
  for (let n = 0; n < rows.length; n++) {
    const point = entries[rows[n] ?? 0]?.point
    if (point) distances[n] = (point[0] - x) ** 2 + (point[1] - y) ** 2 + (point[2] - z) ** 2
  }
  // The square of the straight line between two points of the unit sphere.
  const limit = 4 * Math.sin(kilometres / earthRadius / 2) ** 2
  let within = 0
  for (const distance of distances) if (distance <= limit) within++
  return { rows: sortedPage(distances, from, to).map((n) => rows[n] ?? 0), within }
}

/**
 * The indexes of `keys` that a stable sort would put between `from` and `to`. Sorts only the keys that can be on the
 * page: sorting 100,000 would take ten times as long as finding them.
 */
export function sortedPage(keys: Float64Array, from: number, to: number): number[] {
  const limit = estimateLimit(keys, to)
  let low: number[] = []
  for (let n = 0; n < keys.length; n++) if ((keys[n] ?? 0) <= limit) low.push(n)
  // The sample was not representative.
  if (low.length < to) low = [...keys.keys()]
  return low.sort((a, b) => compare(keys[a] ?? 0, keys[b] ?? 0) || a - b).slice(from, to)
}

/** Infinity minus infinity is no number, so the two are compared first. */
function compare(a: number, b: number): number {
  return a === b ? 0 : a - b
}

const sampleSize = 1024

/** A key that very probably has `count` keys below it, estimated from a sample. */
function estimateLimit(keys: Float64Array, count: number): number {
  const step = Math.floor(keys.length / sampleSize)
  if (step < 2) return Number.POSITIVE_INFINITY
  const sample = Float64Array.from({ length: sampleSize }, (_, n) => keys[n * step] ?? 0).sort()
  return sample[Math.ceil((count / keys.length) * sampleSize) * 2 + 10] ?? Number.POSITIVE_INFINITY
}
