import type { Rolldown } from 'vite'

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>
type GroupName = Extract<Groups[number]['name'], (...of: never[]) => unknown>
type ModuleGraph = Parameters<GroupName>[1]

/** The modules that every visitor page starts with. */
const starts = ['entry.client', 'root', 'routes/public/layout']
/** The routes on the way to a booking, and the names of their chunks. */
export const bookable: Record<string, string> = {
  'routes/public/index': 'home',
  'routes/public/explore': 'explore',
  'routes/public/vineyard/$id': 'vineyard',
  'routes/public/book-now/$id': 'book-now',
  'routes/public/booking-confirmation/$id': 'confirmation',
  'routes/public/blog/$slug': 'post',
}
/** These chunks are too large to load on other pages. Cards are on pages before the booking form. */
const separate = ['cards', 'book-now-and-confirmation', 'book-now']

/**
 * Which modules share a chunk. By default each set of pages that share a module gets a chunk, about forty for a page. So
 * modules that several of these pages need are in the frame, which all pages load. A group also takes the imports of its
 * modules, unless an earlier group did.
 */
export const groups: Groups = [
  { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
  ...['frame', ...separate].map((name) => ({
    name: (id: string, graph: ModuleGraph) => (chunkOf(id, graph) === name ? name : null),
  })),
  // What a page needs to open a map at once, which the map's own code needs too.
  { name: 'map-view', test: /app[\\/]map[\\/](map-view|map-outline|map-requests)/ },
]

/** Returns the chunk of a module, or null to let the bundler decide. */
function chunkOf(id: string, graph: ModuleGraph): string | null {
  const pages = findPages(id, graph)
  if (graph.getModuleInfo(id)?.isEntry) return null
  if (starts.some((start) => pages.has(start))) return 'frame'
  const users = Object.keys(bookable)
    .filter((page) => pages.has(page))
    .map((page) => bookable[page])
  // A module of one page alone stays in that page's chunk.
  if (users.length === 0 || pages.size === 1) return null
  const isOnForm = users.includes('book-now') || users.includes('confirmation')
  const chunk = users.length === 1 || isOnForm ? users.join('-and-') : 'cards'
  if (users.length === 1 || separate.includes(chunk)) return chunk
  // A style sheet in the frame would be one more file that blocks rendering on every page.
  return id.endsWith('.css') ? null : 'frame'
}

const pagesOfModule = new Map<string, Set<string>>()

/** Returns the pages that import a module statically, directly or not. */
function findPages(id: string, graph: ModuleGraph): Set<string> {
  const known = pagesOfModule.get(id)
  if (known) return known
  const pages = new Set<string>()
  // Stored before visiting its importers, because imports can be circular.
  pagesOfModule.set(id, pages)
  const info = graph.getModuleInfo(id)
  const [, name] = /[\\/]app[\\/](.*)\.tsx/.exec(id) ?? []
  if (info?.isEntry && name) pages.add(name.replaceAll('\\', '/'))
  for (const importer of info?.importers ?? []) for (const page of findPages(importer, graph)) pages.add(page)
  return pages
}
