import { Codes, none } from './codes.ts'

/**
 * Where the numbers stand by which most experiences are told apart, and where its `details` begin. Prices are pence,
 * a missing maximum is `none`.
 */
export const offer = { type: 0, price: 1, minutes: 2, least: 3, most: 4, details: 5, length: 6 } as const

/** The rest of an experience; its patterns follow. */
export const detail = { id: 0, cutoff: 4, horizon: 5, hosted: 6, patterns: 7, length: 8 } as const

/** A pattern. Days are counted from 1970, the start in minutes; weekdays are bits, Monday the lowest. */
export const pattern = { id: 0, start: 4, weekdays: 5, from: 6, until: 7, capacity: 8, length: 9 } as const

/**
 * The active experiences of a vineyard as they are read: their types, and in numbers of four bytes for each id, price,
 * minutes, group sizes, cut-off, horizon, whether it is hosted, how many patterns it has, and those.
 */
export type OfferRows = { types: (string | null)[]; rows: Uint8Array }

/**
 * The active experiences of all vineyards with their patterns, as two long rows of numbers: looking through all of
 * them touches memory in order. A vineyard's part begins with the number of its experiences and is never changed: what
 * changed is written anew at the end, and the gaps are closed when they are half of it.
 */
export class Offers {
  readonly types = new Codes()
  /** The starts that patterns have, or once had, in minutes. */
  readonly starts = new Set<number>()
  /** No pattern has or had fewer places. */
  leastCapacity = Number.POSITIVE_INFINITY
  offers = new Int32Array(64)
  details = new Int32Array(256)
  #end = { offers: 0, details: 0 }
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
      this.offers.set([...facts, details], at + 1 + n * offer.length)
      this.details.set([...id, ...rest, patterns], details)
      const end = details + detail.length + patterns * pattern.length
      for (let to = details + detail.length; to < end; to++) this.details[to] = next()
      for (let p = details + detail.length; p < end; p += pattern.length) this.#note(p)
    }
    return at
  }

  remove(at: number): void {
    this.#unused += 1 + (this.offers[at] ?? 0) * offer.length
  }

  /** Closes the gaps where that is worth it. `parts` are the beginnings still in use, which are set to the new ones. */
  tidy(parts: number[]): void {
    if (this.#unused < 10_000 || this.#unused < this.#end.offers / 2) return
    const { offers, details } = this
    this.offers = new Int32Array(this.#end.offers - this.#unused)
    this.details = new Int32Array(this.#end.details)
    this.#end = { offers: 0, details: 0 }
    this.#unused = 0
    for (const [n, at] of parts.entries()) {
      if (at === none) continue
      const size = 1 + (offers[at] ?? 0) * offer.length
      const to = this.#take('offers', size)
      this.offers.set(offers.subarray(at, at + size), to)
      for (let o = to + 1 + offer.details; o < to + size; o += offer.length) {
        const from = this.offers[o] ?? 0
        const end = endOfPatterns(details, from)
        this.offers[o] = this.#take('details', end - from)
        this.details.set(details.subarray(from, end), this.offers[o])
      }
      parts[n] = to
    }
  }

  /** Room for so many numbers more. */
  #take(row: 'offers' | 'details', size: number): number {
    const at = this.#end[row]
    const end = at + size
    if (end > this[row].length) {
      const larger = new Int32Array(Math.max(end, this[row].length * 2))
      larger.set(this[row])
      this[row] = larger
    }
    this.#end[row] = end
    return at
  }

  #note(at: number): void {
    this.starts.add(this.details[at + pattern.start] ?? 0)
    this.leastCapacity = Math.min(this.leastCapacity, this.details[at + pattern.capacity] ?? 0)
  }
}

/** Where the patterns of the experience end whose details begin at `at`. */
export function endOfPatterns(details: Int32Array, at: number): number {
  return at + detail.length + (details[at + detail.patterns] ?? 0) * pattern.length
}
