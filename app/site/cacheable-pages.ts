import type { CacheKey } from '../platform/http/page-cache/page-cache.server.ts'

/** Tracking parameters, which do not change the page. */
const trace = /^(utm_\w+|gclid|fbclid|msclkid|mc_[ce]id)$/

/** Longer URLs are not cached. */
const longestAddress = 300

const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * The cached pages, their query parameters and the data they depend on. Lists for a date, party or location are not
 * cached, because they are rarely requested twice.
 */
const kept: { path: RegExp; asks: string[]; subjects: (id: string) => string[] }[] = [
  { path: /^\/$/, asks: [], subjects: () => ['catalogue'] },
  {
    path: /^\/explore$/,
    asks: ['search', 'region', 'type', 'minPrice', 'maxPrice', 'minDuration', 'maxGroupSize', 'view', 'page'],
    subjects: () => ['catalogue'],
  },
  { path: new RegExp(`^/vineyard/(${id})$`), asks: [], subjects: (vineyard) => [vineyard] },
  { path: /^\/itineraries$/, asks: [], subjects: () => ['catalogue', 'itineraries'] },
  { path: /^\/blog$/, asks: ['tag', 'page'], subjects: () => ['posts'] },
  { path: /^\/blog\/[a-z0-9-]{1,120}$/, asks: [], subjects: () => ['posts', 'catalogue'] },
  { path: /^\/(privacy|terms|sources|api\/docs)$/, asks: [], subjects: () => [] },
]

/** The cache key of a URL, equal for equivalent URLs; null if the page is not cached. */
export function cacheKeyOf({ pathname, searchParams }: URL): CacheKey | null {
  const found = kept.find(({ path }) => path.test(pathname))
  if (!found) return null
  const asked = [...searchParams].filter(([name]) => !trace.test(name))
  // Empty form fields do not matter.
  const said = asked.filter(([, value]) => value.trim() !== '')
  const isPlain = said.every(
    ([name], n) => found.asks.includes(name) && said.findIndex(([other]) => other === name) === n,
  )
  if (!isPlain) return null
  const query = new URLSearchParams(said.toSorted(([one], [other]) => (one < other ? -1 : 1))).toString()
  const address = query === '' ? pathname : `${pathname}?${query}`
  const [, vineyard = ''] = found.path.exec(pathname) ?? []
  return address.length > longestAddress ? null : { address, subjects: found.subjects(vineyard) }
}
