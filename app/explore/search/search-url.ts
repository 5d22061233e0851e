import { formatType } from '../../catalogue/experiences/experience.ts'
import { factFilterLabel, factFilterNames } from '../../catalogue/facts/fact-filters.ts'
import { formatChipDay } from '../../platform/days.ts'
import { cleanLine } from '../../platform/text/text.ts'
import { type Filters, isPriceNarrowed, noFilters, priceRange } from './filters.ts'
import type { Meaning } from './meaning.ts'
import { nearMiles, type Near, type NearParams } from './near.ts'
import type { Trip } from './trip.ts'

/** The state of Explore, all in the URL. Pages count from 1; with `near` the nearest vineyards come first. */
export type SearchQuery = {
  search: string
  filters: Filters
  page: number
  viewParams: ViewParams
  near: Near | null
}

/** The parameters of location, view and order (`sort=name` or `sort=rating`), which the filters pass on unchanged */
export type ViewParams = Partial<Record<(typeof viewNames)[number], string>>
const viewNames = ['near', 'lat', 'lng', 'view', 'sort'] as const

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
const names = ['search', ...filterNames, ...factFilterNames, ...viewNames]

/** The values that an untouched form sends. The URL leaves them out. */
const defaults: Record<string, string> = {
  minPrice: String(priceRange.min),
  maxPrice: String(priceRange.max),
}

/** The longest search term. No name is that long, so shortening a term cannot lose a match. */
const longestTerm = 201

/** Returns the search term, cleaned. If the parameter is repeated, the first one counts. */
export function readSearch(params: URLSearchParams): string {
  const typed = (params.get('search') ?? '').slice(0, 10 * longestTerm).replace(/\p{Cc}/gu, ' ')
  return cleanLine(typed).slice(0, longestTerm).trim()
}

export function readViewParams(params: URLSearchParams): ViewParams {
  const values = viewNames.map((name) => [name, (params.get(name) ?? '').trim().slice(0, 200)] as const)
  return Object.fromEntries(
    values.filter(
      ([name, value]) => value !== '' && (name !== 'sort' || value === 'name' || value === 'rating'),
    ),
  )
}

/** Returns the page number, or 1 if it is invalid, and whether it was corrected. */
export function readPageNumber(params: URLSearchParams): { page: number; corrected: boolean } {
  const text = (params.get('page') ?? '').trim()
  if (text === '') return { page: 1, corrected: false }
  if (!/^\d+$/.test(text) || Number(text) === 0) return { page: 1, corrected: true }
  return { page: Math.min(Number(text), 10_000_000), corrected: false }
}

/** The search without words, filters and location, which finds all vineyards, sorted by name */
export const emptySearch: SearchQuery = {
  search: '',
  filters: noFilters,
  page: 1,
  viewParams: {},
  near: null,
}

/** Returns the fields of the search form as text, in the order of the URL. */
export function searchFields({
  search,
  filters,
  viewParams,
}: Pick<SearchQuery, 'search' | 'filters' | 'viewParams'>): Record<string, string> {
  const text = filterNames.map((name) => [name, String(filters[name] ?? '')])
  const facts = factFilterNames.map((name) => [name, filters.facts.includes(name) ? 'yes' : ''])
  return { search, ...Object.fromEntries([...text, ...facts]), ...viewParams }
}

/** Returns '' or '?search=…&region=…' with the values that differ from the defaults, in a fixed order, without the page. */
export function tidyQuery(fields: Record<string, string>): string {
  const params = new URLSearchParams()
  for (const name of names) {
    const value = (fields[name] ?? '').trim()
    if (value !== '' && value !== defaults[name]) params.set(name, value)
  }
  return params.size === 0 ? '' : `?${params}`
}

/** Returns the query string of a search with changes. It leads to the first page unless `changes` has a page. */
export function searchUrl(query: SearchQuery, changes: Partial<SearchQuery> = {}): string {
  const { page, ...rest } = { ...query, page: 1, ...changes }
  const params = tidyQuery(searchFields(rest))
  if (page <= 1) return params
  return params === '' ? `?page=${page}` : `${params}&page=${page}`
}

/** A removable filter: its label, and the filters without it. */
type Chip = { name: string; label: string; without: Filters }

/** Chips for region, price, type and date (specification §2), and for each fact about the visit. */
export function chipsOf(filters: Filters): Chip[] {
  const { region, type, date, minPrice, maxPrice, facts } = filters
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
  for (const name of facts) {
    const others = facts.filter((fact) => fact !== name)
    chips.push({ name, label: factFilterLabel(name), without: { ...filters, facts: others } })
  }
  return chips
}

/**
 * Returns the heading of the list, such as '17 vineyards found in Wales' or '12 vineyards found, 3 within 25 miles of
 * Canterbury', where `within` is 3. If a day is searched, the heading ends with the party: '12 vineyards found, places for 4'.
 * If only a party is given, the heading ends with `taking`: '228 vineyards found; 8 take a party of 9'.
 */
export function countText(
  total: number,
  {
    search,
    meaning = { kind: 'words', search },
    guests = null,
    taking = null,
    near = null,
    within = null,
  }: {
    search: string
    meaning?: Meaning
    guests?: number | null
    taking?: number | null
    near?: { label: string } | null
    within?: number | null
  },
): string {
  const found = meaning.kind === 'location' ? (within ?? total) : total
  const text = [
    `${vineyards(found)} found${whatWasFound(meaning)}`,
    guests !== null && taking === null && `places for ${guests}`,
    near &&
      meaning.kind !== 'location' &&
      within !== null &&
      total > 0 &&
      `${within === 0 ? 'none' : within} within ${nearMiles} miles of ${near.label}`,
  ]
    .filter(Boolean)
    .join(', ')
  if (taking === null || found === 0) return text
  return `${text}; ${taking || 'none'} ${taking <= 1 ? 'takes' : 'take'} a party of ${guests}`
}

function whatWasFound(meaning: Meaning): string {
  if (meaning.kind === 'area') return ` in ${meaning.name}`
  if (meaning.kind === 'location') return ` near ${meaning.near.label}`
  return meaning.search === '' ? '' : ` for ${meaning.search}`
}

/** Returns '1 vineyard' or '12 vineyards'. */
export function vineyards(count: number): string {
  return count === 1 ? '1 vineyard' : `${count} vineyards`
}

/** Returns the day and party that links pass on. A searched day always has a party: one guest if none was given. */
export function tripOf({ date, guests }: Filters): Trip {
  if (date !== null) return { date, guests: String(guests ?? 1) }
  return guests === null ? {} : { guests: String(guests) }
}

/** Returns the first page of a search around another location; null removes the location. */
export function searchAround(query: SearchQuery, near: NearParams | null): SearchQuery {
  const { near: _near, lat: _lat, lng: _lng, ...viewParams } = query.viewParams
  return { ...query, page: 1, viewParams: { ...viewParams, ...near } }
}
