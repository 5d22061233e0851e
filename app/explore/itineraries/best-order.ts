import type { Legs, Minutes, TimedStop } from './day-times.ts'

/** The cost of an order, compared figure by figure: minutes late at fixed starts, minutes of driving, end of the day. */
export type Cost = [late: number, drive: number, ends: Minutes]

/** Up to this number of stops the order is optimal. Longer lists are ordered by local search. */
export const exactUpTo = 12

/**
 * Returns the order of the stops with the lowest cost, as positions in the list. For more than `exactUpTo` stops, the order is
 * good but perhaps not the best. Fixed starts stay as they are. An unknown leg counts as 0 minutes.
 */
export function bestOrder(stops: TimedStop[], legs: Legs, begins: Minutes): number[] {
  if (stops.length <= exactUpTo) return exactOrder(stops, legs, begins)
  return improve(stops, legs, begins)
}

export function costOf(order: number[], stops: TimedStop[], legs: Legs, begins: Minutes): Cost {
  let cost: Cost = [0, 0, begins]
  for (const [n, stop] of order.entries()) cost = costAfter(cost, order[n - 1], stop, stops, legs)
  return cost
}

function costAfter(
  [late, drive, now]: Cost,
  from: number | undefined,
  to: number,
  stops: TimedStop[],
  legs: Legs,
): Cost {
  const { start, lasts } = stops[to] as TimedStop
  const minutes = from === undefined ? 0 : (legs[from]?.[to]?.minutes ?? 0)
  const arrives = now + minutes
  if (start === null) return [late, drive + minutes, arrives + lasts]
  // Guests set out early enough for the first stop, so they never miss its start.
  const missed = from === undefined ? 0 : Math.max(0, arrives - start)
  return [late + missed, drive + minutes, Math.max(missed > 0 ? arrives : 0, start + lasts)]
}

type Label = { cost: Cost; order: number[] }

/**
 * Finds the best order by dynamic programming. The state of a partial order is the set of its stops and its last stop. Of two
 * orders with the same state, drops the one that is worse or equal in all three figures: later stops cannot make it better.
 */
function exactOrder(stops: TimedStop[], legs: Legs, begins: Minutes): number[] {
  let level = new Map<string, Label[]>()
  for (const [stop] of stops.entries())
    level.set(`${1 << stop}/${stop}`, [
      { cost: costAfter([0, 0, begins], undefined, stop, stops, legs), order: [stop] },
    ])
  for (let size = 1; size < stops.length; size++) {
    const next = new Map<string, Label[]>()
    for (const [key, labels] of level) {
      const [done, last] = key.split('/').map(Number) as [number, number]
      for (const [stop] of stops.entries()) {
        if (done & (1 << stop)) continue
        const state = `${done | (1 << stop)}/${stop}`
        for (const { cost, order } of labels) {
          const label = { cost: costAfter(cost, last, stop, stops, legs), order: [...order, stop] }
          addUnlessWorse(next, state, label, noWorse)
        }
      }
    }
    level = next
  }
  const ends = [...level.values()].flat().sort((a, b) => compare(a.cost, b.cost))
  return ends[0]?.order ?? []
}

const noWorse = (a: Label, b: Label) => a.cost.every((part, n) => part <= (b.cost[n] as number))

/**
 * Adds an item to its state's list unless a listed item is at least as good. Drops listed items that the new one equals or
 * beats.
 */
export function addUnlessWorse<Item>(
  items: Map<string, Item[]>,
  state: string,
  item: Item,
  isNoWorse: (a: Item, b: Item) => boolean,
): void {
  const known = items.get(state) ?? []
  if (known.some((other) => isNoWorse(other, item))) return
  items.set(state, [...known.filter((other) => !isNoWorse(item, other)), item])
}

export function compare(a: Cost, b: Cost): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/**
 * Inserts each flexible stop among the fixed stops where it costs least, then reverses segments while that helps
 * (2-opt).
 */
function improve(stops: TimedStop[], legs: Legs, begins: Minutes): number[] {
  const all = [...stops.keys()]
  const fixed = all
    .filter((n) => stops[n]?.start !== null)
    .sort((a, b) => (stops[a]?.start ?? 0) - (stops[b]?.start ?? 0))
  const cost = (candidate: number[]) => costOf(candidate, stops, legs, begins)
  let order = fixed
  for (const stop of all.filter((n) => stops[n]?.start === null))
    order = cheapest(
      [...order, -1].map((_, at) => [...order.slice(0, at), stop, ...order.slice(at)]),
      cost,
    )
  for (let attempt = 0; attempt < all.length; attempt++) {
    const better = cheapest([order, ...withSegmentReversed(order)], cost)
    if (better === order) return order
    order = better
  }
  return order
}

function* withSegmentReversed(order: number[]): Iterable<number[]> {
  for (let from = 0; from < order.length - 1; from++)
    for (let to = from + 1; to < order.length; to++)
      yield [...order.slice(0, from), ...order.slice(from, to + 1).reverse(), ...order.slice(to + 1)]
}

/** Returns the first of the orders that share the lowest cost. */
function cheapest(orders: Iterable<number[]>, cost: (order: number[]) => Cost): number[] {
  let best: { order: number[]; cost: Cost } | undefined
  for (const order of orders) {
    const candidate = { order, cost: cost(order) }
    if (!best || compare(candidate.cost, best.cost) < 0) best = candidate
  }
  return best?.order ?? []
}
