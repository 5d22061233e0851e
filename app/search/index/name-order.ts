/**
 * The numbers of the things whose keys would stand from one place to another if all were put in order of their keys,
 * equal ones as they came. Only so much is put in order as that stretch needs.
 */
export function stretchInOrder(keys: Float64Array, from: number, to: number): Uint32Array {
  const order = withLowKeys(keys, to)
  const isBefore = (a: number, b: number) => {
    const one = keys[a] ?? 0
    const other = keys[b] ?? 0
    return one < other || (one === other && a < b)
  }
  moveFirst(order, from, isBefore)
  const rest = order.subarray(from)
  moveFirst(rest, to - from, isBefore)
  return rest.subarray(0, Math.max(0, to - from)).sort((a, b) => (isBefore(a, b) ? -1 : 1))
}

/** How many keys tell about where the others lie. */
const drawn = 1024

/** The numbers of the `count` lowest keys among some others, as they came. */
function withLowKeys(keys: Float64Array, count: number): Uint32Array {
  const most = highestOf(keys, count)
  let size = 0
  for (let n = 0; n < keys.length; n++) size += (keys[n] ?? 0) <= most ? 1 : 0
  // The keys that were drawn may have been no likeness of the others.
  if (size < Math.min(count, keys.length)) return Uint32Array.from(keys, (_, n) => n)
  // Counted before, as room for all of them with each search keeps the collector of garbage busy.
  const low = new Uint32Array(size)
  for (let n = 0, at = 0; at < size; n++) if ((keys[n] ?? 0) <= most) low[at++] = n
  return low
}

/** A key below which `count` of them lie as good as certainly, by looking at one in many. */
function highestOf(keys: Float64Array, count: number): number {
  const step = Math.floor(keys.length / drawn)
  if (step < 2) return Number.POSITIVE_INFINITY
  const sample = new Float64Array(drawn)
  for (let n = 0; n < drawn; n++) sample[n] = keys[n * step] ?? 0
  sample.sort()
  return sample[Math.ceil((count / keys.length) * drawn) * 2 + 10] ?? Number.POSITIVE_INFINITY
}

/** Moves the first `count` to the front, in no order among themselves (Hoare's selection). */
function moveFirst(order: Uint32Array, count: number, isBefore: (a: number, b: number) => boolean): void {
  if (count <= 0) return
  let [left, right] = [0, order.length - 1]
  while (left < right && count < order.length) {
    const pivot = order[(left + right) >> 1] ?? 0
    let [up, down] = [left, right]
    while (up <= down) {
      while (isBefore(order[up] ?? 0, pivot)) up++
      while (isBefore(pivot, order[down] ?? 0)) down--
      if (up > down) break
      const moved = order[up] ?? 0
      order[up++] = order[down] ?? 0
      order[down--] = moved
    }
    if (count - 1 <= down) right = down
    else if (count - 1 >= up) left = up
    else return
  }
}
