import type { Filters } from '../filters.ts'
import type { Fold } from './fold.ts'
import { Codes, none, type OfferRow, Offers } from './offers.ts'
import { type OpenDay, roomOn } from './open-day.ts'
import { anySuits, wishOf } from './suits.ts'
import { WordIndex } from './word-index.ts'

/** A visible vineyard as it is read: its words, its position, its active experiences. */
export type VineyardRow = {
  id: string
  name: string
  city: string | null
  region: string | null
  latitude: number | null
  longitude: number | null
  offers: OfferRow[] | null
}

/** A vineyard that was found. It is never changed: an edit puts another in its place. */
export type Entry = Readonly<Pick<VineyardRow, 'id' | 'name' | 'latitude' | 'longitude'>>

/** Vineyards by name, and those among them that count only if one of these experiences has room. */
export type Search = { found: Entry[]; doubtful: Map<Entry, string[]> }

/**
 * The visible vineyards and what they offer, held in memory so that a search looks through all of it. A vineyard has
 * a row for as long as it is visible; `#order` holds the rows by name.
 */
export class Catalogue {
  readonly offers = new Offers()
  readonly #fold: Fold
  readonly #words = new WordIndex()
  readonly #regions = new Codes()
  readonly #rowOf = new Map<string, number>()
  readonly #entries: (Entry | undefined)[] = []
  readonly #regionOf: number[] = []
  readonly #offersOf: number[] = []
  readonly #free: number[] = []
  #order: number[] = []

  constructor(fold: Fold) {
    this.#fold = fold
  }

  get size(): number {
    return this.#order.length
  }

  /** Takes in a vineyard that is not there yet, before another one, or as the last. */
  put(vineyard: VineyardRow, before: string | null = null): void {
    const { id, name, city, region, latitude, longitude } = vineyard
    const row = this.#free.pop() ?? this.#entries.length
    this.#entries[row] = { id, name, latitude, longitude }
    this.#regionOf[row] = this.#regions.codeOf(region)
    this.#offersOf[row] = this.offers.add(vineyard.offers ?? [])
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

  /** All vineyards whose words hold the term and that answer to the filters; `day` where these name one. */
  search(term: string, filters: Filters, day: OpenDay | null): Search {
    const found: Entry[] = []
    const doubtful = new Map<Entry, string[]>()
    const wish = wishOf(filters, this.offers)
    const region = filters.region === null ? null : this.#regions.find(filters.region)
    // No name, city or region has a line end: only the text they are joined into has.
    if (wish === undefined || region === undefined || term.includes('\n')) return { found, doubtful }

    const marks = this.#marksOf(term)
    const { words } = this.offers
    for (const row of this.#order) {
      if (marks !== null && marks[row] !== 1) continue
      if (region !== null && this.#regionOf[row] !== region) continue
      const entry = this.#entries[row]
      if (!entry) continue
      if (wish !== null) {
        const at = this.#offersOf[row] ?? none
        const room = day === null ? anySuits(words, at, wish) : roomOn(words, at, entry.id, wish, day)
        if (room === false) continue
        if (room !== true) doubtful.set(entry, room)
      }
      found.push(entry)
    }
    return { found, doubtful }
  }

  #marksOf(term: string): Uint8Array | null {
    if (term === '') return null
    const marks = new Uint8Array(this.#entries.length)
    this.#words.mark(this.#fold(term.toWellFormed()), marks)
    return marks
  }
}
