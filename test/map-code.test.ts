import { globSync, readFileSync, statSync } from 'node:fs'
import { basename } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'

import { bookable } from '../server/chunks.ts'

const assets = 'build/client/assets'
const texts = new Map<string, string>()
function code(file: string): string {
  const name = basename(file).replace(/#$/, '')
  const text = texts.get(name) ?? readFileSync(`${assets}/${name}`, 'utf8')
  texts.set(name, text)
  return text
}

type Manifest = { entry: Module; routes: Record<string, Module> }
type Module = { module: string; imports?: string[]; css?: string[] }

// The folder may also contain files of earlier builds, so the newest manifest is used.
const [manifestFile = ''] = globSync(`${assets}/manifest-*.js`).toSorted(
  (one, other) => statSync(other).mtimeMs - statSync(one).mtimeMs,
)
const manifest: Manifest = JSON.parse(
  code(manifestFile)
    .replace(/^[^{]*/, '')
    .replace(/;?\s*$/, ''),
)

/** Returns a file and all files that it imports statically, directly or through others. */
function filesBehind(file: string, found = new Set<string>()): Set<string> {
  if (found.has(basename(file))) return found
  found.add(basename(file))
  for (const [, next = ''] of code(file).matchAll(/(?:\bfrom|\bimport)\s*["`']\.\/([\w.-]+\.js)["`']/g))
    filesBehind(next, found)
  return found
}

/** Returns the files that a file imports dynamically, and all files that the imported files load. */
function filesLaterThan(file: string, found = new Set<string>()): string[] {
  for (const loaded of filesBehind(file))
    for (const [, next = ''] of code(loaded).matchAll(/\bimport\(["`']\.\/([\w.-]+\.js)["`']\)/g))
      if (!found.has(next)) {
        found.add(next)
        filesLaterThan(next, found)
      }
  return [...found].flatMap((later) => [...filesBehind(later)])
}

const maps = new Map<string, boolean>()
function isMap(file: string): boolean {
  const known = maps.get(file) ?? /maplibregl|cluster_id/.test(code(file))
  maps.set(file, known)
  return known
}
const pages = Object.entries(manifest.routes)

test("no page loads the map's code before a map is opened", () => {
  expect(pages.length).toBeGreaterThan(10)
  const burdened = pages.filter(([, { module, imports = [] }]) =>
    [manifest.entry.module, module, ...(manifest.entry.imports ?? []), ...imports]
      .flatMap((file) => [...filesBehind(file)])
      .some(isMap),
  )
  expect(burdened.map(([route]) => route)).toEqual([])
})

test("the map's code is in its own files, reachable only from pages with a map", () => {
  const ofMaps = globSync(`${assets}/*.js`).filter((file) => !file.includes('worker') && isMap(file))
  expect(ofMaps.length).toBeGreaterThan(0)
  const asking = pages.filter(([, { module }]) => filesLaterThan(module).some(isMap))
  // A page that both staff areas show is listed twice.
  expect(asking.map(([route]) => route).toSorted()).toEqual([
    'admin-vineyard-edit',
    'routes/public/explore',
    'routes/public/itinerary/$id',
    'routes/public/vineyard/$id',
    'routes/staff/vineyard/edit',
  ])
})

test("the map's styles load with its code", () => {
  const styled = pages.filter(([, { css = [] }]) => css.some((file) => code(file).includes('.map-tools')))
  expect(styled.map(([route]) => route)).toEqual([])
})

test('only the account pages and the sign-in page load the code of passkeys, and only after a press', () => {
  const isPasskeys = (file: string) => code(file).includes('excludeCredentials')
  const atOnce = pages.filter(([, { module }]) => [...filesBehind(module)].some(isPasskeys))
  expect(atOnce.map(([route]) => route)).toEqual([])
  const later = pages.filter(([, { module }]) => filesLaterThan(module).some(isPasskeys))
  // Staff see their account on the same route, but without passkeys.
  expect(later.map(([route]) => route).toSorted()).toEqual([
    'admin-account',
    'routes/public/account',
    'routes/public/sign-in',
    'winemaker-account',
  ])
})

function filesOf(page: string): Set<string> {
  const needed = ['root', 'routes/public/layout', page].flatMap((route) => manifest.routes[route] ?? [])
  expect(needed).toHaveLength(3)
  return new Set(
    [manifest.entry, ...needed].flatMap(({ module, imports = [] }) =>
      [module, ...imports].flatMap((file) => [...filesBehind(file)]),
    ),
  )
}

/** The bytes of HTTP headers for each file. */
const headers = 420

test('booking pages load at most 120 kB of script before interaction', () => {
  const sizes = new Map<string, number>()
  const sizeOf = (file: string) => {
    const size = sizes.get(file) ?? brotliCompressSync(code(file)).length + headers
    sizes.set(file, size)
    return size
  }
  for (const page of Object.keys(bookable)) {
    const files = filesOf(page)
    const bytes = [...files].reduce((sum, file) => sum + sizeOf(file), 0)
    expect(files.size, page).toBeLessThanOrEqual(15)
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes, page).toBeLessThanOrEqual(120_000)
  }
})

// A formatter after `=>` or `??=` is created only at its first use, so it does not count.
test('booking pages create no Intl formatter at load, because the first formatter is slow on phones', () => {
  const made = Object.keys(bookable).flatMap((page) =>
    [...filesOf(page)].flatMap((file) => code(file).match(/(?<!=>|\?\?=)\bnew Intl\..{40}/g) ?? []),
  )
  expect(made).toEqual([])
})
