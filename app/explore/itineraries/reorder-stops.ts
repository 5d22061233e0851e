import type { Legs, Minutes, TimedStop } from './day-times.ts'

/** The cost of an order, compared figure by figure: minutes late at fixed starts, minutes of driving, end of the day. */
export type Cost = [late: number, drive: number, ends: Minutes]

/** The largest number of stops of a day whose best order is suggested. The work doubles with each further stop. */
export const mostOrdered = 12

/** Returns the cost of an order after the stop `to` is added. `from` is the last stop before, undefined for an empty order. */
export function costAfter(
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
 * Returns the order of at most `mostOrdered` stops with the lowest cost, as positions in the list. Fixed starts stay as they are.
 * An unknown leg counts as 0 minutes.
 */
export function bestOrder(stops: TimedStop[], legs: Legs, begins: Minutes): number[] {
  // The state of a partial order is the set of its stops and its last stop. Of two orders with the same state, drops the one
  // that is worse or equal in all three figures: later stops cannot make it better.
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
