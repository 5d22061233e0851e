import { hasPosition } from '../../vineyards/position.ts'
import type { Filters } from '../filters.ts'
import { type Located, pointOf } from './distance-order.ts'
import type { DayException } from './exceptions.ts'
import { anyMatches, experienceFilter, type ExperienceRows, ExperienceTable } from './experience-table.ts'
import { isOpen, type OpenDayData } from './open-day.ts'
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

/** A changed vineyard, null if it is no longer visible, and the id of the vineyard that follows it by name. */
export type VineyardChange = { id: string; vineyard: VineyardRow | null; before: string | null }

/** A vineyard of the index. Never changes: an edit creates another. */
type IndexEntry = Readonly<Pick<VineyardRow, 'id' | 'name' | 'latitude' | 'longitude'> & Located>

/** The rows of the vineyards found, by name, and the entry of each row. Later edits change neither. */
export type IndexMatches = { rows: readonly number[]; entries: readonly IndexEntry[] }

const noExceptions: DayException[] = []

/**
 * The search index: the words, positions and experiences of all visible vineyards. Each vineyard has a row, which is its
 * place in these columns; an edit gives it another.
 */
export class SearchIndex {
  readonly experiences = new ExperienceTable()
  readonly #lowerCase: (text: string) => string
  readonly #words = new WordIndex()
  readonly #entries: IndexEntry[] = []
  /** The region's number in `#regions`. */
  readonly #regionOf: number[] = []
  /** The vineyard's block in `experiences`. */
  readonly #blockOf: number[] = []
  readonly #regions = new Map<string | null, number>()
  readonly #rowOf = new Map<string, number>()
  /** The rows of all vineyards by name. */
  #order: number[] = []

  constructor(lowerCase: (text: string) => string) {
    this.#lowerCase = lowerCase
  }

  get size(): number {
    return this.#order.length
  }

  /** Adds the vineyard that comes last by name. Only for loading: results of earlier searches would change. */
  add(vineyard: VineyardRow): void {
    this.#order.push(this.#createRow(vineyard))
  }

  /** Replaces changed vineyards, given in descending order of names. Old texts and experiences stay in memory. */
  apply(changes: VineyardChange[]): void {
    const old = new Set(changes.flatMap(({ id }) => this.#rowOf.get(id) ?? []))
    const order = this.#order.filter((row) => !old.has(row))
    for (const row of old) this.#words.remove(row)
    for (const { id } of changes) this.#rowOf.delete(id)
    for (const { vineyard, before } of changes) {
      if (!vineyard) continue
      const next = before === null ? undefined : this.#rowOf.get(before)
      order.splice(next === undefined ? order.length : order.indexOf(next), 0, this.#createRow(vineyard))
    }
    this.#order = order
  }

  /** The vineyards that contain the term and match the filters, by name. `day` is required if the filters have a date. */
  search(term: string, filters: Filters, day: OpenDayData | null): IndexMatches {
    return { rows: this.#find(term, filters, day), entries: this.#entries }
  }

  #find(term: string, filters: Filters, day: OpenDayData | null): number[] {
    const table = this.experiences
    const filter = experienceFilter(filters, table)
    const region = filters.region === null ? null : this.#regions.get(filters.region)
    // The indexed text joins name, city and region with line breaks, which none of them contains.
    if (filter === undefined || region === undefined || term.includes('\n')) return []

    const [regionOf, blockOf] = [this.#regionOf, this.#blockOf]
    let rows = this.#order
    if (term !== '') {
      const marks = this.#words.find(this.#lowerCase(term.toWellFormed()))
      rows = rows.filter((row) => marks[row] === 1)
    }
    if (region !== null) rows = rows.filter((row) => regionOf[row] === region)
    if (filter === null) return rows
    if (day === null) return rows.filter((row) => anyMatches(table.experiences, blockOf[row] ?? 0, filter))
    const exceptions = new Map<number | undefined, DayException[]>()
    for (const [id, own] of day.exceptions) exceptions.set(this.#rowOf.get(id), own)
    return rows.filter((row) =>
      isOpen(table, blockOf[row] ?? 0, exceptions.get(row) ?? noExceptions, filter, day),
    )
  }

  #createRow(vineyard: VineyardRow): number {
    const { id, name, city, region, latitude, longitude } = vineyard
    const point = hasPosition(vineyard) ? pointOf(vineyard) : null
    this.#entries.push({ id, name, latitude, longitude, point })
    this.#regionOf.push(this.#regions.getOrInsert(region, this.#regions.size))
    this.#blockOf.push(this.experiences.add(vineyard))
    const row = this.#words.add(this.#lowerCase([name, city ?? '', region ?? ''].join('\n')))
    this.#rowOf.set(id, row)
    return row
  }
}
