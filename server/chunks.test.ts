import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import routes from '../app/routes.ts'

type Route = { id?: string; file: string; children?: Route[] }

const listIds = (tree: Route[]): string[] =>
  tree.flatMap(({ id, file, children = [] }) => [id ?? file.replace(/\.tsx?$/, ''), ...listIds(children)])

// React Router derives the id of a route from its file. Renaming the file would silently change the chunks.
test('every route id in the code exists', () => {
  const ids = new Set(listIds(routes as Route[]))
  const files = globSync(['app/**/*.{ts,tsx}', 'server/*.ts', 'vite.config.ts']).filter(
    (file) => file !== 'app/routes.ts' && !file.includes('.test.'),
  )
  const used = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/['"](routes\/[^'"]+)['"]/g)].map(([, id]) => `${file}: ${id}`),
  )
  expect(used).toContain('server/chunks.ts: routes/public/layout')
  expect(used.filter((use) => !ids.has(use.slice(use.indexOf(': ') + 2)))).toEqual([])
})
