import { splitStatements } from '../app/platform/database/sql-files.server.ts'
import { parseSource, type Source } from './sources.ts'

/** The rooms of `app/` from the lowest to the highest. The README of each room says what is in the room. */
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

/** The layers of `app/`. A file may import from its own layer and from the layers before it. */
const layers = ['platform', 'ui', 'staff-client', ...rooms, 'routes', 'entries']

/**
 * Returns imports by which a file in `app/` depends on a higher layer or leaves `app/`. Type-only imports
 * count too, except imports of the API's types in `staff-client`.
 */
export function findUpwardImports(sources: Source[]): string[] {
  const isException = ({ path, target, typeOnly }: Import) =>
    typeOnly && folderOf(path) === 'staff-client' && /\.api\.ts$|^app\/api\.server\.ts$/.test(target)
  return listImports(sources)
    .filter(({ path, target }) => path.startsWith('app/') && /^(app|db|server|test)\//.test(target))
    .filter(({ path, target }) => !target.startsWith('app/') || heightOf(target) > heightOf(path))
    .filter((each) => !isException(each))
    .map(describeImport)
}

/** Returns circular imports, one for each import that closes a circle. Type-only imports count. */
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
  for (const path of imports.keys()) follow(path, [])
  return circles.sort()
}

/**
 * Returns imports of routes. Tests count too: they must call the built handler. `app/routes.ts` imports no
 * route, because it names the files of routes as text.
 */
export function findRouteImports(sources: Source[]): string[] {
  return sources
    .flatMap(({ path, imports }) => imports.map((each) => ({ ...each, path })))
    .filter(
      ({ target }) =>
        target.startsWith('app/routes/') && /\.tsx?$/.test(target) && !target.includes('+types'),
    )
    .map(describeImport)
}

/** Returns imports by which a `.shapes.ts` file depends on an endpoint or query. Server files of the platform are allowed. */
export function findServerImportsInShapes(sources: Source[]): string[] {
  return listImports(sources)
    .filter(({ path, target }) => path.endsWith('.shapes.ts') && /\.(server|api)\.ts$|\.tsx$/.test(target))
    .filter(({ target }) => folderOf(target) !== 'platform')
    .map(describeImport)
}

/**
 * Returns policies that a file of endpoints declares, and everything that the file exports except its endpoints and the
 * functions that create them. Policies belong in policy files or rule files, and shared shapes in files of shapes.
 */
export function findMisplacedInEndpoints(path: string, text: string): string[] {
  const policies = [...text.matchAll(/\bpolicy\(\s*\[/g)].map(() => `${path} declares a policy`)
  const exports = parseSource(path, text).exports.filter((name) => !/(Api|Rpc)$|^create[A-Z]/.test(name))
  return [...policies, ...exports.map((name) => `${path} exports ${name}`)]
}

/**
 * Returns imports of server code, React or the router in rule files, which also run in the browser. Type-only
 * imports are allowed.
 */
export function findServerImportsInRules(sources: Source[]): string[] {
  const isRule = (path: string) => isInRoom(path) && /(?<!\.server|\.api|\.shapes)\.ts$/.test(path)
  const isForbidden = (target: string) =>
    /\.(server|api|shapes)\.ts$|\.tsx$|^(react|react-router|postgres)(\/|$)|^node:/.test(target)
  return listImports(sources)
    .filter(({ path, target, typeOnly }) => isRule(path) && isForbidden(target) && !typeOnly)
    .map(describeImport)
}

/** Returns names that several files export. Routes and entries are exempt, because React Router prescribes their names. */
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

/**
 * Returns functions that are defined twice with the same name and argument types. The database would keep
 * only the last definition.
 */
export function findRepeatedSqlFunctions(files: SqlFile[]): string[] {
  const functions = files.flatMap(listFunctions)
  return [...Map.groupBy(functions, ({ signature }) => signature)]
    .filter(([, found]) => found.length > 1)
    .map(([signature, found]) => `${signature}: ${found.map(({ path }) => path).join(', ')}`)
    .sort()
}

export type SqlFile = { path: string; text: string }

/** Returns the functions that a file defines, each as `name(types)`. */
function listFunctions({ path, text }: SqlFile): { path: string; signature: string }[] {
  return splitStatements(text).flatMap((statement) => {
    const code = statement.text.replaceAll(/--.*/g, '').replaceAll(/\(\d[\d, ]*\)/g, '')
    const head = /^create (?:or replace )?function (\w+)\s*\(([^()]*)\)/.exec(code)
    if (!head) return []
    const [, name = '', list = ''] = head
    const types = list.split(',').map((field) => {
      const [, ...type] = field
        .replace(/\bdefault\b[^]*/, '')
        .trim()
        .split(/\s+/)
      return type.join(' ')
    })
    return [{ path, signature: `${name}(${types.join(', ')})` }]
  })
}

/** Returns the comments that have more lines of text than allowed. Docstrings (`/**`) may be longer. */
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

/** Returns comment lines that are too long. With long lines, a comment could evade the limit on the number of lines. */
export function findLongLines(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, n) => (line.length > 130 && /^\s*(\/\/|\/?\*|--)/.test(line) ? [`${file}:${n + 1}`] : []))
}

/** The kinds of files that may be small, as docs/architecture.md explains. */
const standAlone = /\.(server|api)\.tsx?$|-policy\.ts$|\/emails\.ts$|-worker\.ts$|\.generated\./

/** Returns small files with one importer. Dynamic imports and importers in `entries` are exempt. */
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

/** Returns the imports of the files. Tests are left out, and so are the route types that React Router generates. */
function listImports(sources: Source[]): Import[] {
  return sources
    .filter(({ path }) => !path.includes('.test.'))
    .flatMap(({ path, imports }) => imports.map((each) => ({ ...each, path })))
    .filter(({ target }) => !target.includes('+types'))
}

function describeImport({ path, target }: Import): string {
  return `${path} imports ${target}`
}

/** Returns the path's folder in `app/`, `entries` for a file directly in `app/`, or '' for other paths. */
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
