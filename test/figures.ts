/** An answer that the bench `scale` measured: the 95th percentile and the aim in ms, and whether the aim was met. */
type Answer = { name: string; p95: number; aim: number; isMet: boolean }

/** The rows of the table in docs/scaling.md. Each row has the answers that it sums up, and a note about them. */
const scalingRows = [
  { label: 'search for a day', of: /^search for a day$/, note: '0042-search-in-sql.md' },
  { label: 'search without a day', of: /^search without a day$/, note: '0042-search-in-sql.md' },
  {
    label: 'search without a day, if its order is computed',
    of: /^search without a day, order/,
    note: '0042-search-in-sql.md',
  },
  { label: "a vineyard's page", of: /^a vineyard$/, note: '0009-page-cache.md' },
  {
    label: "the largest vineyard's lists and reports",
    of: /^largest vineyard: (?!.* by (?:a name|phone digits|a reference|an address|two letters)$)/,
    note: '0020-reports-and-totals.md',
  },
  {
    label: 'lists of all vineyards',
    of: /^all vineyards: (?!email log)/,
    note: '0020-reports-and-totals.md',
  },
  {
    label: 'each way to search for people',
    of: / by (?:a name|phone digits|a reference|an address|two letters)$/,
    note: '0020-reports-and-totals.md',
  },
  { label: 'saving two starts a day for a year', of: /^saving /, note: '0006-availability.md' },
]

/** Returns the answers that the text `record` of the bench `scale` lists. */
function readAnswers(record: string): Answer[] {
  return [...record.matchAll(/^(\S.*?) +[\d.]+ +([\d.]+) +[\d.]+ +(\d+) +(met|missed)$/gm)].map(
    ([, name = '', p95, aim, state]) => ({
      name,
      p95: Number(p95),
      aim: Number(aim),
      isMet: state === 'met',
    }),
  )
}

/** Returns the first figure that `pattern` finds in a record. Throws if there is no such figure. */
function figure(record: string, pattern: RegExp): string {
  const [, found] = pattern.exec(record) ?? []
  if (found === undefined) throw new Error(`bench/RESULTS.md has nothing like ${pattern}.`)
  return found
}

/** Returns the table of docs/scaling.md: the aims at the 95th percentile, and the slowest answers in the record. */
export function scalingTable(record: string): string {
  const answers = readAnswers(record)
  const rows = scalingRows.map(({ label, of, note }) => {
    const found = answers.filter(({ name }) => of.test(name))
    const [slowest] = found.toSorted((a, b) => b.p95 - a.p95)
    if (!slowest) throw new Error(`bench/RESULTS.md has no answer for ${label}.`)
    const missed = found.filter(({ isMet }) => !isMet).map(({ name }) => name.split(': ')[1])
    const which = missed[0] ? ` (${missed.join(', ')})` : ''
    const measured = `${slowest.p95} ms${found.every(({ isMet }) => isMet) ? '' : `, missed${which}`}`
    return [label, `${slowest.aim} ms`, measured, `[${Number(note.slice(0, 4))}](decisions/${note})`]
  })
  const ratio = figure(record, /answers a second, ([\d.]+) times a bare/)
  const least = figure(record, /\(aim: at least ([\d.]+), (?:met|missed)\)/)
  return toMarkdown([
    ['', 'aim', 'measured', 'note'],
    ...rows,
    [
      'answers a second with a cached page, compared with a bare `node:http`',
      `at least ${least} times as many`,
      `${ratio} times as many`,
      '[9](decisions/0009-page-cache.md)',
    ],
  ])
}

/** Returns the table of docs/guide/run/start.md: the memory of both processes, and how long the site takes to start. */
export function memoryTable(record: string): string {
  return toMarkdown([
    ['', 'at most'],
    ['memory of the site', `${figure(record, /site (\d+) MB after/)} MB`],
    ['memory of the worker', `${figure(record, /worker (\d+) MB\./)} MB`],
    [
      'from the start of the site to its first page',
      `${figure(record, /The first page came ([\d.]+) s after/)} s`,
    ],
  ])
}

/** Returns a document in which `table` replaces the first table below a heading. */
export function withTable(text: string, heading: string, table: string): string {
  const [before, after] = text.split(`\n${heading}\n`)
  if (after === undefined || !/^\|/m.test(after)) throw new Error(`There is no table below ${heading}.`)
  return `${before}\n${heading}\n${after.replace(/^(?:\|.*\n)+/m, () => table)}`
}

function toMarkdown(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(3, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: string[], fill = ' ') =>
    `| ${widths.map((width, column) => (cells[column] ?? '').padEnd(width, fill)).join(' | ')} |\n`
  const [head = [], ...body] = rows
  return [line(head), line([], '-'), ...body.map((row) => line(row))].join('')
}
