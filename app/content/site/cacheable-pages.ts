import { factFilterNames } from '../../catalogue/facts/fact-filters.ts'
import { filterNames } from '../../explore/search/search-url.ts'
import type { PageContent } from '../../platform/http/page-cache/cached-page.server.ts'
import type { CacheKey } from '../../platform/http/page-cache/page-cache.server.ts'

/** Tracking parameters, which do not change the page. */
const trace = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id)$/

/** The longest URL whose page is cached, in characters. */
const longestAddress = 300

/**
 * The values of `sort` and `view` that are cached. The page ignores all other values, so caching them would only store copies.
 */
const knownValues: Partial<Record<string, string[]>> = { sort: ['name', 'rating'], view: ['grid', 'map'] }

const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

const cachedFilters = filterNames.filter((name) => name !== 'date' && name !== 'guests')

/**
 * The cached pages and their query parameters. Lists for a date, party or location are not cached, because they are rarely
 * requested twice.
 */
const pages: { path: RegExp; parameters?: string[]; content: PageContent }[] = [
  { path: /^\/$/, content: 'places' },
  {
    path: /^\/explore$/,
    parameters: ['search', ...cachedFilters, ...factFilterNames, 'view', 'sort', 'page'],
    content: 'places',
  },
  { path: new RegExp(`^/vineyard/${id}$`), content: 'places' },
  { path: /^\/vineyards\/[^/]{1,80}(\/[^/]{1,80})?$/, content: 'places' },
  { path: /^\/itineraries$/, content: 'texts' },
  { path: /^\/blog$/, parameters: ['tag', 'page'], content: 'texts' },
  // A post may show vineyards and their places left, so its content is `places`.
  { path: /^\/blog\/[a-z0-9-]{1,120}$/, content: 'places' },
  { path: /^\/(privacy|terms|sources|for-vineyards|developers|guide|api\/docs)$/, content: 'fixed' },
  { path: /^\/guide\/[a-z]{3,8}\/[a-z-]{1,40}$/, content: 'fixed' },
]

/** Returns the cache key of a URL, which is equal for equivalent URLs; null if the page is not cached. */
export function cacheKeyOf({ pathname, searchParams }: URL): CacheKey | null {
  const page = pages.find(({ path }) => path.test(pathname))
  if (!page) return null
  // Empty form fields do not change the page.
  const parameters = [...searchParams].filter(([name, value]) => !trace.test(name) && value.trim() !== '')
  const names = parameters.map(([name]) => name)
  const isKnown = ([name, value]: [string, string]) =>
    page.parameters?.includes(name) === true && (knownValues[name]?.includes(value) ?? true)
  if (new Set(names).size < names.length || !parameters.every(isKnown)) return null
  const query = new URLSearchParams(parameters.toSorted(([a], [b]) => (a < b ? -1 : 1))).toString()
  const address = query === '' ? pathname : `${pathname}?${query}`
  return address.length > longestAddress ? null : { address, content: page.content }
}
