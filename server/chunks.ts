import type { Rolldown } from 'vite'

type Groups = NonNullable<Exclude<Rolldown.OutputOptions['codeSplitting'], boolean | undefined>['groups']>
type NameOf = Extract<Groups[number]['name'], (...of: never[]) => unknown>
type Around = Parameters<NameOf>[1]

/** What starts every page that a visitor opens. */
const starts = ['entry.client', 'root', 'routes/public/layout']
/** The routes on the way to a booking, by the name that their chunks carry. */
export const bookable: Record<string, string> = {
  'routes/public/index': 'home',
  'routes/public/explore': 'explore',
  'routes/public/vineyard/$id': 'vineyard',
  'routes/public/book-now/$id': 'book-now',
  'routes/public/booking-confirmation/$id': 'confirmation',
  'routes/public/blog/$slug': 'post',
}
/** Who share too much to burden the others with it: two of these pages, or one with others than these. */
const apart = ['home-and-explore', 'book-now-and-confirmation', 'book-now']

/**
 * Which modules travel in one file. Left alone, each set of pages that share a module makes a file: forty for a page, whose
 * headers weigh more than many of them, and which compress worse apart. So what several of the pages above need comes with the
 * frame of all. A group takes what its modules import along, unless one before it did: the most wanted come first.
 */
export const groups: Groups = [
  { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/ },
  ...['frame', ...apart].map((name) => ({
    name: (id: string, around: Around) => (fileOf(id, around) === name ? name : null),
  })),
]

/** Null for what is left to the bundler, as is a name that no group has. */
function fileOf(id: string, around: Around): string | null {
  const behind = behindIt(id, around)
  if (around.getModuleInfo(id)?.isEntry) return null
  if (starts.some((start) => behind.has(start))) return 'frame'
  const wanting = Object.keys(bookable)
    .filter((page) => behind.has(page))
    .map((page) => bookable[page])
  // What one page alone needs stands in its own file.
  if (wanting.length === 0 || behind.size === 1) return null
  const file = wanting.join('-and-')
  if (wanting.length === 1 || apart.includes(file)) return file
  // A style sheet of the frame's own would be one more file that every page waits for before it is painted.
  return id.endsWith('.css') ? null : 'frame'
}

const known = new Map<string, Set<string>>()

/** The pages that need a module at once: which import it, or something that does. */
function behindIt(id: string, around: Around): Set<string> {
  const found = known.get(id)
  if (found) return found
  const behind = new Set<string>()
  // Before its importers are asked: they may go round in a circle.
  known.set(id, behind)
  const info = around.getModuleInfo(id)
  const [, name] = /[\\/]app[\\/](.*)\.tsx/.exec(id) ?? []
  if (info?.isEntry && name) behind.add(name.replaceAll('\\', '/'))
  for (const importer of info?.importers ?? [])
    for (const page of behindIt(importer, around)) behind.add(page)
  return behind
}
