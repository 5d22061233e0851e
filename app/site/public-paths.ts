/** The first path segments of public pages, which are the same for everybody. All other pages are private. */
const open = new Set([
  '',
  'explore',
  'vineyard',
  'itineraries',
  'blog',
  'contact',
  'privacy',
  'terms',
  'sources',
  'robots.txt',
  'sitemap.xml',
  'sitemap',
])

/** Whether a response may be cached and shown to others. Responses to submitted forms never are. */
export function isForEverybody({ method, url }: Request): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = new URL(url).pathname.replace(/\.data$/, '')
  const [, first = ''] = path.split('/')
  return path === '/api/docs' || open.has(first === '_root' ? '' : first)
}
