import type { Position } from '../../vineyards/position.ts'
import type { Filters } from '../filters.ts'
import type { DayException } from './exceptions.ts'
import type { Normaliser } from './normalise.ts'
import { Codes, none } from './codes.ts'
import { type OfferRows, Offers } from './offers.ts'
import { type OpenDayIndex, roomOn } from './open-day.ts'
import { stretchInOrder } from './name-order.ts'
import { PositionIndex } from './positions.ts'
import { withRoom } from './grow-array.ts'
import { coded, marked, suited, unmarked } from './filter.ts'
import { type ExperienceFilter, experienceFilter } from './matches.ts'
import { TypeColumns } from './type-columns.ts'
import { WordIndex } from './word-index.ts'

/** A visible vineyard as it is read: its words, its position, its active experiences. */
export type VineyardRow = OfferRows & {
  id: string
  name: string
  city: string | null
  region: string | null
  latitude: number | null
  longitude: number | null
}

/** A vineyard that was found. It is never changed: an edit puts another in its place. */
export type IndexEntry = Readonly<Pick<VineyardRow, 'id' | 'name' | 'latitude' | 'longitude'>>

/** To look at what one vineyard offers takes as long as going over so many experiences of a type. */
const experiencesForRow = 8

const nothing = new Int32Array()
const noExceptions: DayException[] = []

/**
 * The visible vineyards and what they offer, held in memory so that a search looks through all of it. A vineyard has
 * a row for as long as it is visible; `#order` holds the rows by name.
 */
export class SearchIndex {
  readonly offers = new Offers()
  readonly #types = new TypeColumns()
  readonly #fold: Normaliser
  readonly #words = new WordIndex()
  readonly #places = new PositionIndex()
  readonly #regions = new Codes()
  readonly #rowOf = new Map<string, number>()
  readonly #entries: (IndexEntry | undefined)[] = []
  readonly #free: number[] = []
  #regionOf = new Int32Array(64)
  #offersOf = new Int32Array(64)
  #order = new Int32Array(64)
  /** How many stand in `#order`. */
  #size = 0
  #found = new Int32Array()
  #marks = new Uint8Array()

  constructor(fold: Normaliser) {
    this.#fold = fold
  }

  /** Takes in a vineyard that is not there yet, before another one, or as the last. */
  put(vineyard: VineyardRow, before: string | null = null): void {
    const { id, name, city, region, latitude, longitude } = vineyard
    const row = this.#free.pop() ?? this.#entries.length
    this.#regionOf = withRoom(this.#regionOf, row + 1)
    this.#offersOf = withRoom(this.#offersOf, row + 1)
    this.#order = withRoom(this.#order, this.#size + 1)
    this.#entries[row] = { id, name, latitude, longitude }
    this.#places.set(row, vineyard)
    this.#regionOf[row] = this.#regions.codeOf(region)
    const part = this.offers.add(vineyard)
    this.#offersOf[row] = part
    this.#types.add(row, this.offers.offers, part)
    this.#words.add(row, this.#fold([name, city ?? '', region ?? ''].join('\n')))
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
    const marks = this.#noMarks()
    for (const row of rows) marks[row] = 1
    this.#size = unmarked(this.#order.subarray(0, this.#size), marks, this.#order)
    const parts = Array.from(rows, (row) => this.#offersOf[row] ?? none)
    this.#types.remove(marks, this.offers.offers, parts)
    for (const row of rows) {
      this.#rowOf.delete(this.#entries[row]?.id ?? '')
      this.#entries[row] = undefined
      this.offers.remove(this.#offersOf[row] ?? none)
      this.#offersOf[row] = none
      this.#words.remove(row)
      this.#free.push(row)
    }
    this.offers.tidy(this.#offersOf.subarray(0, this.#entries.length))
  }

  /**
   * The rows of all vineyards whose words hold the term and that answer to the filters, by name; `day` where these name
   * one. They are good until the next search or edit.
   */
  search(term: string, filters: Filters, day: OpenDayIndex | null): Int32Array {
    const filter = experienceFilter(filters, this.offers)
    const region = filters.region === null ? null : this.#regions.find(filters.region)
    // No name, city or region has a line end: only the text they are joined into has.
    if (filter === undefined || region === undefined || term.includes('\n')) return nothing

    const marks = this.#marksOf(term)
    if (marks === undefined) return nothing
    const found = this.#found.length < this.#size ? new Int32Array(this.#order.length) : this.#found
    this.#found = found
    let rows = this.#order.subarray(0, this.#size)
    if (marks !== null) rows = found.subarray(0, marked(rows, marks, found))
    if (region !== null) rows = found.subarray(0, coded(rows, this.#regionOf, region, found))
    if (filter === null) return rows
    const kept = day === null ? this.#suited(rows, filter, found) : this.#open(rows, filter, day, found)
    return found.subarray(0, kept)
  }

  /** Keeps those of these rows that offer what suits, as `sift.ts` does: by whatever are fewer, they or such experiences. */
  #suited(rows: Int32Array, filter: ExperienceFilter, found: Int32Array): number {
    if (rows.length * experiencesForRow < this.#types.count(filter.type))
      return suited(rows, this.#offersOf, this.offers.offers, filter, found)
    const marks = this.#noMarks()
    this.#types.mark(filter, marks)
    return marked(rows, marks, found)
  }

  /** Keeps those of these rows that have room on a day, as `sift.ts` does. */
  #open(rows: Int32Array, filter: ExperienceFilter, day: OpenDayIndex, found: Int32Array): number {
    const spokenOf = this.#spokenOf(day.exceptions)
    let kept = 0
    for (let n = 0; n < rows.length; n++) {
      const row = rows[n] ?? 0
      if (roomOn(this.offers, this.#offersOf[row] ?? none, spokenOf(row), filter, day)) found[kept++] = row
    }
    return kept
  }

  /** The vineyards of these rows, from one place to another. */
  entries(rows: Int32Array, from = 0, to = rows.length): IndexEntry[] {
    const entries: IndexEntry[] = []
    for (const row of rows.subarray(from, to)) {
      const entry = this.#entries[row]
      if (entry) entries.push(entry)
    }
    return entries
  }

  /** The first of them that are wanted, at most so many. */
  first(rows: Int32Array, most: number, isWanted: (entry: IndexEntry) => boolean): IndexEntry[] {
    const entries: IndexEntry[] = []
    for (const row of rows) {
      const entry = this.#entries[row]
      if (entry && isWanted(entry)) entries.push(entry)
      if (entries.length === most) break
    }
    return entries
  }

  /** The same in the order of their distance; those of unknown position are the last, and keep their order. */
  nearest(rows: Int32Array, near: Position, from: number, to: number): IndexEntry[] {
    const order = stretchInOrder(this.#places.farness(rows, near), from, to)
    return this.entries(Int32Array.from(order, (n) => rows[n] ?? 0))
  }

  /** The exceptions of a row. Few have any, so that most are told by one look at a mark. */
  #spokenOf(exceptions: OpenDayIndex['exceptions']): (row: number) => DayException[] {
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

  /** The rows that hold the term have an odd mark; null where all do, undefined where none does. */
  #marksOf(term: string): Uint8Array | null | undefined {
    if (term === '') return null
    const marks = this.#noMarks()
    return this.#words.mark(this.#fold(term.toWellFormed()), marks) ? marks : undefined
  }

  /** A mark for each row, all 0. They are good until the next search or edit. */
  #noMarks(): Uint8Array {
    if (this.#marks.length < this.#entries.length) this.#marks = new Uint8Array(this.#offersOf.length)
    return this.#marks.fill(0)
  }
}
