import { hasPosition, type Position } from '../../vineyards/position.ts'

/** The positions of rows as points on a unit sphere, where comparing distances takes three products. */
export class PositionIndex {
  /** Three numbers for each row. */
  #points = new Float64Array(3 * 64)
  #distances = new Float64Array()

  set(row: number, position: { latitude: number | null; longitude: number | null }): void {
    if (this.#points.length < 3 * (row + 1)) {
      const larger = new Float64Array(6 * (row + 1))
      larger.set(this.#points)
      this.#points = larger
    }
    const point = hasPosition(position) ? pointOf(position) : [Number.NaN, Number.NaN, Number.NaN]
    this.#points.set(point, 3 * row)
  }

  /**
   * For each of these rows a number that grows with its distance, infinity where the position is unknown. The array is
   * reused by the next call.
   */
  distances(rows: Int32Array, from: Position): Float64Array {
    const [x, y, z] = pointOf(from)
    if (this.#distances.length < rows.length) this.#distances = new Float64Array(rows.length * 2)
    const distances = this.#distances.subarray(0, rows.length)
    const points = this.#points
    for (let n = 0; n < rows.length; n++) {
      const at = 3 * (rows[n] ?? 0)
      const dx = (points[at] ?? 0) - x
      const dy = (points[at + 1] ?? 0) - y
      const dz = (points[at + 2] ?? 0) - z
      const squared = dx * dx + dy * dy + dz * dz
      distances[n] = squared >= 0 ? squared : Number.POSITIVE_INFINITY
    }
    return distances
  }
}

function pointOf({ latitude, longitude }: Position): [number, number, number] {
  const [lat, lng] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180]
  return [Math.cos(lat) * Math.cos(lng), Math.cos(lat) * Math.sin(lng), Math.sin(lat)]
}

/**
 * The indexes of `keys` that a stable sort would put between `from` and `to`. Sorts only that page: at 100,000
 * vineyards a full sort takes twice as long.
 */
export function sortedPage(keys: Float64Array, from: number, to: number): Uint32Array {
  const indexes = indexesOfLowKeys(keys, to)
  const isBefore = (a: number, b: number) => {
    const [first, second] = [keys[a] ?? 0, keys[b] ?? 0]
    return first < second || (first === second && a < b)
  }
  selectFirst(indexes, from, isBefore)
  const rest = indexes.subarray(from)
  selectFirst(rest, to - from, isBefore)
  return rest.subarray(0, Math.max(0, to - from)).sort((a, b) => (isBefore(a, b) ? -1 : 1))
}

const sampleSize = 1024

/** The indexes, in order, of at least the `count` lowest keys. */
function indexesOfLowKeys(keys: Float64Array, count: number): Uint32Array {
  const limit = estimateLimit(keys, count)
  let size = 0
  for (let n = 0; n < keys.length; n++) size += (keys[n] ?? 0) <= limit ? 1 : 0
  // The sample was not representative.
  if (size < Math.min(count, keys.length)) return Uint32Array.from(keys, (_, n) => n)
  // Counted first: an array as long as `keys` for each search keeps the garbage collector busy.
  const low = new Uint32Array(size)
  for (let n = 0, at = 0; at < size; n++) if ((keys[n] ?? 0) <= limit) low[at++] = n
  return low
}

/** A key that very probably has `count` keys below it, estimated from a sample. */
function estimateLimit(keys: Float64Array, count: number): number {
  const step = Math.floor(keys.length / sampleSize)
  if (step < 2) return Number.POSITIVE_INFINITY
  const sample = new Float64Array(sampleSize)
  for (let n = 0; n < sampleSize; n++) sample[n] = keys[n * step] ?? 0
  sample.sort()
  return sample[Math.ceil((count / keys.length) * sampleSize) * 2 + 10] ?? Number.POSITIVE_INFINITY
}

/** Moves the first `count` to the front, unsorted (Hoare's quickselect). */
function selectFirst(indexes: Uint32Array, count: number, isBefore: (a: number, b: number) => boolean): void {
  if (count <= 0) return
  let [left, right] = [0, indexes.length - 1]
  while (left < right && count < indexes.length) {
    const pivot = indexes[(left + right) >> 1] ?? 0
    let [up, down] = [left, right]
    while (up <= down) {
      while (isBefore(indexes[up] ?? 0, pivot)) up++
      while (isBefore(pivot, indexes[down] ?? 0)) down--
      if (up > down) break
      const moved = indexes[up] ?? 0
      indexes[up++] = indexes[down] ?? 0
      indexes[down--] = moved
    }
    if (count - 1 <= down) right = down
    else if (count - 1 >= up) left = up
    else return
  }
}
