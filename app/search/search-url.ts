import { formatType } from '../experiences/experience.ts'
import { formatChipDay } from '../platform/days.ts'
import type { Position } from '../vineyards/position.ts'
import { type Filters, isPriceNarrowed, noFilters, priceRange } from './filters.ts'
import type { Trip } from './search-terms.ts'

/**
 * What the list is asked for, all of which stands in its address. Pages count from 1; with `near` the list comes
 * nearest first.
 */
export type SearchQuery = {
  search: string
  filters: Filters
  page: number
  place: ViewParams
  near: Near | null
}

/** Somewhere that vineyards are looked for around, and what it is called. */
export type Near = Position & { label: string }

/** The parameters that say where and how the list is looked at; the filters only carry them on. */
export type ViewParams = Partial<Record<(typeof placeNames)[number], string>>
const placeNames = ['near', 'lat', 'lng', 'view'] as const

const filterNames = [
  'region',
  'type',
  'date',
  'guests',
  'minPrice',
  'maxPrice',
  'minDuration',
  'maxGroupSize',
] as const
const names = ['search', ...filterNames, ...placeNames]

/** What an untouched panel sends for these, which an address need not say. */
const silent: Record<string, string> = { minPrice: String(priceRange.min), maxPrice: String(priceRange.max) }

export function readViewParams(params: URLSearchParams): ViewParams {
  const said = placeNames.map((name) => [name, (params.get(name) ?? '').trim().slice(0, 200)] as const)
  return Object.fromEntries(said.filter(([, value]) => value !== ''))
}

/** The whole list, by name. */
export const emptySearch: SearchQuery = { search: '', filters: noFilters, page: 1, place: {}, near: null }

/** The fields of the panel and the search box as text, in the order of the address. */
export function searchFields({
  search,
  filters,
  place,
}: Pick<SearchQuery, 'search' | 'filters' | 'place'>): Record<string, string> {
  const text = filterNames.map((name) => [name, String(filters[name] ?? '')])
  return { search, ...Object.fromEntries(text), ...place }
}

/** '' or '?search=…&region=…': only what is set, always in the same order, without the page. */
export function tidyQuery(fields: Record<string, string>): string {
  const query = new URLSearchParams()
  for (const name of names) {
    const value = (fields[name] ?? '').trim()
    if (value !== '' && value !== silent[name]) query.set(name, value)
  }
  return query.size === 0 ? '' : `?${query}`
}

/** The address of what is asked for, with changes: another page, other filters. The first page is not named. */
export function searchUrl(asked: SearchQuery, changes: Partial<SearchQuery> = {}): string {
  const { page, ...rest } = { ...asked, page: 1, ...changes }
  const query = tidyQuery(searchFields(rest))
  if (page <= 1) return query
  return query === '' ? `?page=${page}` : `${query}&page=${page}`
}

/** A removable filter: what it says, and the filters without it. */
export type Chip = { name: string; label: string; without: Filters }

/** Chips exist for region, price, type and date only. */
export function chipsOf(filters: Filters): Chip[] {
  const { region, type, date, minPrice, maxPrice } = filters
  const { minPrice: least, maxPrice: most } = noFilters
  const chips: Chip[] = []
  if (region !== null) chips.push({ name: 'region', label: region, without: { ...filters, region: null } })
  if (isPriceNarrowed(filters))
    chips.push({
      name: 'price',
      label: `£${minPrice} - £${maxPrice}`,
      without: { ...filters, minPrice: least, maxPrice: most },
    })
  if (type !== null)
    chips.push({ name: 'type', label: formatType(type), without: { ...filters, type: null } })
  if (date !== null)
    chips.push({ name: 'date', label: formatChipDay(date), without: { ...filters, date: null } })
  return chips
}

/** The day and the party that travel on to a vineyard. A day that was searched goes with the party it was searched for. */
export function tripOf({ date, guests }: Filters): Trip {
  if (date !== null) return { date, guests: String(guests ?? 1) }
  return guests === null ? {} : { guests: String(guests) }
}

/** A page number as it was meant: 1 where it is none, and whether that had to be said. */
export function readPageNumber(params: URLSearchParams): { page: number; corrected: boolean } {
  const text = (params.get('page') ?? '').trim()
  if (text === '') return { page: 1, corrected: false }
  if (!/^\d+$/.test(text) || Number(text) === 0) return { page: 1, corrected: true }
  return { page: Math.min(Number(text), 10_000_000), corrected: false }
}
