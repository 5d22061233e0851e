import { execFileSync } from 'node:child_process'
import { existsSync, globSync, lstatSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'

import {
  findUpwardImports,
  findRouteImports,
  findServerImportsInRules,
  findRepeatedExports,
  findRepeatedSqlFunctions,
  findLongComments,
  findLongLines,
  findSmallFiles,
  folderOf,
  rooms,
  findImportCircles,
  findMisplacedInEndpoints,
  findServerImportsInShapes,
} from './architecture-rules.ts'
import { parseSource, readSources, type Source } from './sources.ts'

// Most tests end with a negative control: made-up files that break the rule must be found.
const project = readSources()

test('imports lead only to lower layers', () => {
  expect(findUpwardImports(project)).toEqual([])
  const field = parseSource('app/ui/field.tsx', "import type { Booking } from '../bookings/booking.ts'")
  expect(findUpwardImports([field])).toEqual(['app/ui/field.tsx imports app/bookings/booking.ts'])
  const booking = parseSource('app/bookings/booking.ts', "import { map } from '../explore/map/map.ts'")
  expect(findUpwardImports([booking])).toEqual(['app/bookings/booking.ts imports app/explore/map/map.ts'])
})

test('no files import each other in a circle', () => {
  expect(findImportCircles(project)).toEqual([])
  const circle = [
    parseSource('server/a.ts', "import type { B } from './b.ts'"),
    parseSource('server/b.ts', "import { c } from './c.ts'"),
    parseSource('server/c.ts', "export const c = () => import('./b.ts')"),
  ]
  expect(findImportCircles(circle)).toEqual(['server/b.ts → server/c.ts → server/b.ts'])
  expect(findImportCircles(circle.slice(0, 2))).toEqual([])
  const read = new Set(project.map(({ path }) => path.split('/')[0]))
  expect([...read].toSorted()).toEqual(['app', 'basemap', 'bench', 'db', 'server', 'test'])
})

test('every folder of app/ is known, and each README has at most ten short lines and names existing files', () => {
  const known = ['platform', 'ui', 'staff-client', ...rooms, 'routes']
  expect([...new Set(app.map(({ path }) => folderOf(path)))].sort()).toEqual([...known, 'entries'].sort())
  for (const folder of [
    ...known.filter((name) => name !== 'routes').map((name) => `app/${name}`),
    'server',
  ]) {
    const text = readFileSync(`${folder}/README.md`, 'utf8')
    const lines = text.trim().split('\n')
    expect(lines.length, folder).toBeLessThanOrEqual(10)
    expect(
      lines.filter((line) => line.length > 140),
      folder,
    ).toEqual([])
    for (const [, file = ''] of text.matchAll(
      /`(?!(?:db|server)\/)((?:\.\.\/)?[\w-][\w./-]*\.(?:tsx?|mjs|sql))`/g,
    ))
      expect(
        [`${folder}/${file}`, `db/functions/${folder.slice(4)}/${file}`].filter(existsSync),
        file,
      ).toHaveLength(1)
  }
})

test('a folder of app/ outside routes/ has at most 25 files, not counting tests', () => {
  const folders = globSync('app/**/*.{ts,tsx,css}').filter((file) => !/\.test\.|^app\/routes\//.test(file))
  const crowded = [...Map.groupBy(folders, dirname)].filter(([, files]) => files.length > 25)
  expect(crowded.map(([folder, files]) => `${folder}: ${files.length}`)).toEqual([])
})

test('no file imports a route', () => {
  expect(findRouteImports(project)).toEqual([])
  const pages = parseSource(
    'test/pages.test.ts',
    "const { loader } = await import('../app/routes/public/home.tsx')",
  )
  expect(findRouteImports([pages])).toEqual(['test/pages.test.ts imports app/routes/public/home.tsx'])
})

test('rule files import no SQL, React or router', () => {
  expect(findServerImportsInRules(project)).toEqual([])
  const price = parseSource(
    'app/bookings/price.ts',
    "import { findBooking } from './booking.server.ts'; import { guests } from './booking.shapes.ts'",
  )
  expect(findServerImportsInRules([price])).toEqual([
    'app/bookings/price.ts imports app/bookings/booking.server.ts',
    'app/bookings/price.ts imports app/bookings/booking.shapes.ts',
  ])
})

test('files of shapes import neither endpoints nor queries', () => {
  expect(findServerImportsInShapes(project)).toEqual([])
  const shapes = parseSource(
    'app/bookings/booking.shapes.ts',
    "import type { x } from './a.server.ts'; import { y } from './b.api.ts'; import { day } from '../platform/c.server.ts'",
  )
  expect(findServerImportsInShapes([shapes])).toEqual([
    'app/bookings/booking.shapes.ts imports app/bookings/a.server.ts',
    'app/bookings/booking.shapes.ts imports app/bookings/b.api.ts',
  ])
})

test('files of endpoints declare no policy and export only endpoints', () => {
  const files = globSync('app/**/*.api.ts')
  expect(files.flatMap((file) => findMisplacedInEndpoints(file, readFileSync(file, 'utf8')))).toEqual([])
  const post =
    "const own = policy(['admin'], 'Only admins.')\nexport const postShape = z.object({})\nexport const postApi = new Hono()"
  expect(findMisplacedInEndpoints('app/content/blog/post.api.ts', post)).toEqual([
    'app/content/blog/post.api.ts declares a policy',
    'app/content/blog/post.api.ts exports postShape',
  ])
})

test('no journey waits for a fixed time', () => {
  // The first file limits the time for animations. The second waits until every process shows changed data.
  const allowed = ['test/journeys/axe.ts', 'test/journeys/site-database.ts']
  const waits = (text: string) => /\b(?:setTimeout|waitForTimeout)\(|'node:timers/.test(text)
  const files = globSync('test/journeys/*.ts').toSorted()
  expect(files.filter((file) => waits(readFileSync(file, 'utf8')))).toEqual(allowed)
  expect(waits('await page.waitForTimeout(500)')).toBe(true)
  expect(waits('history.back = () => setTimeout(back, 300)')).toBe(true)
})

test('an exported name is declared in one file', () => {
  expect(findRepeatedExports(project)).toEqual([])
  const post = parseSource('app/content/blog/post.ts', 'export type Status = string')
  const booking = parseSource('app/bookings/booking.ts', "export const Status = 'pending'")
  expect(findRepeatedExports([post, booking])).toEqual([
    'Status: app/bookings/booking.ts, app/content/blog/post.ts',
  ])
})

const sqlFiles = globSync('db/{migrations,functions/*}/*.sql').map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))

test('each SQL function is defined once', () => {
  expect(findRepeatedSqlFunctions(sqlFiles)).toEqual([])
  const functions = (args: string) => `create function price(${args}) returns integer language sql as '';`
  const twice = [
    { path: 'a.sql', text: functions('p_guests integer, p_day date default null') },
    { path: 'b.sql', text: `${functions('guests integer,\n  day date')}\n${functions('guests bigint')}` },
  ]
  expect(findRepeatedSqlFunctions(twice)).toEqual(['price(integer, date): a.sql, b.sql'])
})

test('the counters of a slot change only where places are taken and given back', () => {
  const counter = /(?<=^|,\s|set )\s*(?:[st]\.)?(?:booked|overbooked|held)\s+=\s/m
  const isWriter = (sql: string) =>
    (sql.match(/update slots [^;]*/g) ?? []).some((statement) =>
      counter.test(statement.split(/\bwhere\b/)[0] ?? ''),
    )
  const files = globSync('db/functions/**/*.sql')
  expect(files.filter((file) => isWriter(readFileSync(file, 'utf8')))).toEqual([
    'db/functions/availability/take-places.sql',
  ])
  expect(isWriter('update slots s set version = 1, held = s.held - 1 where s.id = p_slot_id')).toBe(true)
})

test('a comment has at most three lines', () => {
  expect(findLongComments(project)).toEqual([])
  const post = parseSource('app/content/blog/post.ts', '// one\n// two\n// three\n// four')
  expect(findLongComments([post])).toEqual(['app/content/blog/post.ts: one'])
})

test('a line of a comment has at most 130 characters', () => {
  const files = globSync('{app,server,db,test,bench,basemap}/**/*.{ts,tsx,mjs,css,sql}')
  const long = files
    .filter((file) => !file.includes('.generated.'))
    .flatMap((file) => findLongLines(file, readFileSync(file, 'utf8')))
  expect(long).toEqual([])
  expect(findLongLines('a.sql', `-- ${'x'.repeat(128)}\nselect '${'x'.repeat(128)}'`)).toEqual(['a.sql:1'])
})

test('a file shorter than 40 lines that only one file imports is merged into that file', () => {
  expect(findSmallFiles(project)).toEqual([])
  const small = parseSource('app/content/blog/date.ts', 'export const a = 1')
  const user = parseSource('app/content/blog/post.ts', "import { a } from './date.ts'")
  expect(findSmallFiles([small, user])).toEqual(['app/content/blog/date.ts: app/content/blog/post.ts'])
})

test('no file is longer than its limit, and half of the files of the app have fewer than 90 lines', () => {
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1
  const code = globSync('{app,server,db,test,basemap}/**/*.{ts,tsx,mjs,css,sql}')
  const limit = (file: string) => (file.startsWith('db/functions/') ? 600 : 300)
  const written = code.filter((file) => !file.includes('.generated.'))
  expect(written.filter((file) => lines(file) > limit(file))).toEqual([])
  const shown = written.filter((file) => /^app\/.*\.tsx?$/.test(file) && !file.includes('.test.'))
  const sizes = shown.map(lines).toSorted((a, b) => a - b)
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(90)
})

const app = project.filter(({ path }) => path.startsWith('app/') && !path.includes('.test.'))
const textOf = ({ path }: Source) => readFileSync(path, 'utf8')
const pathsOf = (sources: Source[]) => sources.map(({ path }) => path)

test('no committed file is larger than 1 MB, because every clone keeps it forever', () => {
  const committed = execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' }).split('\0').filter(Boolean)
  expect(largeFiles(committed, 1_000_000)).toEqual([])
  expect(largeFiles(['basemap/map.pmtiles'], 500_000)).toEqual(['basemap/map.pmtiles'])
})

test('ui contains no domain terms', () => {
  const words = /\b(vineyard|winery|experience|tasting|slot_|booking|guest_)/i
  const code = (source: Source) => textOf(source).replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  expect(pathsOf(app.filter((source) => folderOf(source.path) === 'ui' && words.test(code(source))))).toEqual(
    [],
  )
})

test('no file or folder is called utils, helpers, common, misc or lib', () => {
  expect(
    pathsOf(app).filter((path) => /(^|[/.-])(utils?|helpers?|common|misc|lib)([/.-]|$)/.test(path)),
  ).toEqual([])
})

test('links are built with href(), and no route catches errors', () => {
  expect(pathsOf(app.filter((source) => /(\bto|\baction)="\/|redirect\('\//.test(textOf(source))))).toEqual(
    [],
  )
  const catching = app.filter(
    (source) => folderOf(source.path) === 'routes' && /\bcatch\b/.test(textOf(source)),
  )
  expect(pathsOf(catching)).toEqual([])
})

test('no code in app/ reads the current time, because the code that starts a process passes the clock on', () => {
  const asking = app.filter((source) => /new Date\(\)|Date\.now\(|Temporal\.Now/.test(textOf(source)))
  expect(pathsOf(asking)).toEqual([])
})

test('no two style sheets style the same class on screen, because style sheets stay when the next page loads', () => {
  const sheets = globSync('app/**/*.css').filter((file) => !file.startsWith('app/ui/theme/'))
  const owners = Map.groupBy(
    sheets.flatMap((sheet) => [...classesIn(sheet)].map((name) => ({ name, sheet }))),
    ({ name }) => name,
  )
  const twice = [...owners.values()]
    .filter(({ length }) => length > 1)
    .map((owned) => `${owned[0]?.name} in ${owned.map(({ sheet }) => sheet).join(' and ')}`)
  expect(sheets.length).toBeGreaterThan(10)
  expect(twice).toEqual([])
})

/** Returns the classes that a sheet styles on screen by a selector of their own, such as `.panel {`. */
function classesIn(sheet: string): Set<string> {
  const styles = readFileSync(sheet, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/@media print \{[\s\S]*?\n\}/g, '')
  const selectors = [...styles.matchAll(/([^{};]+)\{/g)].flatMap(([, list = '']) => list.split(','))
  return new Set(selectors.flatMap((selector) => selector.trim().match(/^\.[\w-]+$/) ?? []))
}

// ASVS 1.2.4
test('only the platform runs SQL given as text, and all other code uses templates that send values as parameters', () => {
  const runsText = (text: string) => /\.unsafe\s*\(/.test(text)
  const files = globSync('app/**/*.{ts,tsx}', { exclude: ['**/*.test.ts', 'app/platform/**'] })
  expect(files.length).toBeGreaterThan(400)
  expect(files.filter((file) => runsText(readFileSync(file, 'utf8')))).toEqual([])
  expect(runsText('await sql.unsafe(`select ${term}`)')).toBe(true)
})

/** Returns the files with more bytes than the limit. A deleted file that git still lists has no bytes. */
function largeFiles(files: string[], limit: number): string[] {
  return files.filter((file) => (lstatSync(file, { throwIfNoEntry: false })?.size ?? 0) > limit)
}
