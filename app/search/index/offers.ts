import { Codes, none } from './codes.ts'
import { hashOf } from './id-table.ts'
import { withRoom } from './grow-array.ts'

/**
 * Where the numbers stand by which most experiences are told apart, and where its `details` begin. Prices are pence,
 * a missing maximum is `none`.
 */
export const offer = { type: 0, price: 1, minutes: 2, least: 3, most: 4, details: 5, length: 6 } as const

/** The rest of an experience; its patterns follow. From `ids` on stand its own id and those of its patterns. */
export const detail = { cutoff: 0, horizon: 1, hosted: 2, patterns: 3, ids: 4, length: 5 } as const

/** A pattern: what it says of a day as one number (`planOf`), between which days, counted from 1970, and its id's hash. */
export const pattern = { plan: 0, from: 1, until: 2, hash: 3, length: 4 } as const

/** The numbers of an id. */
export const idLength = 4

/** A start in minutes, weekdays as bits, Monday the lowest, and a capacity of at most 10,000 in the 32 bits of one number. */
export function planOf(start: number, weekdays: number, capacity: number): number {
  return start | (weekdays << 11) | (capacity << 18)
}

export function startOf(plan: number): number {
  return plan & 0x7ff
}

export function runsOn(plan: number, weekday: number): boolean {
  return ((plan >>> 11) & weekday) !== 0
}

export function capacityOf(plan: number): number {
  return plan >>> 18
}

/**
 * The active experiences of a vineyard as they are read: their types, and in numbers of four bytes for each id, price,
 * minutes, group sizes, cut-off, horizon, whether it is hosted, how many patterns it has, and those.
 */
export type OfferRows = { types: (string | null)[]; rows: Uint8Array }

/**
 * The active experiences of all vineyards with their patterns, as long rows of numbers: looking through all of them
 * touches memory in order, and little of it, since ids stand apart. A vineyard's part begins with the number of its
 * experiences and is never changed: what changed is written anew at the end, and the gaps are closed when they are
 * half of it.
 */
export class Offers {
  readonly types = new Codes()
  /** The starts that patterns have, or once had, in minutes. */
  readonly starts = new Set<number>()
  /** No pattern has or had fewer places. */
  leastCapacity = Number.POSITIVE_INFINITY
  offers = new Int32Array(64)
  details = new Int32Array(128)
  ids = new Int32Array(256)
  #end = { offers: 0, details: 0, ids: 0 }
  #unused = 0

  /** Writes a vineyard's experiences and tells where they begin. */
  add({ types, rows }: OfferRows): number {
    const at = this.#take('offers', 1 + types.length * offer.length)
    this.offers[at] = types.length
    const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
    let read = 0
    const next = () => view.getInt32(4 * read++)
    for (const [n, type] of types.entries()) {
      const id = [next(), next(), next(), next()]
      const facts = [this.types.codeOf(type), next(), next(), next(), next()]
      const rest = [next(), next(), next()]
      const patterns = next()
      const details = this.#take('details', detail.length + patterns * pattern.length)
      const ids = this.#take('ids', (1 + patterns) * idLength)
      this.offers.set([...facts, details], at + 1 + n * offer.length)
      this.details.set([...rest, patterns, ids], details)
      this.ids.set(id, ids)
      for (let p = 1; p <= patterns; p++) {
        const idOffset = ids + p * idLength
        for (let word = 0; word < idLength; word++) this.ids[idOffset + word] = next()
        const [start, weekdays, from, until, capacity] = [next(), next(), next(), next(), next()]
        const own = details + detail.length + (p - 1) * pattern.length
        this.details.set([planOf(start, weekdays, capacity), from, until, hashOf(this.ids, idOffset)], own)
        this.starts.add(start)
        this.leastCapacity = Math.min(this.leastCapacity, capacity)
      }
    }
    return at
  }

  remove(at: number): void {
    this.#unused += 1 + (this.offers[at] ?? 0) * offer.length
  }

  /** Closes the gaps where that is worth it. `parts` are the beginnings still in use, which are set to the new ones. */
  tidy(parts: number[] | Int32Array): void {
    if (this.#unused < 10_000 || this.#unused < this.#end.offers / 2) return
    const { offers, details, ids } = this
    this.offers = new Int32Array(this.#end.offers - this.#unused)
    this.details = new Int32Array(this.#end.details)
    this.ids = new Int32Array(this.#end.ids)
    this.#end = { offers: 0, details: 0, ids: 0 }
    this.#unused = 0
    for (const [n, at] of parts.entries()) {
      if (at === none) continue
      const size = 1 + (offers[at] ?? 0) * offer.length
      const to = this.#take('offers', size)
      this.offers.set(offers.subarray(at, at + size), to)
      for (let o = to + 1 + offer.details; o < to + size; o += offer.length) {
        const from = this.offers[o] ?? 0
        const rest = this.#take('details', endOfPatterns(details, from) - from)
        this.details.set(details.subarray(from, endOfPatterns(details, from)), rest)
        const own = details[from + detail.ids] ?? 0
        const length = (1 + (details[from + detail.patterns] ?? 0)) * idLength
        const idOffset = this.#take('ids', length)
        this.ids.set(ids.subarray(own, own + length), idOffset)
        this.details[rest + detail.ids] = idOffset
        this.offers[o] = rest
      }
      parts[n] = to
    }
  }

  /** Room for so many numbers more. */
  #take(row: 'offers' | 'details' | 'ids', size: number): number {
    const at = this.#end[row]
    this.#end[row] = at + size
    this[row] = withRoom(this[row], at + size)
    return at
  }
}

/** Where the patterns of the experience end whose details begin at `at`. */
export function endOfPatterns(details: Int32Array, at: number): number {
  return at + detail.length + (details[at + detail.patterns] ?? 0) * pattern.length
}
