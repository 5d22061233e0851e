import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

import { memoryTable, scalingTable, withTable } from './figures.ts'

const read = (file: string) => readFileSync(file, 'utf8')
const record = read('bench/RESULTS.md')

// `npm run vitest -- run test/figures.test.ts -u` writes the figures into the documents.
test('the tables in the documents have the figures of bench/RESULTS.md', async () => {
  const scaling = withTable(read('docs/scaling.md'), '## The scale we design for', scalingTable(record))
  await expect(scaling).toMatchFileSnapshot('../docs/scaling.md')
  const start = withTable(read('docs/guide/run/start.md'), '## Memory', memoryTable(record))
  await expect(start).toMatchFileSnapshot('../docs/guide/run/start.md')
})

test('if a figure in bench/RESULTS.md changes, the table changes, and a missing figure is an error', () => {
  const slower = record.replace(/^(search for a day +[\d.]+ +)[\d.]+( +[\d.]+ +\d+ +)\w+/m, '$1999.9$2missed')
  expect(scalingTable(slower)).toMatch(/^\| search for a day +\| 25 ms +\| 999\.9 ms, missed +\|/m)
  expect(memoryTable(record.replace(/site \d+ MB/, 'site 999 MB'))).toMatch(
    /^\| memory of the site +\| 999 MB +\|$/m,
  )
  expect(() => memoryTable('')).toThrow('has nothing like')
  expect(() => scalingTable('')).toThrow('search for a day')
})

test('replaces only the first table below a heading', () => {
  const table = '| a |\n| - |\n'
  const text = `| x |\n\n## One\n\nText\n\n| b |\n| c |\n\n| d |\n`
  expect(withTable(text, '## One', table)).toBe(`| x |\n\n## One\n\nText\n\n${table}\n| d |\n`)
  expect(() => withTable('## One\n', '## One', table)).toThrow('no table')
})
