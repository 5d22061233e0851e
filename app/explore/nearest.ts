import { hasPosition, kilometresBetween, type Position } from '../vineyards/position.ts'

/** A vineyard that was found; `distance` in kilometres from the place asked for, null where there is none. */
export type Hit = { id: string; distance: number | null }

type Placed = { readonly id: string; readonly latitude: number | null; readonly longitude: number | null }

/**
 * A stretch of things in the order of their distance, equally far ones and those of unknown position as they came.
 * Only so much is put in order as that stretch needs.
 */
export function nearestFirst(things: readonly Placed[], near: Position, from: number, to: number): Hit[] {
  const distances = new Float64Array(things.length)
  for (const [n, thing] of things.entries())
    distances[n] = hasPosition(thing) ? kilometresBetween(thing, near) : Number.POSITIVE_INFINITY

  const order = Uint32Array.from(things, (_, n) => n)
  const isBefore = (a: number, b: number) => {
    const [one, other] = [distances[a] ?? 0, distances[b] ?? 0]
    return one < other || (one === other && a < b)
  }
  select(order, from, isBefore)
  select(order.subarray(from), to - from, isBefore)
  return [...order.subarray(from, to)]
    .toSorted((a, b) => (isBefore(a, b) ? -1 : 1))
    .map((n) => {
      const distance = distances[n] ?? Number.POSITIVE_INFINITY
      return { id: things[n]?.id ?? '', distance: Number.isFinite(distance) ? distance : null }
    })
}

/** Moves the first `count` in order to the front, in no order among themselves (Hoare's selection). */
function select(order: Uint32Array, count: number, isBefore: (a: number, b: number) => boolean): void {
  let [left, right] = [0, order.length - 1]
  while (left < right && count > 0 && count < order.length) {
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
