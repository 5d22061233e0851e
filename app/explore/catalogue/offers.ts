import { wordsOfId } from './id-table.ts'

/** Where an experience's numbers stand, counted from its beginning; its patterns follow them. Prices are pence. */
export const offer = {
  id: 0,
  type: 4,
  price: 5,
  minutes: 6,
  least: 7,
  most: 8,
  cutoff: 9,
  horizon: 10,
  hosted: 11,
  patterns: 12,
  length: 13,
} as const

/** The same of a pattern. Days are counted from 1970, the start in minutes; weekdays are bits, Monday the lowest. */
export const pattern = { id: 0, start: 4, weekdays: 5, from: 6, until: 7, capacity: 8, length: 9 } as const

/** Stands for a missing maximum. */
export const none = -1
const forEver = 2 ** 31 - 1

/** An active experience as it is read: id, type, price, minutes, group sizes, cut-off, horizon, hosted, patterns. */
export type OfferRow = [
  string,
  string | null,
  number,
  number | null,
  number,
  number | null,
  number,
  number,
  boolean,
  PatternRow[] | null,
]
/** An active pattern: id, start in minutes, ISO weekdays, first and last day, capacity. */
export type PatternRow = [string, number, number[], number, number | null, number]

/** Numbers for words that occur again and again. They stay for as long as the catalogue does. */
export class Codes {
  readonly #codes = new Map<string, number>()

  codeOf(word: string | null): number {
    if (word === null) return none
    const known = this.#codes.get(word)
    if (known !== undefined) return known
    this.#codes.set(word, this.#codes.size)
    return this.#codes.size - 1
  }

  /** Undefined for a word that nothing has. */
  find(word: string): number | undefined {
    return this.#codes.get(word)
  }
}

/**
 * The active experiences of all vineyards with their patterns, as one long row of numbers: looking through all of it
 * touches memory in order. A vineyard's part begins with the number of its experiences and is never changed: what
 * changed is written anew at the end, and the gaps are closed when they are half of it.
 */
export class Offers {
  readonly types = new Codes()
  /** The starts that patterns have, or once had, in minutes. */
  readonly starts = new Set<number>()
  /** No pattern has or had fewer places. */
  leastCapacity = Number.POSITIVE_INFINITY
  words = new Int32Array(1024)
  #end = 0
  #unused = 0

  /** Writes a vineyard's experiences and tells where they begin. */
  add(rows: readonly OfferRow[]): number {
    const part = [rows.length]
    for (const row of rows) this.#write(part, row)
    const at = this.#end
    this.#end += part.length
    if (this.#end > this.words.length) {
      const larger = new Int32Array(Math.max(this.#end, this.words.length * 2))
      larger.set(this.words)
      this.words = larger
    }
    this.words.set(part, at)
    return at
  }

  remove(at: number): void {
    this.#unused += endOf(this.words, at) - at
  }

  /** Closes the gaps where that is worth it. `parts` are the beginnings still in use, which are set to the new ones. */
  tidy(parts: number[]): void {
    if (this.#unused < 100_000 || this.#unused < this.#end / 2) return
    const kept = new Int32Array(this.#end - this.#unused)
    let end = 0
    for (const [n, at] of parts.entries()) {
      if (at === none) continue
      const part = this.words.subarray(at, endOf(this.words, at))
      kept.set(part, end)
      parts[n] = end
      end += part.length
    }
    this.words = kept
    this.#end = end
    this.#unused = 0
  }

  #write(part: number[], row: OfferRow): void {
    const [id, type, price, minutes, least, most, cutoff, horizon, hosted, patterns] = row
    part.push(...wordsOfId(id), this.types.codeOf(type), Math.round(price * 100), minutes ?? 60)
    part.push(least, most ?? none, cutoff, horizon, hosted ? 1 : 0, patterns?.length ?? 0)
    for (const [id, start, weekdays, from, until, capacity] of patterns ?? []) {
      const bits = weekdays.reduce((all, weekday) => all | (1 << (weekday - 1)), 0)
      part.push(...wordsOfId(id), start, bits, from, until ?? forEver, capacity)
      this.starts.add(start)
      this.leastCapacity = Math.min(this.leastCapacity, capacity)
    }
  }
}

/** Where the next experience begins. */
export function afterOffer(words: Int32Array, at: number): number {
  return at + offer.length + (words[at + offer.patterns] ?? 0) * pattern.length
}

function endOf(words: Int32Array, at: number): number {
  let end = at + 1
  for (let left = words[at] ?? 0; left > 0; left--) end = afterOffer(words, end)
  return end
}
