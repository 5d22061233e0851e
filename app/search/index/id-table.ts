/** A uuid as four 32-bit integers. */
export type IdWords = readonly [number, number, number, number]

export function wordsOfId(id: string): IdWords {
  const view = new DataView(Uint8Array.fromHex(id.replaceAll('-', '')).buffer)
  return [view.getInt32(0), view.getInt32(4), view.getInt32(8), view.getInt32(12)]
}

/** A column of ids, four numbers each. */
export type Ids = ArrayLike<number>

/** Spreads similar ids well. */
function hashOf(ids: Ids, at: number): number {
  let mixed = 0
  for (let n = at; n < at + 4; n++) mixed = Math.imul(mixed ^ (ids[n] ?? 0), 0x9e3779b1) ^ (mixed >>> 15)
  return mixed ^ (mixed >>> 13)
}

/**
 * A hash table from ids to numbers, built from rows of sixteen bytes of id and four for each number. An id may have several
 * rows.
 */
export class IdTable {
  readonly #rows: Int32Array
  readonly #buckets: Int32Array
  readonly #mask: number

  constructor(bytes: Uint8Array | null, numbers = 1) {
    const view = bytes
      ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
      : new DataView(new ArrayBuffer())
    this.#rows = Int32Array.from({ length: view.byteLength / 4 }, (_, n) => view.getInt32(n * 4))
    const width = 4 + numbers
    // At least twice as many buckets as ids keeps collisions rare.
    this.#mask = 2 ** Math.ceil(Math.log2((this.#rows.length / width) * 2 + 2)) - 1
    this.#buckets = new Int32Array(this.#mask + 1).fill(-1)
    for (let row = 0; row < this.#rows.length; row += width) {
      let bucket = hashOf(this.#rows, row) & this.#mask
      while (this.#buckets[bucket] !== -1) bucket = (bucket + 1) & this.#mask
      this.#buckets[bucket] = row
    }
  }

  /** The first number of the id at `at`, or undefined. */
  find(ids: Ids, at: number): number | undefined {
    const bucket = this.#bucketOf(ids, at, hashOf(ids, at))
    return bucket === -1 ? undefined : this.#rows[(this.#buckets[bucket] ?? 0) + 4]
  }

  /** Whether one row of the id at `at` has numbers that pass the check. */
  some(ids: Ids, at: number, passes: (first: number, second: number) => boolean): boolean {
    let bucket = this.#bucketOf(ids, at, hashOf(ids, at))
    for (; bucket !== -1; bucket = this.#bucketOf(ids, at, bucket + 1)) {
      const row = this.#buckets[bucket] ?? 0
      if (passes(this.#rows[row + 4] ?? 0, this.#rows[row + 5] ?? 0)) return true
    }
    return false
  }

  /** The first bucket of the id at `at`, searched from a bucket on, or -1. */
  #bucketOf(ids: Ids, at: number, from: number): number {
    for (let bucket = from & this.#mask; ; bucket = (bucket + 1) & this.#mask) {
      const row = this.#buckets[bucket] ?? -1
      if (row === -1) return -1
      if (isSameId(this.#rows, row, ids, at)) return bucket
    }
  }
}

/** Whether two columns have the same id at these places. */
export function isSameId(ids: Ids, at: number, others: Ids, place: number): boolean {
  return (
    ids[at] === others[place] &&
    ids[at + 1] === others[place + 1] &&
    ids[at + 2] === others[place + 2] &&
    ids[at + 3] === others[place + 3]
  )
}
