import { parse } from 'csv-parse/sync'

import { ok, type Result, refused } from '../result.ts'
import { decodeText, whyNoCsv } from './file-text.ts'

/** A row of a file, and the line on which it begins. The header is line 1. */
type CsvRow = { line: number; cells: string[] }

/** A row that could not be read. `problem` is `open_quote` or the parser's sentence. */
type BrokenRow = { line: number; problem: string }

/** Returns how many cells of a row are known headings. */
type CountKnown = (cells: readonly string[]) => number

type Table = { header: CsvRow; rows: CsvRow[]; broken: BrokenRow[] }

/**
 * Reads a file with a header, which titles may precede. Leaves out rows without text. Refuses a file that is empty or not
 * CSV.
 */
export function readTable(bytes: Uint8Array, countKnown: CountKnown): Result<Table, string> {
  const problem = whyNoCsv(bytes)
  if (problem !== undefined) return refused(problem)
  const { rows, broken } = readCsv(bytes, countKnown)
  const written = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const [header, ...rest] = written.slice(findHeader(written, countKnown))
  return header === undefined ? refused('The file is empty.') : ok({ header, rows: rest, broken })
}

/**
 * Reads CSV with commas, semicolons, tabs or bars between cells, in UTF-8, UTF-16 or Windows-1252. A first line "sep=;"
 * names the separator. After a quotation mark that is never closed, the rest of the file is broken.
 */
function readCsv(bytes: Uint8Array, countKnown: CountKnown): { rows: CsvRow[]; broken: BrokenRow[] } {
  // The parser counts a CRLF inside quotes as two lines.
  const text = decodeText(bytes)
    .replace(/^\uFEFF/, '')
    .replace(/\r\n?/g, '\n')
  const [firstLine, separator] = /^"?sep=(.)"?(?=\n|$)/i.exec(text) ?? []
  const lines = firstLine === undefined ? text : text.slice(firstLine.length)
  const rows: CsvRow[] = []
  const problems: string[] = []
  let read = 0
  const parsed = parse(lines, {
    info: true,
    delimiter: separator ?? delimiterOf(lines, countKnown),
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_error: true,
    on_skip: (error) => {
      problems.push(
        error?.code === 'CSV_QUOTE_NOT_CLOSED'
          ? 'open_quote'
          : (error?.message ?? 'the row could not be read'),
      )
      return undefined
    },
    // The parser's types do not know the shape of records with `info`.
  }) as unknown as { record: string[]; info: { lines: number } }[]
  for (const { record, info } of parsed) {
    read = info.lines
    rows.push({ line: info.lines - record.join('').split('\n').length + 1, cells: record })
  }
  // The only problem is an unclosed quotation mark, which makes everything after the last good row unreadable.
  return { rows, broken: problems.map((problem) => ({ problem, line: read + 1 })) }
}

const separators = [',', ';', '\t', '|']

/**
 * Returns the separator that splits one of the first lines into the most known headings, because notes may contain many other
 * separators. Between equals, returns the separator that occurs often in many lines.
 */
function delimiterOf(text: string, countKnown: CountKnown): string {
  const lines = text.slice(0, 100_000).split('\n', 25)
  const known = (mark: string) => Math.max(...lines.map((line) => countKnown(line.split(mark))))
  const score = (mark: string) => {
    const counts = lines.map((line) => countOutsideQuotes(line, mark))
    return Math.max(0, ...counts.map((count) => count * counts.filter((other) => other >= count).length))
  }
  const scores = separators.map((mark) => ({ mark, known: known(mark), score: score(mark) }))
  return scores.toSorted((a, b) => b.known - a.known || b.score - a.score)[0]?.mark ?? ','
}

function countOutsideQuotes(line: string, mark: string): number {
  return line.split('"').reduce((sum, part, n) => (n % 2 === 0 ? sum + part.split(mark).length - 1 : sum), 0)
}

/**
 * Returns the index of the header: among the first 25 rows, the row with the most known headings, because a file may begin
 * with a title. If no row has two known headings, the first row with several cells is the header.
 */
function findHeader(rows: readonly { cells: readonly string[] }[], countKnown: CountKnown): number {
  const first = rows.slice(0, 25)
  const known = first.map(({ cells }) => countKnown(cells))
  const most = Math.max(0, ...known)
  if (most >= 2) return known.indexOf(most)
  return Math.max(
    0,
    first.findIndex(({ cells }) => cells.filter((cell) => cell.trim() !== '').length > 1),
  )
}
