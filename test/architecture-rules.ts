import { splitStatements } from '../app/platform/database/sql-files.server.ts'
import type { Source } from './sources.ts'

/** The rooms of `app/` from the lowest to the highest. The README of each room describes its content. */
export const rooms = [
  'mail',
  'people',
  'catalogue',
  'availability',
  'bookings',
  'explore',
  'content',
  'partners',
  'moving-in',
  'staff',
  'operations',
]

/** The layers of `app/`. A file may import from its own layer and from those before it. */
const layers = ['platform', 'ui', 'staff-client', ...rooms, 'routes', 'entries']

/** Names of docs/glossary.md that are retired as a whole, in identifiers and in file names. */
const retiredNames = new Set(
  `Act actOf answerAct apiAt Asked bone Bone bones Bones booking_wish BookingWish bookingDesk Courier courier createDesk
  crowded crowdedBy Crowded Desk desk deskOf deskOn Done Found giveTurns Graveyard graveyard heldBack Keeping keeping
  Kept keptPage letter Letter letters limitCrowd Lookout Making making Meant named Obstacle obstacle Office Outlook
  overfull parcel Parcel Placed placeBooking placing reach reachOf restOn Said seal sealed Seen shareNext Shelf Shown
  story storyOf sums Surroundings surroundings Told toTheDoor unseal Wish wish Written`.split(/\s+/),
)
const retiredFileNames =
  /(^|[/.-])(acts?|bones|courier|crowds?|desk|door|fold|keeping|kept|letters?|lookout|making|obstacle|overfull|plate|room|rounds?|seal|shelf|sift|story|sums|surroundings|thing|wish|words)([/.-]|$)/

/** Returns imports from higher layers, including type-only imports. Exempt: `staff-client` needs the API's types. */
export function findUpwardImports(sources: Source[]): string[] {
  const isException = ({ path, target, typeOnly }: Import) =>
    typeOnly && folderOf(path) === 'staff-client' && /\.api\.ts$|^app\/api\.server\.ts$/.test(target)
  return listImports(sources)
    .filter(({ path, target }) => path.startsWith('app/') && /^(app|db|server|test)\//.test(target))
    .filter(({ path, target }) => !target.startsWith('app/') || heightOf(target) > heightOf(path))
    .filter((each) => !isException(each))
    .map(describeImport)
}

/** Returns circular imports in `app/` and `server/`, one for each import that closes a circle. Type-only imports count. */
export function findImportCircles(sources: Source[]): string[] {
  const imports = Map.groupBy(listImports(sources), ({ path }) => path)
  const circles: string[] = []
  const finished = new Set<string>()
  const follow = (path: string, trail: string[]) => {
    if (trail.includes(path)) circles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
    else if (!finished.has(path)) {
      for (const { target } of imports.get(path) ?? []) follow(target, [...trail, path])
      finished.add(path)
    }
  }
  for (const path of imports.keys()) if (/^(app|server)\//.test(path)) follow(path, [])
  return circles.sort()
}

/** Returns imports of routes. Tests count too, because they call the built handler. `app/routes.ts` names files as text. */
export function findRouteImports(sources: Source[]): string[] {
  return sources
    .flatMap(({ path, imports }) => imports.map((each) => ({ ...each, path })))
    .filter(
      ({ target }) =>
        target.startsWith('app/routes/') && /\.tsx?$/.test(target) && !target.includes('+types'),
    )
    .map(describeImport)
}

/** Returns imports by which a shape depends on an endpoint or a query. Shapes may import server files of the platform only. */
export function findServerImportsInShapes(sources: Source[]): string[] {
  return listImports(sources)
    .filter(({ path, target }) => path.endsWith('.shapes.ts') && /\.(server|api)\.ts$|\.tsx$/.test(target))
    .filter(({ target }) => folderOf(target) !== 'platform')
    .map(describeImport)
}

/** Returns imports of server code by rules. Rules also run in the browser, so they may import only types of such files. */
export function findServerImportsInRules(sources: Source[]): string[] {
  const isRule = (path: string) => isInRoom(path) && /(?<!\.server|\.api|\.shapes)\.ts$/.test(path)
  const isForbidden = (target: string) =>
    /\.(server|api|shapes)\.ts$|\.tsx$|^(react|react-router|postgres)(\/|$)|^node:/.test(target)
  return listImports(sources)
    .filter(({ path, target, typeOnly }) => isRule(path) && isForbidden(target) && !typeOnly)
    .map(describeImport)
}

/** Returns names that several files export. Skips routes and entries: React Router prescribes names such as `loader`. */
export function findRepeatedExports(sources: Source[]): string[] {
  const counted = sources.filter(
    ({ path }) =>
      /^(app|server)\//.test(path) &&
      !path.includes('.test.') &&
      !['routes', 'entries'].includes(folderOf(path)),
  )
  const declarations = counted.flatMap(({ path, exports }) =>
    [...new Set(exports)].map((name) => ({ name, path })),
  )
  return [...Map.groupBy(declarations, ({ name }) => name)]
    .filter(([name, found]) => name !== 'default' && found.length > 1)
    .map(
      ([name, found]) =>
        `${name}: ${found
          .map(({ path }) => path)
          .sort()
          .join(', ')}`,
    )
    .sort()
}

export function findRetiredNames(sources: Source[]): string[] {
  return sources
    .filter(({ path }) => path.startsWith('app/') || path.startsWith('server/'))
    .flatMap(({ path, declared }) => [
      ...(retiredFileNames.test(path) ? [`${path}: ${path}`] : []),
      ...[...new Set(declared)].filter((name) => retiredNames.has(name)).map((name) => `${path}: ${name}`),
    ])
    .sort()
}

/** Retired words in SQL names, between underscores. Names in migrations stay, and so do the trigger functions they name. */
const retiredSqlWord =
  /(^|_)(asked|bone|courier|crowd|desk|door|forget|keep|kept|letter|meant|obstacle|placed?|placing|reach|reckon|room|rounds?|seal|seen|shelf|story|sums?|surroundings|told|turns?|wish(es|ed)?)(_|$)/

type SqlDefinition = { path: string; signature: string; names: string[]; isTrigger: boolean }

/** Returns functions that are defined twice with the same name and argument types: the database would have only one. */
export function findRepeatedSqlFunctions(files: SqlFile[]): string[] {
  const functions = files.flatMap(listDefinitions).filter(({ signature }) => signature.endsWith(')'))
  return [...Map.groupBy(functions, ({ signature }) => signature)]
    .filter(([, found]) => found.length > 1)
    .map(([signature, found]) => `${signature}: ${found.map(({ path }) => path).join(', ')}`)
    .sort()
}

/** Checks the names and parameters of functions, and the names and columns of types, in `db/functions`. */
export function findRetiredSqlNames(files: SqlFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('db/functions/'))
    .flatMap(listDefinitions)
    .filter(({ isTrigger }) => !isTrigger)
    .flatMap(({ path, names }) =>
      names.filter((name) => retiredSqlWord.test(name)).map((name) => `${path}: ${name}`),
    )
    .sort()
}

export type SqlFile = { path: string; text: string }

/** `signature` is `name(types)` of a function, and the name of a view or type. */
function listDefinitions({ path, text }: SqlFile): SqlDefinition[] {
  return splitStatements(text).flatMap((statement) => {
    const code = statement.text.replaceAll(/--.*/g, '').replaceAll(/\(\d[\d, ]*\)/g, '')
    const head = /^create (?:or replace )?(function|view|type) (\w+)(?: as)?\s*(?:\(([^()]*)\))?/.exec(code)
    if (!head) return []
    const [, kind, name = '', list = ''] = head
    const fields = list
      .split(',')
      .map((field) =>
        field
          .replace(/\bdefault\b[^]*/, '')
          .trim()
          .split(/\s+/),
      )
      .filter(([field]) => field)
    const types = fields.map(([, ...type]) => type.join(' '))
    return {
      path,
      signature: kind === 'function' ? `${name}(${types.join(', ')})` : name,
      names: [name, ...fields.map(([field = '']) => field)],
      isTrigger: /\breturns\s+trigger\b/.test(code),
    }
  })
}

/** Returns comments with more lines of text than allowed. Docstrings (`/**`) may be longer. */
export function findLongComments(sources: Source[]): string[] {
  const linesOf = (comment: string) =>
    comment
      .split('\n')
      .map((line) => line.replace(/^[\s*]+/, '').trim())
      .filter(Boolean)
  return sources
    .filter(({ path }) => /^(app|server)\//.test(path) && !path.includes('.test.'))
    .flatMap(({ path, comments }) =>
      comments
        .filter((comment) => !comment.startsWith('*'))
        .map(linesOf)
        .filter(({ length }) => length > 3)
        .map(([first]) => `${path}: ${first}`),
    )
    .sort()
}

/** Returns comment lines that are too long to read. Long lines would evade the limit on the number of lines. */
export function findLongLines(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, n) => (line.length > 130 && /^\s*(\/\/|\/?\*|--)/.test(line) ? [`${file}:${n + 1}`] : []))
}

/** Kinds of files that may be small: see docs/architecture.md. */
const standAlone = /\.(server|api)\.tsx?$|\/emails\.ts$|-worker\.ts$|\.generated\./

/** Returns small files with one importer. Exempt: dynamic imports, and importers in `entries`, which no test can import. */
export function findSmallFiles(sources: Source[]): string[] {
  const importers = Map.groupBy(
    listImports(sources).filter(({ target }) => target.startsWith('app/')),
    ({ target }) => target,
  )
  return sources
    .filter(({ path, lines }) => lines < 40 && /^app\/[^/]+\//.test(path) && !path.includes('.test.'))
    .filter(({ path }) => !standAlone.test(path) && folderOf(path) !== 'routes')
    .flatMap(({ path }) => {
      const found = importers.get(path) ?? []
      const users = [...new Set(found.map((each) => each.path))]
      const [only] = users
      if (users.length !== 1 || !only || found.some(({ isDynamic }) => isDynamic)) return []
      return folderOf(only) === 'entries' ? [] : [`${path}: ${only}`]
    })
    .sort()
}

type Import = Source['imports'][number] & { path: string }

/** Returns the imports of the files, without tests and the route types that React Router generates. */
function listImports(sources: Source[]): Import[] {
  return sources
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(({ path, imports }) => imports.map((each) => ({ ...each, path })))
    .filter(({ target }) => !target.includes('+types'))
}

function describeImport({ path, target }: Import): string {
  return `${path} imports ${target}`
}

/** Returns the folder in `app/`, `entries` for a file directly in it, or an empty text for other paths. */
export function folderOf(path: string): string {
  const [root, folder = '', file] = path.split('/')
  return root === 'app' ? (file ? folder : 'entries') : ''
}

function heightOf(path: string): number {
  return layers.indexOf(folderOf(path))
}

function isInRoom(path: string): boolean {
  return rooms.includes(folderOf(path))
}
