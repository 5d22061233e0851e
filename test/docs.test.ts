import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

import { readConfig } from '../app/platform/config.server.ts'

const documents = [...globSync('*.md'), ...globSync('docs/**/*.md')]
const topFolders = 'app|basemap|bench|db|deploy|docs|public|server|standalone|test'
/** Names of Postgres and of headers that the documentation mentions and no code needs. */
const foreignNames = ['hot_standby', 'includeSubDomains', 'remote_apply', 'synchronous_standby_names']
/** A path in backticks that starts at the root, without patterns such as `*` and `<noun>`. */
const pathInBackticks = new RegExp(`\`((?:${topFolders})/[\\w$./-]+)\``, 'g')
const link = /\]\(([^)#\s]+)(?:#([^)\s]+))?\)|\]\(#([^)\s]+)\)/g

test('every path and link in the documentation exists', () => {
  expect(documents.length).toBeGreaterThan(20)
  expect(documents.flatMap((file) => findMissing(file, readFileSync(file, 'utf8')))).toEqual([])
  const text =
    'See `app/nothing.ts`, `deploy/nothing`, [a note](none.md), `app/routes.ts` and [here](#nowhere).'
  expect(findMissing('docs/example.md', text)).toEqual([
    'docs/example.md: app/nothing.ts',
    'docs/example.md: deploy/nothing',
    'docs/example.md: none.md',
    'docs/example.md: #nowhere',
  ])
})

test('decision notes are numbered without gaps', () => {
  const notes = globSync('docs/decisions/*.md').toSorted()
  const headings = notes.map((file) => readFileSync(file, 'utf8').split('.')[0])
  expect(headings).toEqual(notes.map((_, index) => `# ${index + 1}`))
  expect(notes.filter((file, index) => !file.includes(`/${String(index + 1).padStart(4, '0')}-`))).toEqual([])
})

test('every command in the documentation is a script of package.json', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }
  const commands = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name),
  )
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
})

test('every setting is documented, and every documented setting exists', () => {
  const names = (text: string, pattern: RegExp) =>
    new Set([...text.matchAll(pattern)].map(([, name]) => name))
  const settings = names(readFileSync('app/platform/config.server.ts', 'utf8'), /^ {2}([A-Z][A-Z_]+):/gm)
  const rows = readFileSync('docs/guide/run/settings.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
  const documented = names(rows.map((row) => row.split('|')[1]).join(), /`([A-Z_]+)`/g)
  expect(documented).toEqual(settings)
})

test('a setting that is given its documented default changes nothing', () => {
  const rows = readFileSync('docs/guide/run/settings.md', 'utf8').matchAll(/^\| (`[^|]+`) +\| ([^|]+?) +\|/gm)
  const usual = readConfig({}) as Record<string, unknown>
  const checked: string[] = []
  for (const [, names = '', cell = ''] of rows) {
    const defaults = [...cell.matchAll(/`([^`]+)`/g)].map(([, value = '']) => value)
    for (const [n, name] of [...names.matchAll(/`(\w+)`/g)].map(([, each = '']) => each).entries()) {
      if (cell.startsWith('none')) expect(usual[name.toLowerCase()], name).toBeUndefined()
      else {
        const value = defaults[n]?.replace('<PORT>', '3000').replace('…', 'localhost') ?? ''
        expect(readConfig({ [name]: value }), name).toEqual(usual)
      }
      checked.push(name)
    }
  }
  expect(checked.length).toBeGreaterThan(40)
  expect(readConfig({ LIMIT_SEARCHES: '301' })).not.toEqual(usual)
})

test('every button and menu entry that the pages for vineyards name in bold is in the app', () => {
  const app = globSync('app/**/*.{ts,tsx}')
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(file, 'utf8').replaceAll(/\s+/g, ' '))
    .join('\n')
  const boldIn = (text: string) =>
    [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name = '']) => name.replaceAll(/\s+/g, ' '))
  const named = globSync('docs/guide/vineyard/*.md').flatMap((file) => boldIn(readFileSync(file, 'utf8')))
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter((name) => !app.includes(name))).toEqual([])
  expect(boldIn('Press **Sell\nit all**.').filter((name) => !app.includes(name))).toEqual(['Sell it all'])
})

test('every name in backticks occurs in the code', () => {
  // camelCase or snake_case. Below these headings the glossary and the notes of old releases name what is gone.
  const found = documents.flatMap((file) => {
    const [text = ''] = readFileSync(file, 'utf8').split(/^## (?:Retired names|\[1\.0\.0\])/m)
    return [...text.matchAll(/`([a-z]+(?:[A-Z]\w*|_\w+))(?:\([^`]*\))?`/g)].map(([, name = '']) => name)
  })
  const missing = new Set(found.filter((name) => !foreignNames.includes(name)))
  expect(missing.size).toBeGreaterThan(50)
  for (const file of globSync([
    '{app,basemap,bench,db,server,test}/**/*.{ts,tsx,mjs,sql}',
    'db/releases.json',
  ])) {
    const text = readFileSync(file, 'utf8')
    for (const name of missing) if (new RegExp(`\\b${name}\\b`).test(text)) missing.delete(name)
  }
  expect([...missing]).toEqual([])
})

test('the tree in architecture.md names every folder of the root, app/, server/ and test/', () => {
  const [, tree = ''] = readFileSync('docs/architecture.md', 'utf8').split('## The tree')
  const made = ['build', 'node_modules', 'test-results']
  const foldersOf = (path: string) =>
    readdirSync(path, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !made.includes(entry.name))
      .map(({ name }) => name)
  expect(
    foldersOf('.').filter((name) => !new RegExp(`^ {4}${name}/$|^ {4}${name}/ `, 'm').test(tree)),
  ).toEqual([])
  for (const folder of ['server', 'test']) {
    const [row = ''] = new RegExp(`^ {4}${folder}/ .*(\\n {6,}.*)*`, 'm').exec(tree) ?? []
    expect(
      foldersOf(folder).filter((name) => !row.includes(` ${name}/`)),
      folder,
    ).toEqual([])
  }
  expect(foldersOf('app').filter((name) => !tree.includes(`\n      ${name}/ `))).toEqual([])
  const named = [...tree.matchAll(/^ {6}([\w-]+)\/ /gm)].map(([, name]) => name)
  expect(named.filter((name) => !existsSync(`app/${name}`) && !existsSync(`db/${name}`))).toEqual([])
})

/** Returns the paths and links of a document that lead nowhere. */
function findMissing(file: string, text: string): string[] {
  const paths = [...text.matchAll(pathInBackticks)].map(([, path = '']) => path)
  const links = [...text.matchAll(link)].flatMap(([, target, section, ownSection]) => {
    if (target === undefined) return hasSection(text, ownSection) ? [] : [`#${ownSection}`]
    // Pages of the site; the tests of the guide open them.
    if (/^https?:|^\//.test(target)) return []
    const path = join(dirname(file), target)
    if (!existsSync(path)) return [target]
    return section && !hasSection(readFileSync(path, 'utf8'), section) ? [`${target}#${section}`] : []
  })
  return [...paths.filter((path) => !existsSync(path)), ...links].map((missing) => `${file}: ${missing}`)
}

/** Headings become anchors in lower case, with hyphens for spaces. */
function hasSection(text: string, section = ''): boolean {
  return [...text.matchAll(/^#+ (.+)$/gm)].some(
    ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-') === section,
  )
}
