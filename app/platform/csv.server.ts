import { stringify } from 'csv-stringify/sync'

/**
 * Where a formula could start (OWASP, CSV injection): at the start of a field, or after a character at which a lenient
 * reader or another locale splits fields.
 */
const formulaStart =
  /(?<=^|[\r\n\v\f\u0085\u2028\u2029;\t])(?=(?:[^\S\r\n]|")*[=+\-@＝＋－＠])|(?<=^|[\r\n;])(?=[\t\0])|^(?=[\r\n])/g

/** Returns rows as CSV in UTF-8 whose text no spreadsheet reads as a formula. Numbers stay numbers. */
export function csvOf<Row extends Record<string, unknown>>(
  rows: readonly Row[],
  columns: { key: keyof Row & string; header: string }[],
): string {
  return stringify([...rows], {
    header: true,
    columns,
    bom: true,
    cast: { string: (text) => text.replaceAll(formulaStart, "'") },
    record_delimiter: 'windows',
    quote_record_delimiter: true,
    quoted_match: /[;\t]/,
  })
}
