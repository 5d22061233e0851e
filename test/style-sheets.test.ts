import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

import { findUnmatchedClasses, readClassUse } from './style-sheets.ts'

const read = (path: string) => readFileSync(path, 'utf8')
// Emails have no style sheet: `email-layout.tsx` writes the rules of their classes, from the table of colours.
const files = globSync('app/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}', 'app/mail/**'] })
const uses = files.map((path) => readClassUse(path, read(path)))
const sheets = globSync('app/**/*.css').map((path) => ({ path, css: read(path) }))

/** Classes that libraries give to their own elements. */
const ofLibraries = /: (ProseMirror|maplibregl)-/

test('every class of an element has a rule in a style sheet, and every rule has an element', () => {
  const { unstyled, unused } = findUnmatchedClasses(uses, sheets)
  expect(unstyled).toEqual([])
  expect(unused.filter((name) => !ofLibraries.test(name))).toEqual([])
})

test('every style sheet is imported', () => {
  const imported = new Set(
    [...files, ...sheets.map(({ path }) => path)].flatMap((path) =>
      Array.from(read(path).matchAll(/import [^'"\n]*['"](\.[^'"]*\.css)/g), ([, sheet = '']) =>
        join(dirname(path), sheet),
      ),
    ),
  )
  expect(sheets.map(({ path }) => path).filter((path) => !imported.has(path))).toEqual([])
})

test('reports unstyled classes and unused rules, and ignores strings in comparisons', () => {
  const page = `
    const tone = state === 'open' ? 'good' : 'wait'
    export const Page = ({ state, look }) => (
      <main className={state === 'closed' ? 'door' : \`badge badge-\${tone}\`}>
        <Field inputClassName="wide" />
      </main>
    )`
  const css = '.badge { top: 0.5em } .badge-good, .login > a:not(.wide) { background: url(picture.png) }'
  expect(findUnmatchedClasses([readClassUse('page.tsx', page)], [{ path: 'page.css', css }])).toEqual({
    unstyled: ['page.tsx: door'],
    unused: ['page.css: login'],
  })
})
