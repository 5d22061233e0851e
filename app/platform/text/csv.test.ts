import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'

import { csvOf } from './csv.server.ts'

const columns = [
  { key: 'guest', header: 'Guest' },
  { key: 'requests', header: 'Requests' },
  { key: 'total', header: 'Total' },
] as const

const startsFormula = /^[=+\-@＝＋－＠\t\r\0]/

/** Returns the cells as a spreadsheet reads them: quotes count only at the start of a cell, and any line break ends a row. */
function spreadsheetRows(file: string, delimiter: string): string[][] {
  const rows: string[][] = [[]]
  let rest = file.replace(/^\uFEFF/, '')
  while (rest !== '') {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest)
    rest = rest.slice(quoted?.[0].length ?? 0)
    const bare = /^[^\r\n]*/.exec(rest)?.[0].split(delimiter)[0] ?? ''
    rest = rest.slice(bare.length)
    rows.at(-1)?.push((quoted?.[1]?.replaceAll('""', '"') ?? '') + bare)
    const end = /^(\r\n|\r|\n)/.exec(rest)?.[0]
    if (end !== undefined) {
      rest = rest.slice(end.length)
      if (rest !== '') rows.push([])
    } else if (rest.startsWith(delimiter)) {
      rest = rest.slice(1)
      // A delimiter at the very end opens one more, empty cell.
      if (rest === '') rows.at(-1)?.push('')
    }
  }
  return rows
}

const words = fc.constantFrom(
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\0',
  '\r',
  '\n',
  '\r\n',
  ',',
  ';',
  '"',
  "'",
  ' ',
  'a',
  '1',
  '＝',
)
const text = fc.array(words, { maxLength: 8 }).map((parts) => parts.join(''))
const row = fc.record({ guest: text, requests: text, total: fc.integer({ min: -50, max: 50 }) })

// ASVS 1.2.10
test('keeps every row whole and starts no cell or line with a formula', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { maxLength: 4 }), async (rows) => {
      const file = await csvOf(rows, [...columns])
      const parsed: string[][] = parse(file, { bom: true, record_delimiter: '\r\n' })
      expect(parsed).toHaveLength(rows.length + 1)
      expect(spreadsheetRows(file, ',')).toEqual(parsed)
      // In a locale whose list separator is a semicolon or a tab, no cell begins with a formula either.
      for (const delimiter of [';', '\t'])
        expect(
          spreadsheetRows(file, delimiter)
            .flat()
            .filter((cell) => /^ *[=+@＝]/.test(cell)),
        ).toEqual([])
      for (const [n, { total }] of rows.entries()) expect(parsed[n + 1]?.[2]).toBe(String(total))
      const texts = parsed.slice(1).flatMap((cells) => cells.slice(0, 2))
      for (const line of texts.flatMap((cell) => [cell, ...cell.split(/[\r\n]+/)]))
        expect(line).not.toMatch(startsFormula)
      // Only apostrophes are added: nothing that was typed is lost.
      const typed = rows.flatMap(({ guest, requests }) => [guest, requests])
      const bare = (value: string) => value.replaceAll("'", '')
      expect(texts.map(bare)).toEqual(typed.map(bare))
    }),
    { numRuns: 500 },
  )
})

// ASVS 1.2.10
test('writes a guest’s request that has a formula after a line break into one quoted cell', async () => {
  const rows = [{ guest: 'Ada', requests: 'Window, please\n=HYPERLINK("https://bad.example")', total: -4 }]
  expect(await csvOf(rows, [...columns])).toBe(
    '\uFEFFGuest,Requests,Total\r\nAda,"Window, please\n\'=HYPERLINK(""https://bad.example"")",-4\r\n',
  )
})

test('writes many rows in parts, so that other work goes on in between', async () => {
  let turns = 0
  const count = () => {
    turns++
    turn = setImmediate(count)
  }
  let turn = setImmediate(count)
  const rows = Array.from({ length: 2000 }, (_, n) => ({ guest: `Guest ${n}`, requests: '=1', total: n }))
  const file = await csvOf(rows, [...columns])
  clearImmediate(turn)
  expect(turns).toBeGreaterThanOrEqual(8)
  expect(parse(file, { bom: true, from_line: 2 })).toEqual(
    rows.map(({ guest, total }) => [guest, "'=1", String(total)]),
  )
})
