import { stringify } from 'csv-stringify/sync'

/**
 * Rows as a CSV file that a spreadsheet opens as text: what it would take for a formula is told to be none, and the mark at
 * the front says that it is UTF-8.
 */
export function csvOf<Row extends Record<string, unknown>>(
  rows: readonly Row[],
  columns: { key: keyof Row & string; header: string }[],
): string {
  return stringify([...rows], {
    header: true,
    columns,
    bom: true,
    escape_formulas: true,
    record_delimiter: 'windows',
  })
}
