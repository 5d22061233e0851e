import { parse } from 'csv-parse/sync'

/** A row of a file, and the line on which it begins. The header is line 1. */
type CsvRow = { line: number; cells: string[] }

/** Rows that could not be read: `open_quote`, or the parser's sentence. */
type BrokenRow = { line: number; problem: string }

/**
 * Reads CSV separated by commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252. After a quotation mark that is
 * never closed, the rest of the file is broken.
 */
export function readCsv(bytes: Uint8Array): { rows: CsvRow[]; broken: BrokenRow[] } {
  // The parser counts a CRLF inside quotes as two lines.
  const lines = decode(bytes).replace(/\r\n?/g, '\n')
  const rows: CsvRow[] = []
  const problems: string[] = []
  let read = 0
  const parsed = parse(lines, {
    bom: true,
    info: true,
    delimiter: delimiterOf(lines),
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
  // Only an unclosed quotation mark ends up here, with everything after the last good row.
  return { rows, broken: problems.map((problem) => ({ problem, line: read + 1 })) }
}

/** UTF-8, else UTF-16 or Windows-1252, which spreadsheets write. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The most frequent of the three separators in the first line. */
function delimiterOf(text: string): string {
  const header = text.slice(0, text.indexOf('\n') + 1 || text.length)
  const count = (mark: string) => header.split(mark).length
  return [',', ';', '\t'].reduce((best, mark) => (count(mark) > count(best) ? mark : best))
}
