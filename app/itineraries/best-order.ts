import type { Legs } from './travel.ts'
import type { Minutes, TimedStop } from './visiting-day.ts'

/** What an order costs, worst first: minutes too late for fixed starts, minutes on the road, and when it is over. */
export type Cost = [late: number, drive: number, ends: Minutes]

/** Up to so many stops the order is the best there is; above it is a good one. */
export const exactUpTo = 12

/**
 * An order of the stops, as their places in the list, that misses the least of what has a fixed start, then drives
 * least, then is over soonest. Fixed starts stay as they are; only the order changes. Where a leg is unknown none is
 * reckoned.
 */
export function bestOrder(stops: TimedStop[], legs: Legs, begins: Minutes): number[] {
  if (stops.length <= exactUpTo) return exactOrder(stops, legs, begins)
  return improve(stops, legs, begins)
}

export function costOf(order: number[], stops: TimedStop[], legs: Legs, begins: Minutes): Cost {
  let cost: Cost = [0, 0, begins]
  for (const [n, stop] of order.entries()) cost = goOn(cost, order[n - 1], stop, stops, legs)
  return cost
}

function goOn(
  [late, drive, now]: Cost,
  from: number | undefined,
  to: number,
  stops: TimedStop[],
  legs: Legs,
): Cost {
  const { start, lasts } = stops[to] as TimedStop
  const way = from === undefined ? 0 : (legs[from]?.[to]?.minutes ?? 0)
  const arrives = now + way
  if (start === null) return [late, drive + way, arrives + lasts]
  // Nobody is late for the first stop of a day: one sets out earlier.
  const missed = from === undefined ? 0 : Math.max(0, arrives - start)
  return [late + missed, drive + way, Math.max(missed > 0 ? arrives : 0, start + lasts)]
}

type Label = { cost: Cost; order: number[] }

/**
 * Dynamic programming over which stops are done and which was last. Of two ways to the same state one is dropped when
 * the other is no worse in all three costs: whatever comes after then costs it no more.
 */
function exactOrder(stops: TimedStop[], legs: Legs, begins: Minutes): number[] {
  let level = new Map<string, Label[]>()
  for (const [stop] of stops.entries())
    level.set(`${1 << stop}/${stop}`, [
      { cost: goOn([0, 0, begins], undefined, stop, stops, legs), order: [stop] },
    ])
  for (let size = 1; size < stops.length; size++) {
    const next = new Map<string, Label[]>()
    for (const [key, labels] of level) {
      const [done, last] = key.split('/').map(Number) as [number, number]
      for (const [stop] of stops.entries()) {
        if (done & (1 << stop)) continue
        const state = `${done | (1 << stop)}/${stop}`
        for (const { cost, order } of labels)
          add(next, state, { cost: goOn(cost, last, stop, stops, legs), order: [...order, stop] })
      }
    }
    level = next
  }
  const ends = [...level.values()].flat().sort((a, b) => compare(a.cost, b.cost))
  return ends[0]?.order ?? []
}

function add(level: Map<string, Label[]>, state: string, label: Label): void {
  const known = level.get(state) ?? []
  if (known.some(({ cost }) => noWorse(cost, label.cost))) return
  level.set(state, [...known.filter(({ cost }) => !noWorse(label.cost, cost)), label])
}

const noWorse = (a: Cost, b: Cost) => a.every((part, n) => part <= (b[n] as number))

export function compare(a: Cost, b: Cost): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
}

/** Begins with the fixed starts in their order, puts every other stop where it costs least, then turns stretches round while that helps. */
function improve(stops: TimedStop[], legs: Legs, begins: Minutes): number[] {
  const all = [...stops.keys()]
  const fixed = all
    .filter((n) => stops[n]?.start !== null)
    .sort((a, b) => startOf(stops, a) - startOf(stops, b))
  let order = fixed
  for (const stop of all.filter((n) => stops[n]?.start === null))
    order = cheapest(
      [...order, -1].map((_, at) => [...order.slice(0, at), stop, ...order.slice(at)]),
      (one) => costOf(one, stops, legs, begins),
    )
  for (let round = 0; round < all.length; round++) {
    const better = cheapest([order, ...turned(order)], (one) => costOf(one, stops, legs, begins))
    if (better === order) return order
    order = better
  }
  return order
}

const startOf = (stops: TimedStop[], n: number) => stops[n]?.start ?? 0

function* turned(order: number[]): Iterable<number[]> {
  for (let from = 0; from < order.length - 1; from++)
    for (let to = from + 1; to < order.length; to++)
      yield [...order.slice(0, from), ...order.slice(from, to + 1).reverse(), ...order.slice(to + 1)]
}

/** The first of the cheapest. */
function cheapest(orders: Iterable<number[]>, cost: (order: number[]) => Cost): number[] {
  let best: { order: number[]; cost: Cost } | undefined
  for (const order of orders) {
    const here = cost(order)
    if (!best || compare(here, best.cost) < 0) best = { order, cost: here }
  }
  return best?.order ?? []
}
