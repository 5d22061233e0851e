import type { Rolldown } from 'vite'

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>
type GroupName = Extract<Groups[number]['name'], (...of: never[]) => unknown>
type ModuleGraph = Parameters<GroupName>[1]

/** The modules that every visitor page starts with. */
const starts = ['entry.client', 'root', 'routes/public/layout']
/** The routes on the way to a booking, and the names of their pages. */
export const bookable: Record<string, string> = {
  'routes/public/index': 'home',
  'routes/public/explore': 'explore',
  'routes/public/vineyard/$id': 'vineyard',
  'routes/public/book-now/$id': 'book-now',
  'routes/public/booking-confirmation/$id': 'confirmation',
  'routes/public/blog/$slug': 'post',
}
const pageNames = Object.values(bookable)
/**
 * Chunks and their pages. A module is in the first chunk whose pages include all that need it. By default each set of pages
 * that share a module gets a chunk, about forty for a page.
 */
const chunks: [name: string, pages: string[]][] = [
  ...pageNames.map((name): [string, string[]] => [name, [name]]),
  ['booking', ['book-now', 'confirmation']],
  ['posts', ['home', 'post']],
  ['cards', ['home', 'explore', 'vineyard', 'post']],
  ['frame', pageNames],
]

/** A group also takes the imports of its modules, unless an earlier group did, so the most shared are first. */
export const groups: Groups = [
  { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
  ...chunks.toReversed().map(([chunk]) => ({
    name: (id: string, graph: ModuleGraph) => (chunkOf(id, graph) === chunk ? chunk : null),
  })),
]

/** Returns the chunk of a module, or null to let the bundler decide. */
function chunkOf(id: string, graph: ModuleGraph): string | null {
  const pages = findPages(id, graph)
  if (graph.getModuleInfo(id)?.isEntry) return null
  if (starts.some((start) => pages.has(start))) return 'frame'
  const users = [...pages].flatMap((page) => bookable[page] ?? [])
  // A module of one page alone stays in that page's chunk.
  if (users.length === 0 || pages.size === 1) return null
  const [chunk = 'frame'] = chunks.find(([, having]) => users.every((user) => having.includes(user))) ?? []
  // A style sheet in the frame would be one more file that blocks rendering on every page.
  return id.endsWith('.css') && chunk === 'frame' ? null : chunk
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
  // A part that a page loads later shares modules with it.
  if (info?.dynamicImporters.length) pages.add(id)
  for (const importer of info?.importers ?? []) for (const page of findPages(importer, graph)) pages.add(page)
  return pages
}
