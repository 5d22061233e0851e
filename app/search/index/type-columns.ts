import { none } from './codes.ts'
import { offer } from './offers.ts'
import type { ExperienceFilter } from './matches.ts'

/**
 * The experiences of one type, one after the other in no order: prices, lengths and largest groups (`sizeOf`), and the
 * rows of their vineyards.
 */
type Columns = {
  count: number
  prices: Int32Array
  sizes: Int32Array
  rows: Int32Array
}

/** Above every group, as an experience without a maximum is not for small ones. */
const anyGroup = 0x7fff

/**
 * What filters ask about an experience, once more and by type: a search for a type goes through that type alone, in
 * the order of memory, instead of from each vineyard to what it offers.
 */
export class TypeColumns {
  /** By the type's code, from `none` on. */
  readonly #types: Columns[] = []

  /** Takes in the experiences of the vineyard of a row, whose part of `offers` begins at `at`. */
  add(row: number, offers: Int32Array, at: number): void {
    const end = endOfPart(offers, at)
    for (let one = at + 1; one < end; one += offer.length) {
      const columns = this.#columnsOf(offers[one + offer.type] ?? none)
      if (columns.count === columns.rows.length) enlarge(columns)
      const n = columns.count++
      columns.prices[n] = offers[one + offer.price] ?? 0
      columns.sizes[n] = sizeOf(offers[one + offer.minutes] ?? 0, offers[one + offer.most] ?? none)
      columns.rows[n] = row
    }
  }

  /**
   * Takes out the experiences of all vineyards whose row is marked; `parts` are where theirs begin in `offers`. Only what
   * is of their types is gone through, and once for all of them.
   */
  remove(marks: Uint8Array, offers: Int32Array, parts: number[]): void {
    const types = new Set<number>()
    for (const at of parts)
      for (let one = at + 1; one < endOfPart(offers, at); one += offer.length)
        types.add(offers[one + offer.type] ?? none)
    for (const type of types) removeMarked(this.#columnsOf(type), marks)
  }

  /** How many experiences are of a type; of all types where it is null. */
  count(type: number | null): number {
    if (type !== null) return this.#types[type - none]?.count ?? 0
    return this.#types.reduce((sum, { count }) => sum + count, 0)
  }

  /** Gives an odd mark to the row of every vineyard of which one experience fulfils the wish, its party apart. */
  mark(filter: ExperienceFilter, marks: Uint8Array): void {
    for (const [code, columns] of this.#types.entries())
      if (filter.type === null || filter.type === code + none) markSuited(columns, filter, marks)
  }

  #columnsOf(type: number): Columns {
    while (this.#types.length <= type - none)
      this.#types.push({ count: 0, prices: empty, sizes: empty, rows: empty })
    return this.#types[type - none] as Columns
  }
}

const empty = new Int32Array()

/** Makes room by a quarter: doubled, they would stand half empty at times, and there is no hurry. */
function enlarge(columns: Columns): void {
  const size = Math.ceil(columns.count * 1.25) + 8
  for (const column of ['prices', 'sizes', 'rows'] as const) {
    const larger = new Int32Array(size)
    larger.set(columns[column])
    columns[column] = larger
  }
}

/** Minutes above the largest group in one number: 1,440 and 1,000 are the most that the tables take. */
function sizeOf(minutes: number, most: number): number {
  return (minutes << 16) | (most === none ? anyGroup : most)
}

/** Where a vineyard's part of `offers` ends. */
function endOfPart(offers: Int32Array, at: number): number {
  return at + 1 + (offers[at] ?? 0) * offer.length
}

/** Without a branch, as in `sift.ts`: a difference below 0 is what is not fulfilled, and leaves its sign. */
function markSuited(
  { count, prices, sizes, rows }: Columns,
  filter: ExperienceFilter,
  marks: Uint8Array,
): void {
  const { leastPrice, mostPrice, minutes, most } = filter
  const largest = most ?? anyGroup
  for (let n = 0; n < count; n++) {
    const price = prices[n] ?? 0
    const size = sizes[n] ?? 0
    const signs =
      (price - leastPrice) | (mostPrice - price) | ((size >> 16) - minutes) | (largest - (size & 0xffff))
    const row = rows[n] ?? 0
    marks[row] = (marks[row] ?? 0) | ((signs >>> 31) ^ 1)
  }
}

/** What is taken out makes way for the last. */
function removeMarked(columns: Columns, marks: Uint8Array): void {
  const { prices, sizes, rows } = columns
  let count = columns.count
  for (let n = 0; n < count; ) {
    if (marks[rows[n] ?? 0] === 0) {
      n++
      continue
    }
    count--
    prices[n] = prices[count] ?? 0
    sizes[n] = sizes[count] ?? 0
    rows[n] = rows[count] ?? 0
  }
  columns.count = count
}
