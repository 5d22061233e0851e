/**
 * The numbers of the things whose keys would stand from one place to another if all were put in order of their keys,
 * equal ones as they came. Only so much is put in order as that stretch needs.
 */
export function stretchInOrder(keys: Float64Array, from: number, to: number): Uint32Array {
  const order = new Uint32Array(keys.length)
  for (let n = 0; n < order.length; n++) order[n] = n
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
