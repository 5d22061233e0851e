/** The first part of the addresses whose pages say the same to everybody. What is not named here is private. */
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

/** Whether an answer may be kept and shown to the next one who asks. Whatever is sent in is the sender's own. */
export function isForEverybody({ method, url }: Request): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const path = new URL(url).pathname.replace(/\.data$/, '')
  const [, first = ''] = path.split('/')
  return path === '/api/docs' || open.has(first === '_root' ? '' : first)
}
