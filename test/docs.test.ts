import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

import { readConfig } from '../app/platform/config.server.ts'
import { filesOfScreens } from './screens.ts'

const documents = globSync(['*.md', 'docs/**/*.md', 'app/**/*.md'])
const topFolders = 'app|basemap|bench|db|deploy|docs|public|server|clone-packages|test'
/** Names of Postgres and of headers that the documentation mentions although no code contains them. */
const foreignNames = ['hot_standby', 'includeSubDomains', 'remote_apply', 'synchronous_standby_names']
/** Names of fields that the latest entries of CHANGELOG.md describe as replaced. */
const formerNames = ['asked_at', 'asked_by', 'told_at']
/** A path in backticks that starts at the root. Patterns such as `*` and `<noun>` are not paths. */
const pathInBackticks = new RegExp(`\`((?:${topFolders})/[\\w$./-]+)\``, 'g')
const notes = globSync('docs/decisions/*.md').toSorted()
/** A reference such as "note 5", "decision 5" or "notes 5 and 6", or the path of a note. */
const noteReference = /\b(?:decisions?|notes?)\s+(\d+)(?:\s+and\s+(\d+))?|\bdecisions\/(\d{4}-[\w-]+\.md)/gi
/** A file in docs/rules.md, perhaps with names in brackets. */
const fileWithNames = /`((?:app|db|server)\/[\w$./-]+)`(?: \((`\w+`(?:, `\w+`)*)\))?/g
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

test('each decision note begins with the number in its file name, and no two notes share a number', () => {
  const numbers = notes.map((file) => Number(/\/(\d{4})-[a-z0-9-]+\.md$/.exec(file)?.[1]))
  const headings = notes.map((file) => readFileSync(file, 'utf8').split('.')[0])
  expect(headings).toEqual(numbers.map((number) => `# ${number}`))
  expect(new Set(numbers).size).toBe(numbers.length)
})

test('there are at most 30 decision notes, of one page each', () => {
  expect(notes.length).toBeLessThanOrEqual(30)
  const lengths = notes.map((file): [string, number] => [file, readFileSync(file, 'utf8').split('\n').length])
  expect(lengths.filter(([, lines]) => lines > 63)).toEqual([])
})

test('every reference to a decision note, in documents and in comments, names an existing note', () => {
  const sources = globSync([
    '{app,basemap,bench,db,deploy,server,clone-packages,test}/**/*.{ts,tsx,mts,mjs,css,sql,sh,yml}',
    '{*.ts,*.yaml,Dockerfile}',
  ]).filter((file) => file !== 'test/docs.test.ts')
  const found = [
    ...documents.map((file): [string, string] => [file, readFileSync(file, 'utf8')]),
    ...sources.map((file): [string, string] => [file, commentsOf(readFileSync(file, 'utf8'))]),
  ]
  expect(found.flatMap(([, text]) => [...text.matchAll(noteReference)]).length).toBeGreaterThan(20)
  expect(found.flatMap(([file, text]) => findMissingNotes(text).map((name) => `${file}: ${name}`))).toEqual(
    [],
  )
  const comment =
    '/**\n * See decision\n * 999, notes 1 and 998, docs/decisions/0997-none.md and [note 5](0006-availability.md). */'
  expect(findMissingNotes(commentsOf(comment))).toEqual(['999', '998', '0997-none.md', '[note 5](0006'])
})

test('the README, CONTRIBUTING and the guide show exactly the screenshots that `npm run screenshots` takes', () => {
  const shown = new Set(
    documents.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/screenshots\/([\w-]+)-(\d+)\.webp/g)].flatMap(
        // On phones, a page of the guide shows the narrow picture.
        ([, name, width]) =>
          file.startsWith('docs/guide/')
            ? [`${name}-1280.webp`, `${name}-390.webp`]
            : [`${name}-${width}.webp`],
      ),
    ),
  )
  expect(new Set(readdirSync('docs/screenshots'))).toEqual(shown)
  expect(new Set(filesOfScreens())).toEqual(shown)
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

test('a setting that is set to its documented default changes nothing', () => {
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
  // Only names in camelCase and snake_case are checked. Old release notes may name things that no longer exist.
  const found = documents.flatMap((file) => {
    const [text = ''] = readFileSync(file, 'utf8').split(/^## \[1\.0\.0\]/m)
    return [...text.matchAll(/`([a-z]+(?:[A-Z]\w*|_\w+))(?:\([^`]*\))?`/g)].map(([, name = '']) => name)
  })
  const missing = new Set(found.filter((name) => ![...foreignNames, ...formerNames].includes(name)))
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

test('each row of rules.md has a question of its own and files that contain the names in brackets', () => {
  const rows = ruleRows(readFileSync('docs/rules.md', 'utf8'))
  const questions = rows.map(([question]) => question)
  expect(rows.length).toBeGreaterThan(200)
  expect(questions.filter((question, at) => questions.indexOf(question) < at)).toEqual([])
  expect(rows.flatMap(([, files]) => findRuleFaults(files))).toEqual([])
  const wrong =
    '`app/root.tsx` (`collapsed`, `nowhere`), also `db/none.sql` and `app/platform/money.ts` (`formatMoney`)'
  expect(findRuleFaults(wrong)).toEqual(['app/root.tsx: nowhere', 'db/none.sql'])
  expect(findRuleFaults('the `.api.ts`')).toEqual(['the `.api.ts`'])
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

/** Returns the question and the files of each row in docs/rules.md. */
function ruleRows(text: string): [question: string, files: string][] {
  return [...text.matchAll(/^\| ([A-Z][^|]*?) +\| ([^|]+?) +\|$/gm)].map(([, question = '', files = '']) => [
    question,
    files,
  ])
}

/** Returns the missing files and names of a row in docs/rules.md, or the row if it is not a list of files. */
function findRuleFaults(files: string): string[] {
  if (!/^(?:, also |, | and )*$/.test(files.replaceAll(fileWithNames, ''))) return [files]
  return [...files.matchAll(fileWithNames)].flatMap(([, path = '', names = '']) => {
    if (!existsSync(path)) return [path]
    const words = new Set(readFileSync(path, 'utf8').match(/\w+/g))
    return (names.match(/\w+/g) ?? []).filter((name) => !words.has(name)).map((name) => `${path}: ${name}`)
  })
}

/** Returns the lines of a source that are comments, without their comment marks. */
function commentsOf(text: string): string {
  return [...text.matchAll(/(?:^\s*\/?\*+|\/\/|--|^\s*#|\/\*+)\s(.*)/gm)]
    .map(([, line = '']) => line)
    .join('\n')
}

/** Returns references to notes that do not exist, and links whose number differs from the number of their file. */
function findMissingNotes(text: string): string[] {
  const numbers = new Set(notes.map((file) => Number(/(\d{4})-/.exec(file)?.[1])))
  const missing = [...text.matchAll(noteReference)].flatMap(([, one, other, path]) =>
    path === undefined
      ? [one, other].filter((number) => number !== undefined && !numbers.has(Number(number)))
      : notes.includes(`docs/decisions/${path}`)
        ? []
        : [path],
  )
  const wrong = [...text.matchAll(/\[(?:note\s+)?(\d+)\]\((?:[\w./]*\/)?(\d{4})(?=-)/g)].filter(
    ([, number, file]) => Number(number) !== Number(file),
  )
  return [...missing.map(String), ...wrong.map(([whole]) => whole)]
}

/** Returns the paths and links in a document that lead nowhere. */
function findMissing(file: string, text: string): string[] {
  const paths = [...text.matchAll(pathInBackticks)].map(([, path = '']) => path)
  const links = [...text.matchAll(link)].flatMap(([, target, section, ownSection]) => {
    if (target === undefined) return hasSection(text, ownSection) ? [] : [`#${ownSection}`]
    // Links to pages of the site are checked by the tests of the guide, which open these pages.
    if (/^https?:|^\//.test(target)) return []
    const path = join(dirname(file), target)
    if (!existsSync(path)) return [target]
    return section && !hasSection(readFileSync(path, 'utf8'), section) ? [`${target}#${section}`] : []
  })
  return [...paths.filter((path) => !existsSync(path)), ...links].map((missing) => `${file}: ${missing}`)
}

/** Returns whether a document has a section. The anchor of a heading is in lower case, with hyphens for spaces. */
function hasSection(text: string, section = ''): boolean {
  return [...text.matchAll(/^#+ (.+)$/gm)].some(
    ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w\s-]/g, '')
        .replaceAll(' ', '-') === section,
  )
}
