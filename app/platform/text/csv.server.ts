import { setImmediate } from 'node:timers/promises'

import { stringify } from 'csv-stringify/sync'
import type { Context } from 'hono'

/**
 * Matches where a formula could start (OWASP, CSV injection): at the start of a field, or after a character at which a
 * lenient reader or another locale splits fields. Looks back from each sign, because looking ahead would take quadratic time.
 */
const formulaStart =
  /(?=[=+\-@＝＋－＠])(?<=(?:^|[\r\n\v\f\u0085\u2028\u2029;\t])(?:[^\S\r\n]|")*)|(?<=^|[\r\n;])(?=[\t\0])|^(?=[\r\n])/g

/** Rows that are written before other requests may run. */
const rowsAtOnce = 250

type Columns<Row> = { key: keyof Row & string; header: string }[]

/** Answers with rows as a CSV file. */
export async function answerCsv<Row extends Record<string, unknown>>(
  c: Context,
  name: string,
  rows: Iterable<Row>,
  columns: Columns<Row>,
) {
  return c.body(await csvOf(rows, columns), 200, {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${name}"`,
  })
}

/** Returns rows as CSV in UTF-8. No spreadsheet reads a text in it as a formula, and numbers stay numbers. */
export async function csvOf<Row extends Record<string, unknown>>(
  rows: Iterable<Row>,
  columns: Columns<Row>,
): Promise<string> {
  const write = (some: Row[], isFirst: boolean) =>
    stringify(some, {
      header: isFirst,
      columns,
      bom: isFirst,
      cast: { string: (text) => text.replaceAll(formulaStart, "'") },
      record_delimiter: 'windows',
      quote_record_delimiter: true,
      quoted_match: /[;\t]/,
    })
  let file = write([], true)
  let some: Row[] = []
  for (const row of rows) {
    some.push(row)
    if (some.length < rowsAtOnce) continue
    file += write(some, false)
    some = []
    await setImmediate()
  }
  return file + write(some, false)
}
