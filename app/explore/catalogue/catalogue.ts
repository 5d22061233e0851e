import type { Position } from '../../vineyards/position.ts'
import type { Filters } from '../filters.ts'
import type { DayException } from './exceptions.ts'
import type { Fold } from './fold.ts'
import { Codes, none } from './codes.ts'
import { type OfferRows, Offers } from './offers.ts'
import { type OpenDay, roomOn } from './open-day.ts'
import { stretchInOrder } from './order.ts'
import { Places } from './places.ts'
import { anySuits, wishOf } from './suits.ts'
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
export type Entry = Readonly<Pick<VineyardRow, 'id' | 'name' | 'latitude' | 'longitude'>>

const nothing = new Int32Array()
const noExceptions: DayException[] = []

/**
 * The visible vineyards and what they offer, held in memory so that a search looks through all of it. A vineyard has
 * a row for as long as it is visible; `#order` holds the rows by name.
 */
export class Catalogue {
  readonly offers = new Offers()
  readonly #fold: Fold
  readonly #words = new WordIndex()
  readonly #places = new Places()
  readonly #regions = new Codes()
  readonly #rowOf = new Map<string, number>()
  readonly #entries: (Entry | undefined)[] = []
  readonly #regionOf: number[] = []
  readonly #offersOf: number[] = []
  readonly #free: number[] = []
  #order: number[] = []
  #found = new Int32Array()

  constructor(fold: Fold) {
    this.#fold = fold
  }

  /** Takes in a vineyard that is not there yet, before another one, or as the last. */
  put(vineyard: VineyardRow, before: string | null = null): void {
    const { id, name, city, region, latitude, longitude } = vineyard
    const row = this.#free.pop() ?? this.#entries.length
    this.#entries[row] = { id, name, latitude, longitude }
    this.#places.set(row, vineyard)
    this.#regionOf[row] = this.#regions.codeOf(region)
    this.#offersOf[row] = this.offers.add(vineyard)
    this.#words.add(row, this.#fold([name, city ?? '', region ?? ''].join('\n')))
    this.#rowOf.set(id, row)
    const next = before === null ? undefined : this.#rowOf.get(before)
    if (next === undefined) this.#order.push(row)
    else this.#order.splice(this.#order.indexOf(next), 0, row)
  }

  remove(ids: string[]): void {
    const rows = new Set(ids.flatMap((id) => this.#rowOf.get(id) ?? []))
    if (rows.size === 0) return
    this.#order = this.#order.filter((row) => !rows.has(row))
    for (const row of rows) {
      this.#rowOf.delete(this.#entries[row]?.id ?? '')
      this.#entries[row] = undefined
      this.offers.remove(this.#offersOf[row] ?? none)
      this.#offersOf[row] = none
      this.#words.remove(row)
      this.#free.push(row)
    }
    this.offers.tidy(this.#offersOf)
  }

  /**
   * The rows of all vineyards whose words hold the term and that answer to the filters, by name; `day` where these name
   * one. They are good until the next search or edit.
   */
  search(term: string, filters: Filters, day: OpenDay | null): Int32Array {
    const wish = wishOf(filters, this.offers)
    const region = filters.region === null ? null : this.#regions.find(filters.region)
    // No name, city or region has a line end: only the text they are joined into has.
    if (wish === undefined || region === undefined || term.includes('\n')) return nothing

    const marks = this.#marksOf(term)
    if (marks === undefined) return nothing
    const order = this.#order
    if (this.#found.length < order.length) this.#found = new Int32Array(order.length * 2)
    const found = this.#found
    const exceptions = this.#byRow(day?.exceptions)
    let size = 0
    for (let n = 0; n < order.length; n++) {
      const row = order[n] ?? 0
      if (marks !== null && marks[row] !== 1) continue
      if (region !== null && this.#regionOf[row] !== region) continue
      if (wish !== null) {
        const at = this.#offersOf[row] ?? none
        const fits =
          day === null
            ? anySuits(this.offers.offers, at, wish)
            : roomOn(this.offers, at, exceptions.get(row) ?? noExceptions, wish, day)
        if (!fits) continue
      }
      found[size++] = row
    }
    return found.subarray(0, size)
  }

  /** The vineyards of these rows, from one place to another. */
  entries(rows: Int32Array, from = 0, to = rows.length): Entry[] {
    const entries: Entry[] = []
    for (const row of rows.subarray(from, to)) {
      const entry = this.#entries[row]
      if (entry) entries.push(entry)
    }
    return entries
  }

  /** The same in the order of their distance; those of unknown position are the last, and keep their order. */
  nearest(rows: Int32Array, near: Position, from: number, to: number): Entry[] {
    const order = stretchInOrder(this.#places.farness(rows, near), from, to)
    return this.entries(Int32Array.from(order, (n) => rows[n] ?? 0))
  }

  #byRow(exceptions: OpenDay['exceptions'] = new Map()): Map<number, DayException[]> {
    const byRow = new Map<number, DayException[]>()
    for (const [id, own] of exceptions) byRow.set(this.#rowOf.get(id) ?? none, own)
    return byRow
  }

  /** The rows that hold the term have 1; null where all do, undefined where none does. */
  #marksOf(term: string): Uint8Array | null | undefined {
    if (term === '') return null
    const marks = new Uint8Array(this.#entries.length)
    return this.#words.mark(this.#fold(term.toWellFormed()), marks) ? marks : undefined
  }
}
