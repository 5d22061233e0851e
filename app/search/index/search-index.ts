import type { Position } from '../../vineyards/position.ts'
import type { Filters } from '../filters.ts'
import { grow, missing, StringCodes } from './columns.ts'
import { PositionIndex, sortedPage } from './distance-order.ts'
import type { DayException } from './exceptions.ts'
import {
  anyMatches,
  type ExperienceFilter,
  experienceFilter,
  type ExperienceRows,
  ExperienceTable,
} from './experience-table.ts'
import { isOpen, type OpenDayData } from './open-day.ts'
import { TypeColumns } from './type-columns.ts'
import { WordIndex } from './word-index.ts'

/** A visible vineyard as the database sends it. */
export type VineyardRow = ExperienceRows & {
  id: string
  name: string
  city: string | null
  region: string | null
  latitude: number | null
  longitude: number | null
}

/** A vineyard of the index. An edit replaces it. */
type IndexEntry = Readonly<Pick<VineyardRow, 'id' | 'name' | 'latitude' | 'longitude'>>

/** Checking one vineyard's experiences takes as long as scanning about this many in `TypeColumns`. */
const experiencesPerRow = 8

const noRows = new Int32Array()
const noExceptions: DayException[] = []

/**
 * The search index: the words, positions and experiences of all visible vineyards, in columns of numbers. Each vineyard
 * has a row number while it is visible; `#order` holds the rows by name.
 */
export class SearchIndex {
  readonly experiences = new ExperienceTable()
  readonly #types = new TypeColumns()
  readonly #lowerCase: (text: string) => string
  readonly #words = new WordIndex()
  readonly #positions = new PositionIndex()
  readonly #regions = new StringCodes()
  readonly #rowOf = new Map<string, number>()
  readonly #entries: (IndexEntry | undefined)[] = []
  readonly #freeRows: number[] = []
  #regionOf = new Int32Array(64)
  #blockOf = new Int32Array(64)
  #order = new Int32Array(64)
  #size = 0
  #found = new Int32Array()
  #marks = new Uint8Array()

  constructor(lowerCase: (text: string) => string) {
    this.#lowerCase = lowerCase
  }

  /** Adds a vineyard that is not in the index, before the one named or at the end. */
  put(vineyard: VineyardRow, before: string | null = null): void {
    const { id, name, city, region, latitude, longitude } = vineyard
    const row = this.#freeRows.pop() ?? this.#entries.length
    this.#regionOf = grow(this.#regionOf, row + 1)
    this.#blockOf = grow(this.#blockOf, row + 1)
    this.#order = grow(this.#order, this.#size + 1)
    this.#entries[row] = { id, name, latitude, longitude }
    this.#positions.set(row, vineyard)
    this.#regionOf[row] = this.#regions.codeOf(region)
    const block = this.experiences.add(vineyard)
    this.#blockOf[row] = block
    this.#types.add(row, this.experiences.experiences, block)
    this.#words.add(row, this.#lowerCase([name, city ?? '', region ?? ''].join('\n')))
    this.#rowOf.set(id, row)
    const next = before === null ? undefined : this.#rowOf.get(before)
    const at = next === undefined ? this.#size : this.#order.indexOf(next)
    this.#order.copyWithin(at + 1, at, this.#size)
    this.#order[at] = row
    this.#size++
  }

  remove(ids: string[]): void {
    const rows = new Set(ids.flatMap((id) => this.#rowOf.get(id) ?? []))
    if (rows.size === 0) return
    const marks = this.#clearMarks()
    for (const row of rows) marks[row] = 1
    this.#size = keepByMark(this.#order.subarray(0, this.#size), marks, 0, this.#order)
    const blocks = Array.from(rows, (row) => this.#blockOf[row] ?? missing)
    this.#types.remove(marks, this.experiences.experiences, blocks)
    for (const row of rows) {
      this.#rowOf.delete(this.#entries[row]?.id ?? '')
      this.#entries[row] = undefined
      this.experiences.remove(this.#blockOf[row] ?? missing)
      this.#blockOf[row] = missing
      this.#words.remove(row)
      this.#freeRows.push(row)
    }
    this.experiences.compact(this.#blockOf.subarray(0, this.#entries.length))
  }

  /**
   * The rows that contain the term and match the filters, by name. `day` is required if the filters have a date. The
   * array is reused by the next search or edit.
   */
  search(term: string, filters: Filters, day: OpenDayData | null): Int32Array {
    const filter = experienceFilter(filters, this.experiences)
    const region = filters.region === null ? null : this.#regions.find(filters.region)
    // The indexed text joins name, city and region with line breaks, which none of them contains.
    if (filter === undefined || region === undefined || term.includes('\n')) return noRows

    const marks = this.#markTerm(term)
    if (marks === undefined) return noRows
    const found = this.#found.length < this.#size ? new Int32Array(this.#order.length) : this.#found
    this.#found = found
    let rows = this.#order.subarray(0, this.#size)
    if (marks !== null) rows = found.subarray(0, keepByMark(rows, marks, 1, found))
    if (region !== null) rows = found.subarray(0, keepByCode(rows, this.#regionOf, region, found))
    if (filter === null) return rows
    const count =
      day === null ? this.#keepMatching(rows, filter, found) : this.#keepOpen(rows, filter, day, found)
    return found.subarray(0, count)
  }

  /** The vineyards of these rows from one index to another. */
  entries(rows: Int32Array, from = 0, to = rows.length): IndexEntry[] {
    const entries: IndexEntry[] = []
    for (const row of rows.subarray(from, to)) {
      const entry = this.#entries[row]
      if (entry) entries.push(entry)
    }
    return entries
  }

  /** The first vineyards that pass a check, at most `limit`. */
  first(rows: Int32Array, limit: number, isWanted: (entry: IndexEntry) => boolean): IndexEntry[] {
    const entries: IndexEntry[] = []
    for (const row of rows) {
      const entry = this.#entries[row]
      if (entry && isWanted(entry)) entries.push(entry)
      if (entries.length === limit) break
    }
    return entries
  }

  /** One page of these rows, nearest first. Vineyards without a position come last, in their given order. */
  nearest(rows: Int32Array, near: Position, from: number, to: number): IndexEntry[] {
    const page = sortedPage(this.#positions.distances(rows, near), from, to)
    return this.entries(Int32Array.from(page, (n) => rows[n] ?? 0))
  }

  /** Scans the smaller side: these rows, or the experiences of the type. */
  #keepMatching(rows: Int32Array, filter: ExperienceFilter, found: Int32Array): number {
    if (rows.length * experiencesPerRow < this.#types.count(filter.type)) {
      const { experiences } = this.experiences
      let count = 0
      for (const row of rows) {
        found[count] = row
        count += anyMatches(experiences, this.#blockOf[row] ?? 0, filter) ? 1 : 0
      }
      return count
    }
    const marks = this.#clearMarks()
    this.#types.mark(filter, marks)
    return keepByMark(rows, marks, 1, found)
  }

  #keepOpen(rows: Int32Array, filter: ExperienceFilter, day: OpenDayData, found: Int32Array): number {
    const exceptionsOf = this.#exceptionsByRow(day.exceptions)
    let count = 0
    for (let n = 0; n < rows.length; n++) {
      const row = rows[n] ?? 0
      if (isOpen(this.experiences, this.#blockOf[row] ?? missing, exceptionsOf(row), filter, day))
        found[count++] = row
    }
    return count
  }

  /** Few rows have exceptions, so a mark is checked before the map. */
  #exceptionsByRow(exceptions: OpenDayData['exceptions']): (row: number) => DayException[] {
    const marks = new Uint8Array(this.#entries.length)
    const byRow = new Map<number, DayException[]>()
    for (const [id, own] of exceptions) {
      const row = this.#rowOf.get(id)
      if (row === undefined) continue
      marks[row] = 1
      byRow.set(row, own)
    }
    return (row) => (marks[row] === 1 ? (byRow.get(row) ?? noExceptions) : noExceptions)
  }

  /** Marks the rows that contain the term. Null means that all do, undefined that none does. */
  #markTerm(term: string): Uint8Array | null | undefined {
    if (term === '') return null
    const marks = this.#clearMarks()
    return this.#words.mark(this.#lowerCase(term.toWellFormed()), marks) ? marks : undefined
  }

  /** A zero for each row. The array is reused by the next search or edit. */
  #clearMarks(): Uint8Array {
    if (this.#marks.length < this.#entries.length) this.#marks = new Uint8Array(this.#blockOf.length)
    return this.#marks.fill(0)
  }
}

// Both write the rows they keep to the beginning of `found`, which may be the same memory as `rows`, and return their
// number. A dropped row is overwritten by the next: a branch here would be mispredicted as often as not.

/** Keeps rows whose mark has this lowest bit. */
function keepByMark(rows: Int32Array, marks: Uint8Array, bit: 0 | 1, found: Int32Array): number {
  let count = 0
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n] ?? 0
    found[count] = row
    count += ((marks[row] ?? 0) & 1) ^ bit ^ 1
  }
  return count
}

function keepByCode(rows: Int32Array, codes: Int32Array, code: number, found: Int32Array): number {
  let count = 0
  for (let n = 0; n < rows.length; n++) {
    const row = rows[n] ?? 0
    found[count] = row
    count += codes[row] === code ? 1 : 0
  }
  return count
}
