// npm run notices: writes public/third-party-notices.txt.
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Package = {
  version: string
  license?: string
  os?: string[]
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}
const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8'))
const lock: Record<string, Package> = readJson('package-lock.json').packages
const own = readJson('package.json')

/** Licences that anybody may use as we do. MPL-2.0 binds the files it covers, which we do not change. */
const allowed =
  /^(MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|MPL-2\.0|OFL-1\.1|Unlicense|Zlib|Python-2\.0)$/
/** Prebuilt libvips, which sharp loads as a library of its own; it can be replaced by another build. */
const exceptions = /^node_modules\/@img\/sharp-/

/** The packages that run in production or are part of what browsers load, by their path in the lock file. */
function shippedPackages(): string[] {
  const sources = globSync('app/**/*.{ts,tsx}').filter((file) => !file.includes('.test.'))
  const imported = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'((?:@[\w.-]+\/)?[\w.-]+)/g)].map(
      ([, name = '']) => name,
    ),
  )
  const roots = [...imported, ...Object.keys({ ...own.dependencies, ...own.optionalDependencies })]
  const found = new Set<string>()
  const visit = (name: string, from: string) => {
    const path = resolve(name, from)
    if (path === undefined || found.has(path)) return
    found.add(path)
    const { dependencies, optionalDependencies } = lock[path] ?? {}
    for (const next of Object.keys({ ...dependencies, ...optionalDependencies })) visit(next, path)
  }
  for (const name of roots) visit(name, '')
  return [...found].toSorted()
}

/** The path of a package as Node finds it from another one, or undefined if the lock file has none. */
function resolve(name: string, from: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules') - 1))) {
    const path = join(at, 'node_modules', name)
    if (path in lock) return path
    if (at === '') return undefined
  }
}

/** The licences of `(MIT OR Apache-2.0)` and the like. */
const partsOf = (license: string) => license.replaceAll(/[()]/g, '').split(/ (?:AND|OR) /)

const packages = shippedPackages()

test('no package that ships has a licence outside the list', () => {
  expect(packages.length).toBeGreaterThan(150)
  const refused = (paths: string[], licenseOf: (path: string) => string) =>
    paths.filter(
      (path) => !exceptions.test(path) && !partsOf(licenseOf(path)).every((part) => allowed.test(part)),
    )
  expect(refused(packages, (path) => lock[path]?.license ?? 'none')).toEqual([])
  expect(refused(['node_modules/x'], () => 'AGPL-3.0-only')).toEqual(['node_modules/x'])
  expect(refused(['node_modules/x'], () => 'MIT AND GPL-2.0')).toEqual(['node_modules/x'])
})

test('the notices name every package that ships, with its licence', async () => {
  const groups = new Map<string, string[]>()
  for (const path of packages) {
    const { version, license = '', os } = lock[path] ?? { version: '' }
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    // Packages of other systems are not installed here.
    const text = os ? '' : licenseText(path)
    const known = groups.get(text) ?? []
    groups.set(text, [...known, `${name} ${version} (${license})`])
  }
  const parts = [...groups].map(
    ([text, names]) =>
      `${[...new Set(names)].join('\n')}\n\n${text === '' ? 'Its package holds no licence text; the licence is named above.' : text}`,
  )
  const rule = `\n\n${'-'.repeat(80)}\n\n`
  const data = [
    'Coastline: map data © OpenStreetMap contributors (ODbL 1.0).',
    'Towns: GeoNames (CC BY 4.0).',
    'Borders between countries: Natural Earth (public domain).',
    'Postcodes, where they are loaded: OS, Royal Mail and National Statistics data (Open Government Licence v3.0).',
    'List of vineyards: compiled for this site from public information. Landscapes: drawn for this site.',
    'Headings: the font Besley (OFL 1.1), with its licence below.',
    'The page "Data and sources" says more.',
  ].join('\n')
  const head = `Third-party notices\n\n${data}\n\nThis site is made with these packages:`
  await expect([head, ...parts].join(rule) + '\n').toMatchFileSnapshot('../public/third-party-notices.txt')
})

function licenseText(path: string): string {
  if (!existsSync(path)) return ''
  const files = readdirSync(path)
    .filter((file) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(file))
    .toSorted()
  return files
    .map((file) => readFileSync(join(path, file), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
}
