/** The first path segments of the public pages. All other pages are private. */
const open = new Set([
  '',
  'explore',
  'vineyard',
  'vineyards',
  'itineraries',
  'blog',
  'contact',
  'privacy',
  'terms',
  'sources',
  'for-vineyards',
  'scenes',
  'developers',
  'guide',
  'feeds',
  'robots.txt',
  'sitemap.xml',
  'sitemap',
])

/**
 * Returns whether this is a GET or HEAD request for a public page. Everybody gets the same response to such a request.
 */
export function isForEverybody({ method, url }: Request): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = new URL(url).pathname.replace(/\.data$/, '')
  const [, first = ''] = path.split('/')
  return path === '/api/docs' || open.has(first === '_root' ? '' : first)
}
