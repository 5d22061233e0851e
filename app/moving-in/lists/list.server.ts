import { readTable } from '../../platform/text/read-csv.ts'
import { formatCount } from '../../platform/text/counts.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { longestCell } from '../../platform/text/text.ts'
import { plainCell } from './cells.ts'
import { type Columns, countKnownHeadings, longestImport, matchColumns } from './columns.ts'

/** An uploaded file. It stays in memory only until the request is answered. */
export type UploadedFile<Field extends string> = {
  bytes: Uint8Array
  /** The columns that staff chose, by field. */
  columns?: Partial<Columns<Field>> | undefined
}

/** A row, with the line on which it begins. `cell` returns the trimmed text of a field; `cells` are all cells of the row. */
export type ListRow<Field extends string> = {
  line: number
  cells: readonly string[]
  cell: (field: Field) => string
}

type List<Field extends string> = {
  header: string[]
  /** The line of the header. The titles of a report may come before it. */
  header_line: number
  columns: Columns<Field>
  rows: ListRow<Field>[]
  broken: { line: number; note: string }[]
}

/**
 * Reads a list and finds its columns. `broken` contains the rows that cannot be read. If staff chose the columns because no
 * heading is known, the header may be data, so it is also returned as the first row.
 */
export function readImport<Field extends string>(
  { bytes, columns: chosen }: UploadedFile<Field>,
  headings: Record<Field, readonly string[]>,
): Result<List<Field>, string> {
  if (bytes.length > longestImport.bytes) return refused('That file is larger than 2 MB. Please split it.')
  const countKnown = (cells: readonly string[]) => countKnownHeadings(headings, cells)
  const table = readTable(bytes, countKnown)
  if (!table.ok) return table
  const { header, rows: filled, broken } = table.value
  const isChosen = Object.values(chosen ?? {}).some((column) => column !== null)
  if (isChosen && countKnown(header.cells) < 2) filled.unshift(header)
  if (filled.length + broken.length === 0)
    return refused(`Nothing follows line ${header.line}, which was read as the header.`)
  if (filled.length > longestImport.rows)
    return refused(`That list has more than ${formatCount(longestImport.rows)} rows. Please split it.`)
  const titles = header.cells.map((cell) => cell.trim().slice(0, 100))
  const width = titles.length
  if (width > longestImport.columns)
    return refused(
      `That list has more than ${longestImport.columns} columns. Please remove those that are not needed.`,
    )
  const columns = matchColumns(headings, header.cells, chosen)
  const used = Object.values<number | null>(columns).filter((column) => column !== null)
  const problemOf = ({ cells }: { cells: string[] }) => {
    if (cells.slice(width).some((cell) => cell.trim() !== ''))
      return `The row has ${cells.length} cells, but the header has ${width}. Put quotation marks around a cell that contains a comma.`
    const long = used.find((column) => (cells[column] ?? '').length > longestCell)
    if (long === undefined) return undefined
    return `The cell “${titles[long]}” is longer than ${formatCount(longestCell)} characters. Please shorten it.`
  }
  const readable = filled.filter((row) => problemOf(row) === undefined)
  return ok({
    header: titles,
    header_line: header.line,
    columns,
    rows: readable.map(({ line, cells }) => ({
      line,
      cells: cells.map((cell) => cell.trim()),
      cell: (field) => plainCell(cells[columns[field] ?? -1] ?? ''),
    })),
    broken: [
      ...filled.flatMap((row) => {
        const note = problemOf(row)
        return note === undefined ? [] : [{ line: row.line, note }]
      }),
      ...broken.map(({ line, problem }) => ({
        line,
        note:
          problem === 'open_quote'
            ? 'A quotation mark is never closed, so the rest of the file could not be read. Close it, or remove it.'
            : 'The row could not be read. Save the list as CSV again.',
      })),
    ],
  })
}

/** Returns how many rows have each outcome. */
export function countOutcomes<Outcome extends string>(
  outcomes: readonly Outcome[],
  rows: readonly { outcome: Outcome }[],
): Record<Outcome, number> {
  const count = (wanted: Outcome) => rows.filter(({ outcome }) => outcome === wanted).length
  return Object.fromEntries(outcomes.map((outcome) => [outcome, count(outcome)])) as Record<Outcome, number>
}
