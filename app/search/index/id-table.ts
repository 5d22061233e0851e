/** A uuid as four 32-bit integers, as columns of numbers hold it. */
export type IdWords = readonly [number, number, number, number]

/** The uuid whose sixteen bytes begin at `at`. */
export function idOfBytes(bytes: Uint8Array, at: number): string {
  const hex = bytes.subarray(at, at + 16).toHex()
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Hashes the id at `at`. Spreads similar ids well. */
export function hashOf(ids: Int32Array, at: number): number {
  let mixed = 0
  for (let n = at; n < at + 4; n++) mixed = Math.imul(mixed ^ (ids[n] ?? 0), 0x9e3779b1) ^ (mixed >>> 15)
  return mixed ^ (mixed >>> 13)
}

/**
 * A hash table from ids to numbers, built from rows of sixteen bytes of id and four for each number. An id may have several
 * rows.
 */
export class IdTable {
  readonly size: number
  readonly #width: number
  readonly #rows: Int32Array
  readonly #buckets: Int32Array
  readonly #hashes: Int32Array
  readonly #mask: number

  constructor(rows: Uint8Array, numbers = 1) {
    const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
    this.#width = 4 + numbers
    this.size = rows.byteLength / (4 * this.#width)
    this.#rows = new Int32Array(this.size * this.#width)
    for (let n = 0; n < this.#rows.length; n++) this.#rows[n] = view.getInt32(n * 4)
    // At least twice as many buckets as ids keeps collisions rare.
    this.#mask = 2 ** Math.ceil(Math.log2(this.size * 2 + 2)) - 1
    this.#buckets = new Int32Array(this.#mask + 1).fill(-1)
    this.#hashes = new Int32Array(this.#mask + 1)
    for (let row = 0; row < this.#rows.length; row += this.#width) {
      const hash = hashOf(this.#rows, row)
      let bucket = hash & this.#mask
      while (this.#buckets[bucket] !== -1) bucket = (bucket + 1) & this.#mask
      this.#buckets[bucket] = row
      this.#hashes[bucket] = hash
    }
  }

  /** The first number of the id at `at`, or undefined. Passing a known hash avoids reading the id from memory. */
  find(ids: Int32Array, at: number, hash?: number): number | undefined {
    if (this.size === 0) return undefined
    const wanted = hash ?? hashOf(ids, at)
    for (let bucket = wanted & this.#mask; ; bucket = (bucket + 1) & this.#mask) {
      const row = this.#buckets[bucket] ?? -1
      if (row === -1) return undefined
      if (this.#hashes[bucket] === wanted && this.#isSame(row, ids, at)) return this.#rows[row + 4]
    }
  }

  /** Whether one row of the id at `at` has numbers that pass the check. */
  some(ids: Int32Array, at: number, passes: (first: number, second: number) => boolean): boolean {
    if (this.size === 0) return false
    const wanted = hashOf(ids, at)
    for (let bucket = wanted & this.#mask; ; bucket = (bucket + 1) & this.#mask) {
      const row = this.#buckets[bucket] ?? -1
      if (row === -1) return false
      if (this.#hashes[bucket] !== wanted || !this.#isSame(row, ids, at)) continue
      if (passes(this.#rows[row + 4] ?? 0, this.#rows[row + 5] ?? 0)) return true
    }
  }

  #isSame(row: number, ids: Int32Array, at: number): boolean {
    const rows = this.#rows
    return (
      rows[row] === ids[at] &&
      rows[row + 1] === ids[at + 1] &&
      rows[row + 2] === ids[at + 2] &&
      rows[row + 3] === ids[at + 3]
    )
  }
}
