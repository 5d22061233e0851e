import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

/** A folder may import from itself and from any folder named before it. */
const order = [
  'platform',
  'ui',
  'media',
  'email',
  'people',
  'vineyards',
  'places',
  'experiences',
  'availability',
  'bookings',
  'calendars',
  'explore',
  'itineraries',
  'blog',
  'reports',
  'staff',
  'site',
]

/** The entry points: they know every folder, and no folder knows them. */
const entries = [
  'app/root.tsx',
  'app/routes.ts',
  'app/handler.server.ts',
  'app/api.server.ts',
  'app/email-templates.server.ts',
  'app/entry.server.tsx',
  'app/entry.client.tsx',
]

const sources = globSync('app/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
const imports = sources.flatMap((file) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (type )?[^'"]*?from '([^']+)'|^import '([^']+)'/gm,
    ),
  ]
    .map(([, typeOnly, from, bare]) => ({ file, typeOnly: Boolean(typeOnly), path: from ?? bare ?? '' }))
    .map(({ path, ...rest }) => ({
      ...rest,
      target: path.startsWith('.') ? join(dirname(file), path) : path,
    })),
)
const inHouse = imports.filter(({ file, target }) => !entries.includes(file) && !target.includes('+types'))

const folder = (path: string) => (path.startsWith('app/') ? (path.split('/')[1] ?? '') : '')
const show = ({ file, target }: { file: string; target: string }) => `${file} imports ${target}`

test('folders only look down the list', () => {
  const upward = inHouse.filter(
    ({ file, target }) => order.indexOf(folder(target)) > order.indexOf(folder(file)),
  )
  expect(upward.map(show)).toEqual([])
})

test('every folder is on the list, and nothing else lies in the house', () => {
  const strange = sources.filter((file) => !entries.includes(file) && !order.includes(folder(file)))
  expect(strange).toEqual([])
})

test("no folder reaches into another folder's pages", () => {
  const reaching = imports.filter(
    ({ file, target }) => target.includes('/pages/') && folder(file) !== folder(target),
  )
  expect(reaching.map(show)).toEqual([])
})

test('rules stay free of the database, React and the router', () => {
  const isRules = (file: string) =>
    /(?<!\.server|\.api)\.ts$/.test(file) && !/\/(pages|platform|ui|site)\//.test(file)
  const isMachinery = (target: string) =>
    /\.server\.ts$|\.tsx$|^(react|react-router|postgres)\b|^node:/.test(target)
  const leaning = inHouse.filter(
    ({ file, typeOnly, target }) => isRules(file) && !typeOnly && isMachinery(target),
  )
  expect(leaning.map(show)).toEqual([])
})

test('the kit has no vineyard words', () => {
  const words = /\b(vineyard|winery|experience|tasting|slot_|booking|guest_)/i
  const code = (file: string) => readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
  const speaking = sources.filter((file) => folder(file) === 'ui' && words.test(code(file)))
  expect(speaking).toEqual([])
})

test('no file outgrows its subject', () => {
  const lines = (file: string) => readFileSync(file, 'utf8').split('\n').length
  const code = globSync('{app,server,db,test,basemap}/**/*.{ts,tsx,mjs,css,sql}')
  expect(code.filter((file) => lines(file) > 300)).toEqual([])
  const sizes = code.map(lines).toSorted((a, b) => a - b)
  expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(90)
})

test('nothing is called utils, helpers, common, misc or lib', () => {
  expect(sources.filter((file) => /(^|[/.-])(utils?|helpers?|common|misc|lib)([/.-]|$)/.test(file))).toEqual(
    [],
  )
})

test('links are made by href, and no page catches', () => {
  const quoted = sources.filter((file) =>
    /(\bto|\baction)="\/|redirect\('\//.test(readFileSync(file, 'utf8')),
  )
  expect(quoted).toEqual([])
  const catching = sources.filter(
    (file) => file.includes('/pages/') && /\bcatch\b/.test(readFileSync(file, 'utf8')),
  )
  expect(catching).toEqual([])
})

test('the time of day is asked for only where a process starts', () => {
  const asking = sources.filter((file) =>
    /new Date\(\)|Date\.now\(|Temporal\.Now/.test(readFileSync(file, 'utf8')),
  )
  expect(asking).toEqual([])
})

/** The classes that a sheet lays out by themselves, on screen: `.panel {`. What it says below another one is its own. */
function classesIn(sheet: string): Set<string> {
  const said = readFileSync(sheet, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/@media print \{[\s\S]*?\n\}/g, '')
  const selectors = [...said.matchAll(/([^{};]+)\{/g)].flatMap(([, list = '']) => list.split(','))
  return new Set(selectors.flatMap((selector) => selector.trim().match(/^\.[\w-]+$/) ?? []))
}

test('a class is laid out by one sheet of a room, for sheets stay when one goes on to the next page', () => {
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
