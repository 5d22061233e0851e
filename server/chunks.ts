import type { Rolldown } from 'vite'

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>
type GroupName = Extract<Groups[number]['name'], (...of: never[]) => unknown>
type ModuleGraph = Parameters<GroupName>[1]

/** The modules with which every visitor page starts. */
const starts = ['entry.client', 'root', 'routes/public/layout']
/** The routes that lead to a booking, with short names for their pages. */
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
 * The chunks, each with its pages. A module goes into the first chunk whose pages include all pages that need the
 * module. Without these chunks, each set of pages that share a module would get its own chunk, and a page would load
 * about forty chunks.
 */
const chunks: [name: string, pages: string[]][] = [
  ...pageNames.map((name): [string, string[]] => [name, [name]]),
  ['booking', ['book-now', 'confirmation']],
  ['posts', ['home', 'post']],
  ['cards', ['home', 'explore', 'vineyard', 'post']],
  ['frame', pageNames],
]

/**
 * The groups for the bundler. After the framework, the group with the most pages comes first: a group also gets the modules that
 * its own modules import, and all later groups then lack these modules.
 */
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
  // A module that only one page needs stays in the chunk of that page.
  if (users.length === 0 || pages.size === 1) return null
  const [chunk = 'frame'] = chunks.find(([, having]) => users.every((user) => having.includes(user))) ?? []
  // A style sheet in the chunk `frame` would be another file that blocks rendering on every page.
  return id.endsWith('.css') && chunk === 'frame' ? null : chunk
}

const pagesOfModule = new Map<string, Set<string>>()

/** Returns the pages that import a module statically, directly or through other modules. */
function findPages(id: string, graph: ModuleGraph): Set<string> {
  const known = pagesOfModule.get(id)
  if (known) return known
  const pages = new Set<string>()
  // The set is stored before the importers are visited, because imports may be circular.
  pagesOfModule.set(id, pages)
  const info = graph.getModuleInfo(id)
  const [, name] = /[\\/]app[\\/](.*)\.tsx/.exec(id) ?? []
  if (info?.isEntry && name) pages.add(name.replaceAll('\\', '/'))
  // A module that is loaded dynamically counts as a page of its own, because it shares modules with the page that loads
  // it.
  if (info?.dynamicImporters.length) pages.add(id)
  for (const importer of info?.importers ?? []) for (const page of findPages(importer, graph)) pages.add(page)
  return pages
}
