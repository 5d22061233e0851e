import { largestWithoutMaximum } from '../../experiences/experience.ts'
import { type Filters, isPriceNarrowed, partyOf } from '../filters.ts'
import { grow, missing, StringCodes } from './columns.ts'
import { hashOf } from './id-table.ts'

/** Positions of an experience's numbers in `experiences`. `details` points into the column of that name. Prices are pence. */
export const experienceField = {
  type: 0,
  price: 1,
  minutes: 2,
  least: 3,
  most: 4,
  details: 5,
  length: 6,
} as const

/** Positions in `details`. Patterns follow; `ids` points to the experience's id, followed by its patterns' ids. */
export const detailField = { cutoff: 0, horizon: 1, hosted: 2, patterns: 3, ids: 4, length: 5 } as const

/** Positions of a pattern: its packed plan, its first and last day (days since 1970), and the hash of its id. */
export const patternField = { plan: 0, from: 1, until: 2, hash: 3, length: 4 } as const

/** Numbers in an id. */
export const idLength = 4

/** Packs 11 bits of start minute, 7 weekday bits (Monday lowest) and a capacity of at most 10,000 into 32 bits. */
export function packPlan(start: number, weekdays: number, capacity: number): number {
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
 * The active experiences of a vineyard as the database sends them: their types, and as big-endian 32-bit integers each id,
 * price, minutes, group sizes, cut-off, horizon, whether it has a host, the number of patterns, and the patterns.
 */
export type ExperienceRows = { types: (string | null)[]; rows: Uint8Array }

/**
 * The active experiences of all vineyards with their patterns, in three columns of numbers, so that a search reads memory in
 * order. A vineyard's block starts with its number of experiences and never changes in place: an edit appends a new
 * block, and gaps are closed once they are half of the column.
 */
export class ExperienceTable {
  readonly types = new StringCodes()
  /** All start times of patterns, past ones included, in minutes. */
  readonly starts = new Set<number>()
  /** No pattern has had fewer places. */
  leastCapacity = Number.POSITIVE_INFINITY
  experiences = new Int32Array(64)
  details = new Int32Array(128)
  ids = new Int32Array(256)
  #end = { experiences: 0, details: 0, ids: 0 }
  #unused = 0

  /** Appends a vineyard's experiences and returns the offset of its block. */
  add({ types, rows }: ExperienceRows): number {
    const block = this.#allocate('experiences', 1 + types.length * experienceField.length)
    this.experiences[block] = types.length
    const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
    let read = 0
    const next = () => view.getInt32(4 * read++)
    for (const [n, type] of types.entries()) {
      const id = [next(), next(), next(), next()]
      const facts = [this.types.codeOf(type), next(), next(), next(), next()]
      const cutoffHorizonHosted = [next(), next(), next()]
      const patterns = next()
      const details = this.#allocate('details', detailField.length + patterns * patternField.length)
      const ids = this.#allocate('ids', (1 + patterns) * idLength)
      this.experiences.set([...facts, details], block + 1 + n * experienceField.length)
      this.details.set([...cutoffHorizonHosted, patterns, ids], details)
      this.ids.set(id, ids)
      for (let p = 1; p <= patterns; p++) {
        const patternId = ids + p * idLength
        for (let n = 0; n < idLength; n++) this.ids[patternId + n] = next()
        const [start, weekdays, from, until, capacity] = [next(), next(), next(), next(), next()]
        const pattern = details + detailField.length + (p - 1) * patternField.length
        this.details.set(
          [packPlan(start, weekdays, capacity), from, until, hashOf(this.ids, patternId)],
          pattern,
        )
        this.starts.add(start)
        this.leastCapacity = Math.min(this.leastCapacity, capacity)
      }
    }
    return block
  }

  remove(block: number): void {
    this.#unused += blockEnd(this.experiences, block) - block
  }

  /** Closes the gaps if that is worthwhile, and updates `blocks`, the offsets still in use. */
  compact(blocks: number[] | Int32Array): void {
    if (this.#unused < 10_000 || this.#unused < this.#end.experiences / 2) return
    const { experiences, details, ids } = this
    this.experiences = new Int32Array(this.#end.experiences - this.#unused)
    this.details = new Int32Array(this.#end.details)
    this.ids = new Int32Array(this.#end.ids)
    this.#end = { experiences: 0, details: 0, ids: 0 }
    this.#unused = 0
    for (const [n, block] of blocks.entries()) {
      if (block === missing) continue
      const size = blockEnd(experiences, block) - block
      const to = this.#allocate('experiences', size)
      this.experiences.set(experiences.subarray(block, block + size), to)
      for (let at = to + 1 + experienceField.details; at < to + size; at += experienceField.length) {
        const from = this.experiences[at] ?? 0
        const ownDetails = details.subarray(from, endOfPatterns(details, from))
        const newDetails = this.#allocate('details', ownDetails.length)
        this.details.set(ownDetails, newDetails)
        const firstId = details[from + detailField.ids] ?? 0
        const length = (1 + (details[from + detailField.patterns] ?? 0)) * idLength
        const newIds = this.#allocate('ids', length)
        this.ids.set(ids.subarray(firstId, firstId + length), newIds)
        this.details[newDetails + detailField.ids] = newIds
        this.experiences[at] = newDetails
      }
      blocks[n] = to
    }
  }

  #allocate(column: 'experiences' | 'details' | 'ids', size: number): number {
    const at = this.#end[column]
    this.#end[column] = at + size
    this[column] = grow(this[column], at + size)
    return at
  }
}

/** Where a vineyard's block of `experiences` ends. */
export function blockEnd(experiences: Int32Array, block: number): number {
  return block + 1 + (experiences[block] ?? 0) * experienceField.length
}

/** Where the patterns end of the experience whose details begin at `at`. */
export function endOfPatterns(details: Int32Array, at: number): number {
  return at + detailField.length + (details[at + detailField.patterns] ?? 0) * patternField.length
}

/** The filters on one experience as integers. Null means no limit. */
export type ExperienceFilter = {
  type: number | null
  leastPrice: number
  mostPrice: number
  minutes: number
  most: number | null
  /** The size of the party; set only in a search by day. */
  party: number | null
}

/** Above every price in pence, and well within 32 bits. */
const anyPrice = 2 ** 30

/** Null if the filters do not concern experiences, undefined if no experience can match. */
export function experienceFilter(
  filters: Filters,
  { types }: ExperienceTable,
): ExperienceFilter | null | undefined {
  const { type, date, minPrice, maxPrice, minDuration, maxGroupSize } = filters
  const narrowed = isPriceNarrowed(filters)
  if (!narrowed && [type, date, minDuration, maxGroupSize].every((value) => value === null)) return null
  const code = type === null ? null : types.find(type)
  if (code === undefined) return undefined
  return {
    type: code,
    leastPrice: narrowed ? Math.ceil(minPrice * 100) : 0,
    mostPrice: narrowed ? Math.floor(maxPrice * 100) : anyPrice,
    minutes: minDuration === null ? 0 : minDuration * 60,
    most: maxGroupSize,
    party: date === null ? null : partyOf(filters),
  }
}

/** Whether the experience at `at` matches the filter, ignoring available places. */
export function matchesFilter(experiences: Int32Array, at: number, filter: ExperienceFilter): boolean {
  if (filter.type !== null && experiences[at + experienceField.type] !== filter.type) return false
  const price = experiences[at + experienceField.price] ?? 0
  if (price < filter.leastPrice || price > filter.mostPrice) return false
  if ((experiences[at + experienceField.minutes] ?? 0) < filter.minutes) return false
  const most = experiences[at + experienceField.most] ?? missing
  if (filter.most !== null && (most === missing || most > filter.most)) return false
  if (filter.party === null) return true
  return (
    filter.party >= (experiences[at + experienceField.least] ?? 0) &&
    filter.party <= (most === missing ? largestWithoutMaximum : most)
  )
}

/** Whether one experience of a vineyard's block matches the filter. */
export function anyMatches(experiences: Int32Array, block: number, filter: ExperienceFilter): boolean {
  const end = blockEnd(experiences, block)
  for (let at = block + 1; at < end; at += experienceField.length)
    if (matchesFilter(experiences, at, filter)) return true
  return false
}
