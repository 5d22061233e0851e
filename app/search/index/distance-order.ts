import { earthRadius, type Position } from '../../vineyards/position.ts'

/** A position as a point on a unit sphere, where comparing distances takes three products. */
type Point = readonly [x: number, y: number, z: number]

/** `point` is null if the position is unknown. */
export type Located = { point: Point | null }

export function pointOf({ latitude, longitude }: Position): Point {
  const [lat, lng] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(lat) * Math.cos(lng), Math.cos(lat) * Math.sin(lng), Math.sin(lat)]
}

/** Farther than any position: the square of a straight line through the unit sphere is at most 4. */
const unknownDistance = 5
/** More than any distance, so that the distances of one group are below those of the next. */
const groupStep = 8

/**
 * One page of these rows in groups, each nearest first: those within so many kilometres by rank, then the same farther away,
 * where those without a position come last in their given order. Ranks count from 0; `groups` counts the rows of each group.
 */
export function nearest(
  { rows, entries }: { rows: readonly number[]; entries: readonly Located[] },
  near: Position,
  { kilometres, ranks, rankOf }: { kilometres: number; ranks: number; rankOf: (row: number) => number },
  from: number,
  to: number,
): { rows: number[]; groups: number[] } {
  const [x, y, z] = pointOf(near)
  // The square of the straight line between two points of the unit sphere.
  const limit = 4 * Math.sin(kilometres / earthRadius / 2) ** 2
  const keys = new Float64Array(rows.length)
  const groups = Array.from({ length: 2 * ranks }, () => 0)
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n] ?? 0
    const point = entries[row]?.point
    const distance = point ? (point[0] - x) ** 2 + (point[1] - y) ** 2 + (point[2] - z) ** 2 : unknownDistance
    const group = (distance <= limit ? 0 : ranks) + rankOf(row)
    groups[group] = (groups[group] ?? 0) + 1
    keys[n] = group * groupStep + distance
  }
  return { rows: sortedPage(keys, from, to).map((n) => rows[n] ?? 0), groups }
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
