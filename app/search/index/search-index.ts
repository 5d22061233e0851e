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

/** A vineyard of the index: its row in the word index, and its block in the table of experiences. Never changes. */
type IndexEntry = Readonly<
  Pick<VineyardRow, 'id' | 'name' | 'latitude' | 'longitude'> &
    Located & { region: number; row: number; block: number }
>

const noExceptions: DayException[] = []

/** The search index: the words, positions and experiences of all visible vineyards. */
export class SearchIndex {
  readonly experiences = new ExperienceTable()
  readonly #lowerCase: (text: string) => string
  readonly #words = new WordIndex()
  /** A number for each region, so that comparing regions is comparing numbers. */
  readonly #regions = new Map<string | null, number>()
  readonly #entries = new Map<string, IndexEntry>()
  /** All entries by name. */
  #order: IndexEntry[] = []

  constructor(lowerCase: (text: string) => string) {
    this.#lowerCase = lowerCase
  }

  get size(): number {
    return this.#order.length
  }

  /** Adds the vineyard that comes last by name. Only for loading: results of earlier searches would change. */
  add(vineyard: VineyardRow): void {
    this.#order.push(this.#createEntry(vineyard))
  }

  /** Replaces changed vineyards, given in descending order of names. Old texts and experiences stay in memory. */
  apply(changes: VineyardChange[]): void {
    const old = new Set(changes.map(({ id }) => this.#entries.get(id)))
    const order = this.#order.filter((entry) => !old.has(entry))
    for (const entry of old) {
      if (!entry) continue
      this.#words.remove(entry.row)
      this.#entries.delete(entry.id)
    }
    for (const { vineyard, before } of changes) {
      if (!vineyard) continue
      const next = before === null ? undefined : this.#entries.get(before)
      order.splice(next ? order.indexOf(next) : order.length, 0, this.#createEntry(vineyard))
    }
    this.#order = order
  }

  /** The vineyards that contain the term and match the filters, by name. `day` is required if the filters have a date. */
  search(term: string, filters: Filters, day: OpenDayData | null): readonly IndexEntry[] {
    const { experiences } = this
    const filter = experienceFilter(filters, experiences)
    const region = filters.region === null ? null : this.#regions.get(filters.region)
    // The indexed text joins name, city and region with line breaks, which none of them contains.
    if (filter === undefined || region === undefined || term.includes('\n')) return []

    let found = this.#order
    if (term !== '') {
      const marks = this.#words.find(this.#lowerCase(term.toWellFormed()))
      found = found.filter(({ row }) => marks[row] === 1)
    }
    if (region !== null) found = found.filter((entry) => entry.region === region)
    if (filter === null) return found
    if (day === null) return found.filter(({ block }) => anyMatches(experiences.experiences, block, filter))
    return found.filter(({ id, block }) =>
      isOpen(experiences, block, day.exceptions.get(id) ?? noExceptions, filter, day),
    )
  }

  #createEntry(vineyard: VineyardRow): IndexEntry {
    const { id, name, city, region, latitude, longitude } = vineyard
    const entry = {
      id,
      name,
      latitude,
      longitude,
      point: hasPosition(vineyard) ? pointOf(vineyard) : null,
      region: this.#regions.getOrInsert(region, this.#regions.size),
      row: this.#words.add(this.#lowerCase([name, city ?? '', region ?? ''].join('\n'))),
      block: this.experiences.add(vineyard),
    }
    this.#entries.set(id, entry)
    return entry
  }
}
