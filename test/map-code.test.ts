import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'

const assets = 'build/client/assets'
const code = (file: string) => readFileSync(`${assets}/${basename(file).replace(/#$/, '')}`, 'utf8')

type Manifest = { entry: Module; routes: Record<string, Module> }
type Module = { module: string; imports?: string[]; css?: string[] }

const [manifestFile = ''] = globSync(`${assets}/manifest-*.js`)
const manifest: Manifest = JSON.parse(
  code(manifestFile)
    .replace(/^[^{]*/, '')
    .replace(/;?\s*$/, ''),
)

/** What a browser fetches before it runs this file: its static imports and theirs, but nothing it imports later. */
function filesBehind(file: string, found = new Set<string>()): Set<string> {
  if (found.has(basename(file))) return found
  found.add(basename(file))
  for (const [, next = ''] of code(file).matchAll(/(?:\bfrom|\bimport)\s*["`']\.\/([\w.-]+\.js)["`']/g))
    filesBehind(next, found)
  return found
}

const isMap = (file: string) => /maplibregl|cluster_id/.test(code(file))
const pages = Object.entries(manifest.routes)

test('no page fetches the code of the map before somebody opens one', () => {
  expect(pages.length).toBeGreaterThan(10)
  const burdened = pages.filter(([, { module, imports = [] }]) =>
    [manifest.entry.module, module, ...(manifest.entry.imports ?? []), ...imports]
      .flatMap((file) => [...filesBehind(file)])
      .some(isMap),
  )
  expect(burdened.map(([route]) => route)).toEqual([])
})

test('the code of the map is there, in files of its own that only the pages with a map can ask for', () => {
  const maps = globSync(`${assets}/*.js`).filter((file) => !file.includes('worker') && isMap(file))
  expect(maps.length).toBeGreaterThan(0)
  const asking = pages.filter(([, { module }]) =>
    [...filesBehind(module)].some((file) =>
      [...code(file).matchAll(/\bimport\(["`']\.\/([\w.-]+\.js)["`']\)/g)].some(([, later = '']) =>
        [...filesBehind(later)].some(isMap),
      ),
    ),
  )
  // The staff's page is mounted at two desks.
  expect(asking.map(([route]) => route).toSorted()).toEqual([
    'admin-vineyard-edit',
    'explore/pages/explore',
    'explore/pages/vineyard',
    'staff/pages/vineyard-edit',
  ])
})

test("the map's styles come with it and not with the pages", () => {
  const styled = pages.filter(([, { css = [] }]) => css.some((file) => code(file).includes('.map-tools')))
  expect(styled.map(([route]) => route)).toEqual([])
})
