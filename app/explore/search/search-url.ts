import { factFilterNames } from '../../catalogue/facts/fact-filters.ts'
import { cleanLine } from '../../platform/text/text.ts'
import { type Filters, noFilters, priceRange } from './filters.ts'
import type { Near, NearParams } from './near.ts'
import type { Trip } from './trip.ts'

/** The state of Explore, all in the URL. Pages count from 1; with `near` the nearest vineyards come first. */
export type SearchQuery = {
  search: string
  filters: Filters
  page: number
  viewParams: ViewParams
  near: Near | null
}

/** The parameters of location, view and order (`sort=name` or `sort=rating`), which stay the same when the filters change */
export type ViewParams = Partial<Record<(typeof viewNames)[number], string>>
const viewNames = ['near', 'lat', 'lng', 'view', 'sort'] as const

/** The parameters of Explore's filters, without the parameters of the facts */
export const filterNames = [
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

/** The number of cards on a page: eight rows of three */
export const cardsOnPage = 24

/** The longest search term. All names are shorter, so shortening a term loses no match. */
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

/** The search without words, filters or location. It finds all vineyards: the bookable ones by name, then the others by name. */
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
  return withPage(params, page)
}

function withPage(params: string, page: number): string {
  if (page <= 1) return params
  return params === '' ? `?page=${page}` : `${params}&page=${page}`
}

/**
 * Returns the query string of the canonical URL of a search: the words, the name of the location but never its coordinates,
 * and the page. Leaves out the page if the search has anything else, such as a filter, an order or a position without a name.
 */
export function canonicalQuery(query: SearchQuery): string {
  const { lat, lng: _lng, ...fields } = searchFields(query)
  const { search = '', near = '' } = fields
  const list = tidyQuery({ search, near })
  const isNameless = lat !== undefined && near === ''
  return isNameless || tidyQuery(fields) !== list ? list : withPage(list, query.page)
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

/** Returns the query without its location, on the same page of the list. */
export function withoutLocation(query: SearchQuery): SearchQuery {
  return { ...searchAround(query, null), page: query.page, near: null }
}

/** Returns the title of the page of a search. */
export function searchTitle(search: string, near: SearchQuery['near']): string {
  const what = search === '' ? 'Vineyards' : `Vineyards for ${search}`
  if (near) return `${what} near ${near.label}`
  return search === '' ? 'Vineyards of the United Kingdom' : what
}
