import { hasPosition } from '../../vineyards/position.ts'
import { dayOf, numberOfDay } from '../../platform/days.ts'
import type { Filters } from '../filters.ts'
import { type Located, pointOf } from './distance-order.ts'
import { closingTime, type SlotChanges } from './bookable.ts'
import { type DayException, type Exception, readException } from './exceptions.ts'
import {
  anyMatches,
  experienceFilter,
  type ExperienceRows,
  ExperienceTable,
  lowestPrice,
} from './experience-table.ts'
import { wordsOfId } from './id-table.ts'
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
  /** Null if there are none. Days since 1970. */
  closures: Exception<string>[] | null
  /** Experience and seconds since 1970; null if there are none. */
  legacy: [experience: string, starts_at: number][] | null
}

/** A changed vineyard, null if it is no longer visible, and the id of the vineyard that follows it by name. */
export type VineyardChange = { id: string; vineyard: VineyardRow | null; before: string | null }

/** A vineyard of the index. Never changes: an edit creates another. */
type IndexEntry = Readonly<Pick<VineyardRow, 'id' | 'name' | 'region' | 'latitude' | 'longitude'> & Located>

/** The rows of the vineyards found, by name, and the entry of each row. Later edits change neither. */
export type IndexMatches = { rows: readonly number[]; entries: readonly IndexEntry[] }

/** Which rows can be booked, and how many. From `until` (milliseconds since 1970) or the end of the day it may be others. */
export type BookableRows = { isBookable: (row: number) => boolean; bookable: number; until: number }

const noExceptions: DayException[] = []
const unknown = -1
const noChanges: SlotChanges = { closures: [], legacy: [] }

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
  /** Only of rows that have any. */
  readonly #changesOf = new Map<number, SlotChanges>()
  /** When booking closes on `#today`, or `unknown`. */
  readonly #closing: number[] = []
  #today = 0
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

  /** The lowest prices in pence of experiences that match the filters, in the order of the rows; null without one. */
  lowestPrices(rows: readonly number[], filters: Filters): (number | null)[] {
    const { experiences } = this.experiences
    const filter = experienceFilter(filters, this.experiences)
    if (filter === undefined) return rows.map(() => null)
    return rows.map((row) => lowestPrice(experiences, this.#blockOf[row] ?? 0, filter))
  }

  /** Returns a check whether a row has an experience that matches the filters and takes a party of this size. */
  takesParty(filters: Filters, party: number): (row: number) => boolean {
    const { experiences } = this.experiences
    const filter = experienceFilter(filters, this.experiences, party)
    if (!filter) return () => false
    return (row) => anyMatches(experiences, this.#blockOf[row] ?? 0, filter)
  }

  /** Which of these rows have an active experience with a slot within its horizon, full or not. */
  findBookable(all: readonly number[], now: Date): BookableRows {
    const today = numberOfDay(dayOf(now))
    if (today !== this.#today) this.#closing.fill(unknown)
    this.#today = today
    const [closing, instant] = [this.#closing, now.getTime()]
    let [bookable, until] = [0, Number.POSITIVE_INFINITY]
    for (const row of all) {
      const closes = closing[row] === unknown ? this.#findClosing(row) : (closing[row] ?? 0)
      if (closes <= instant) continue
      bookable++
      if (closes < until) until = closes
    }
    return { isBookable: (row) => (closing[row] ?? 0) > instant, bookable, until }
  }

  #findClosing(row: number): number {
    const changes = this.#changesOf.get(row) ?? noChanges
    return (this.#closing[row] = closingTime(this.experiences, this.#blockOf[row] ?? 0, changes, this.#today))
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
      const { marks, count } = this.#words.find(this.#lowerCase(term.toWellFormed()))
      if (count === 0) return []
      if (count < rows.length) rows = rows.filter((row) => marks[row] === 1)
    }
    if (region !== null) rows = rows.filter((row) => regionOf[row] === region)
    if (filter === null) return rows
    if (day === null) return rows.filter((row) => anyMatches(table.experiences, blockOf[row] ?? 0, filter))
    // Few rows have exceptions, and marks are quicker to read than a map.
    const [exceptions, marks] = [new Map<number, DayException[]>(), new Uint8Array(blockOf.length)]
    for (const [id, own] of day.exceptions) {
      const row = this.#rowOf.get(id)
      if (row === undefined) continue
      exceptions.set(row, own)
      marks[row] = 1
    }
    return rows.filter((row) => {
      const own = marks[row] === 1 ? (exceptions.get(row) ?? noExceptions) : noExceptions
      return isOpen(table, blockOf[row] ?? 0, own, filter, day)
    })
  }

  #createRow(vineyard: VineyardRow): number {
    const { id, name, city, region, latitude, longitude, closures, legacy } = vineyard
    const point = hasPosition(vineyard) ? pointOf(vineyard) : null
    this.#entries.push({ id, name, region, latitude, longitude, point })
    this.#regionOf.push(this.#regions.getOrInsert(region, this.#regions.size))
    this.#blockOf.push(this.experiences.add(vineyard))
    const row = this.#words.add(this.#lowerCase([name, city ?? '', region ?? ''].join('\n')))
    this.#rowOf.set(id, row)
    this.#closing.push(unknown)
    if (closures || legacy)
      this.#changesOf.set(row, {
        closures: (closures ?? []).map(readException),
        legacy: (legacy ?? []).map(([experience, seconds]) => ({
          experience: wordsOfId(experience),
          starts_at: seconds * 1000,
        })),
      })
    return row
  }
}

/** One page of these rows by rank, lowest first, otherwise in their order. `sizes` counts the rows of each rank. */
export function pageByRank(
  all: readonly number[],
  { rankOf, sizes }: { rankOf: (row: number) => number; sizes: readonly number[] },
  from: number,
  to: number,
): number[] {
  let before = 0
  return sizes.flatMap((size, rank) => {
    const [first, last] = [from - before, Math.min(to - before, size)]
    before += size
    return first < last ? pageOf(all, (row) => rankOf(row) === rank, first, last) : []
  })
}

/** The rows between two places in the list of those that pass; none before its start. */
function pageOf(
  rows: readonly number[],
  passes: (row: number) => boolean,
  from: number,
  to: number,
): number[] {
  const page: number[] = []
  let place = 0
  for (let n = 0; place < to && n < rows.length; n++) {
    const row = rows[n] ?? 0
    if (!passes(row)) continue
    if (place >= from) page.push(row)
    place++
  }
  return page
}
