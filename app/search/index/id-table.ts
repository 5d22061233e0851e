/** An id as its four numbers of 32 bits, as it is kept in rows of numbers. */
export type IdWords = readonly [number, number, number, number]

/** The id whose sixteen bytes begin at `at`. */
export function idOfBytes(bytes: Uint8Array, at: number): string {
  const hex = bytes.subarray(at, at + 16).toHex()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** A number for the id that stands in `words` from `at` on: seldom that of another, however alike the two are. */
export function hashOf(words: Int32Array, at: number): number {
  let mixed = 0
  for (let n = at; n < at + 4; n++) mixed = Math.imul(mixed ^ (words[n] ?? 0), 0x9e3779b1) ^ (mixed >>> 15)
  return mixed ^ (mixed >>> 13)
}

/**
 * Numbers for each of many ids, read from rows: the id's sixteen bytes, then four for each number. An
 * id may have several rows.
 */
export class IdTable {
  readonly size: number
  readonly #width: number
  readonly #words: Int32Array
  readonly #places: Int32Array
  readonly #hashes: Int32Array
  readonly #mask: number

  constructor(rows: Uint8Array, numbers = 1) {
    const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
    this.#width = 4 + numbers
    this.size = rows.byteLength / (4 * this.#width)
    this.#words = new Int32Array(this.size * this.#width)
    for (let n = 0; n < this.#words.length; n++) this.#words[n] = view.getInt32(n * 4)
    // At least twice as many places as ids, so that few of them share one.
    this.#mask = 2 ** Math.ceil(Math.log2(this.size * 2 + 2)) - 1
    this.#places = new Int32Array(this.#mask + 1).fill(-1)
    this.#hashes = new Int32Array(this.#mask + 1)
    for (let row = 0; row < this.#words.length; row += this.#width) {
      const hash = hashOf(this.#words, row)
      let place = hash & this.#mask
      while (this.#places[place] !== -1) place = (place + 1) & this.#mask
      this.#places[place] = row
      this.#hashes[place] = hash
    }
  }

  /**
   * The first number of the id that stands in `words` from `at` on; undefined where it has none. Who knows its hash
   * spares a look at it, which is most of the work where memory is long.
   */
  find(words: Int32Array, at: number, hash?: number): number | undefined {
    if (this.size === 0) return undefined
    const known = hash ?? hashOf(words, at)
    for (let place = known & this.#mask; ; place = (place + 1) & this.#mask) {
      const row = this.#places[place] ?? -1
      if (row === -1) return undefined
      if (this.#hashes[place] === known && this.#isSame(row, words, at)) return this.#words[row + 4]
    }
  }

  /** Whether one row of the id that stands in `words` from `at` on has numbers that fit. */
  some(words: Int32Array, at: number, fits: (first: number, second: number) => boolean): boolean {
    if (this.size === 0) return false
    const known = hashOf(words, at)
    for (let place = known & this.#mask; this.#places[place] !== -1; place = (place + 1) & this.#mask) {
      const row = this.#places[place] ?? -1
      if (
        this.#hashes[place] === known &&
        this.#isSame(row, words, at) &&
        fits(this.#words[row + 4] ?? 0, this.#words[row + 5] ?? 0)
      )
        return true
    }
    return false
  }

  #isSame(row: number, words: Int32Array, at: number): boolean {
    const own = this.#words
    return (
      own[row] === words[at] &&
      own[row + 1] === words[at + 1] &&
      own[row + 2] === words[at + 2] &&
      own[row + 3] === words[at + 3]
    )
  }
}
