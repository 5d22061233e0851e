// npm run notices: writes public/third-party-notices.txt.
import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { findShippedPackages, packageNameOf } from '../server/shipped-packages.ts'

/** Licences that allow our use. MPL-2.0 concerns only changes to the files that it covers, and we change none. */
const allowed =
  /^(MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC0-1\.0|CC-BY-4\.0|MPL-2\.0|OFL-1\.1|Unlicense|Zlib|Python-2\.0)$/
/** Packages with a prebuilt libvips. sharp loads libvips as a separate library, so another build can replace it. */
const exceptions = /^node_modules\/@img\/sharp-/

/** Returns whether an expression such as `(MIT OR GPL-2.0)` allows our use. With AND, each licence must allow it. */
const isAllowed = (license: string) => {
  const parts = license.replaceAll(/[()]/g, '').split(/ (?:AND|OR) /)
  const isOk = (part: string) => allowed.test(part)
  return license.includes(' AND ') ? parts.every(isOk) : parts.some(isOk)
}

const locked = findShippedPackages('.')
const packages = [...locked.keys()]

test('every package that ships has an allowed licence', () => {
  expect(packages.length).toBeGreaterThan(150)
  const refused = (paths: string[], licenseOf: (path: string) => string) =>
    paths.filter((path) => !exceptions.test(path) && !isAllowed(licenseOf(path)))
  expect(refused(packages, (path) => locked.get(path)?.license ?? 'none')).toEqual([])
  expect(refused(['node_modules/x'], () => 'AGPL-3.0-only')).toEqual(['node_modules/x'])
  for (const license of ['MIT AND GPL-2.0', 'MIT AND (ISC OR GPL-2.0)', 'AGPL-3.0-only OR GPL-2.0'])
    expect(refused(['node_modules/x'], () => license)).toEqual(['node_modules/x'])
  expect(refused(['node_modules/x'], () => 'BSD-3-Clause OR GPL-2.0')).toEqual([])
})

test('the notices name every package that ships, with its licence', async () => {
  const groups = new Map<string, string[]>()
  for (const path of packages) {
    const { version, license = '', os } = locked.get(path) ?? { version: '' }
    const name = packageNameOf(path)
    // Packages for other operating systems are not installed on this machine.
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
    'Rivers and lakes: GSHHG 2.3.7 by Paul Wessel and Walter H. F. Smith (LGPL 3.0 or later), simplified.',
    'Railway stations: uk-railway-stations by David Wheatley, from Trainline EU and OpenStreetMap (ODbL 1.0).',
    'Postcodes, where they are loaded: OS, Royal Mail and National Statistics data (Open Government Licence v3.0).',
    'List of vineyards: compiled for this site from public information. Landscapes: drawn for this site.',
    'Headings: the font Besley (OFL 1.1), with its licence below.',
    'The page "Data and sources" says more.',
  ].join('\n')
  const head = `Third-party notices\n\n${data}\n\nThis site is made with these packages:`
  const notices = [head, ...parts].join(rule) + '\n'
  // The image contains the program of Node, which includes these libraries.
  for (const text of ['Node.js is licensed for use as follows', '- OpenSSL, located at', '- V8, located at'])
    expect(notices).toContain(text)
  await expect(notices).toMatchFileSnapshot('../public/third-party-notices.txt')
})

// ASVS 15.1.2
test("the image's list of parts names Node and every package of the notices, including bundled packages", () => {
  const folder = mkdtempSync(join(tmpdir(), 'chalk-parts-'))
  try {
    writeFileSync(join(folder, 'package.json'), '{ "name": "empty", "version": "1.0.0" }')
    execFileSync(process.execPath, ['server/parts.ts', folder])
    type Component = { name: string; version: string; purl: string; licenses: object[] }
    const { components }: { components: Component[] } = JSON.parse(
      readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'),
    )
    const listed = components.map(({ name, version }) => `${name} ${version}`)
    for (const name of ['maplibre-gl', 'pbf', 'recharts', '@tiptap/core', 'prosemirror-view', 'idb', 'qr'])
      expect(listed.map((part) => part.replace(/ .*/, ''))).toContain(name)
    expect(listed).toContain(`node ${process.versions.node}`)
    expect(components.find(({ name }) => name === '@tiptap/core')).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/%40tiptap\/core@\d/),
      licenses: [{ license: { id: 'MIT' } }],
    })
    // npm also lists the optional packages that are installed for this system.
    const optional = [...locked]
      .filter(([, { optional }]) => optional)
      .map(([path, { version }]) => `${packageNameOf(path)} ${version}`)
    const noticed = readFileSync('public/third-party-notices.txt', 'utf8').matchAll(
      /^((?:@[\w.-]+\/)?[\w.-]+ \d+\.\d+\.\S+) \(/gm,
    )
    const named = new Set(
      [...noticed].map(([, part = '']) => part).filter((part) => !optional.includes(part)),
    )
    expect(new Set(listed)).toEqual(named)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

function licenseText(path: string): string {
  // npm has a Node package for each system. Each of them contains the licence of Node, with the same text.
  const folders = [path, ...(path === 'node_modules/node' ? globSync(`${path}/node_modules/node-*-*`) : [])]
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((file) => [folder, file] as const))
    .filter(([, file]) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(file))
    .toSorted(([, a], [, b]) => (a < b ? -1 : 1))
  return files
    .map(([folder, file]) => readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
}
