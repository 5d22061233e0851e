import { largestWithoutMaximum } from '../../experiences/experience.ts'
import { type VisitFactName, visitFactNames } from '../../experiences/visit-facts.ts'
import { type Filters, isPriceNarrowed, partyOf } from '../filters.ts'

/** Marks a missing value in a column of numbers. */
export const missing = -1

/** Positions of an experience's numbers in `experiences`. `details` points into the column of that name, `facts` are
 * bits. Prices are pence. */
export const experienceField = {
  type: 0,
  price: 1,
  minutes: 2,
  least: 3,
  most: 4,
  facts: 5,
  details: 6,
  length: 7,
} as const

/** Positions in `details`. Patterns follow; `ids` points to the experience's id, followed by its patterns' ids. */
export const detailField = { cutoff: 0, horizon: 1, hosted: 2, patterns: 3, ids: 4, length: 5 } as const

/**
 * Positions of a pattern: its start in minutes, a bit for each weekday (Monday lowest), its first and last day (days since
 * 1970), and its capacity.
 */
export const patternField = { start: 0, weekdays: 1, from: 2, until: 3, capacity: 4, length: 5 } as const

/** Numbers in an id. */
export const idLength = 4

/**
 * The active experiences of a vineyard as the database sends them: their types, and as big-endian 32-bit integers each id,
 * price, minutes, group sizes, facts, cut-off, horizon, whether it has a host, the number of patterns, and the patterns.
 */
export type ExperienceRows = { types: (string | null)[]; rows: Uint8Array }

/**
 * The active experiences of all vineyards with their patterns, in three columns of numbers, so that a search reads memory in
 * order. A vineyard's block starts with its number of experiences. An edit adds a new block, and the old one stays.
 */
export class ExperienceTable {
  /** A number for each type. */
  readonly types = new Map<string | null, number>()
  /** All start times of patterns, past ones included, in minutes. */
  readonly starts = new Set<number>()
  /** No pattern has had fewer places. */
  leastCapacity = Number.POSITIVE_INFINITY
  readonly experiences: number[] = []
  readonly details: number[] = []
  readonly ids: number[] = []

  /** Appends a vineyard's experiences and returns the offset of its block. */
  add({ types, rows }: ExperienceRows): number {
    const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength)
    let read = 0
    const next = () => view.getInt32(4 * read++)
    const block = this.experiences.push(types.length) - 1
    for (const type of types) {
      const ids = this.ids.push(next(), next(), next(), next()) - idLength
      const code = this.types.getOrInsert(type, this.types.size)
      this.experiences.push(code, next(), next(), next(), next(), next(), this.details.length)
      this.details.push(next(), next(), next())
      const patterns = next()
      this.details.push(patterns, ids)
      for (let n = 0; n < patterns; n++) {
        this.ids.push(next(), next(), next(), next())
        const [start, weekdays, from, until, capacity] = [next(), next(), next(), next(), next()]
        this.details.push(start, weekdays, from, until, capacity)
        this.starts.add(start)
        this.leastCapacity = Math.min(this.leastCapacity, capacity)
      }
    }
    return block
  }
}

/** Where a vineyard's block of `experiences` ends. */
export function blockEnd(experiences: number[], block: number): number {
  return block + 1 + (experiences[block] ?? 0) * experienceField.length
}

/** Where the patterns end of the experience whose details begin at `at`. */
export function endOfPatterns(details: number[], at: number): number {
  return at + detailField.length + (details[at + detailField.patterns] ?? 0) * patternField.length
}

/** The filters on one experience as integers. Null means no limit. */
export type ExperienceFilter = {
  type: number | null
  leastPrice: number
  mostPrice: number
  minutes: number
  most: number | null
  facts: number
  /** The size of the party that the experience must take. */
  party: number | null
}

/** The bit of a fact that suits visitors. */
export function factBit(name: VisitFactName): number {
  return 1 << visitFactNames.indexOf(name)
}

/** Above every price in pence, and well within 32 bits. */
const anyPrice = 2 ** 30

/**
 * Null if the filters do not concern experiences, undefined if no experience can match. Without a day the party filters
 * nothing, unless it is given.
 */
export function experienceFilter(
  filters: Filters,
  { types }: ExperienceTable,
  party = filters.date === null ? null : partyOf(filters),
): ExperienceFilter | null | undefined {
  const { type, minPrice, maxPrice, minDuration, maxGroupSize } = filters
  const facts = filters.facts.reduce((bits, name) => bits | factBit(name), 0)
  const narrowed = isPriceNarrowed(filters)
  if (!narrowed && facts === 0 && [type, party, minDuration, maxGroupSize].every((value) => value === null))
    return null
  const code = type === null ? null : types.get(type)
  if (code === undefined) return undefined
  return {
    type: code,
    leastPrice: narrowed ? Math.ceil(minPrice * 100) : 0,
    mostPrice: narrowed ? Math.floor(maxPrice * 100) : anyPrice,
    minutes: minDuration === null ? 0 : minDuration * 60,
    most: maxGroupSize,
    facts,
    party,
  }
}

/** Whether the experience at `at` matches the filter, ignoring available places. */
export function matchesFilter(experiences: number[], at: number, filter: ExperienceFilter): boolean {
  if (filter.type !== null && experiences[at + experienceField.type] !== filter.type) return false
  const price = experiences[at + experienceField.price] ?? 0
  if (price < filter.leastPrice || price > filter.mostPrice) return false
  if ((experiences[at + experienceField.minutes] ?? 0) < filter.minutes) return false
  const most = experiences[at + experienceField.most] ?? missing
  if (filter.most !== null && (most === missing || most > filter.most)) return false
  if (filter.facts !== ((experiences[at + experienceField.facts] ?? 0) & filter.facts)) return false
  if (filter.party === null) return true
  return (
    filter.party >= (experiences[at + experienceField.least] ?? 0) &&
    filter.party <= (most === missing ? largestWithoutMaximum : most)
  )
}

/** The lowest price in pence of a block's experiences that match, null if none does. Without a filter all do. */
export function lowestPrice(
  experiences: number[],
  block: number,
  filter: ExperienceFilter | null,
): number | null {
  let lowest = Number.POSITIVE_INFINITY
  const end = blockEnd(experiences, block)
  for (let at = block + 1; at < end; at += experienceField.length)
    if (filter === null || matchesFilter(experiences, at, filter))
      lowest = Math.min(lowest, experiences[at + experienceField.price] ?? 0)
  return Number.isFinite(lowest) ? lowest : null
}

/** Whether one experience of a vineyard's block matches the filter. */
export function anyMatches(experiences: number[], block: number, filter: ExperienceFilter): boolean {
  const end = blockEnd(experiences, block)
  for (let at = block + 1; at < end; at += experienceField.length)
    if (matchesFilter(experiences, at, filter)) return true
  return false
}
