// Reads lists of vineyards: CSV with columns in any order, separated by commas, semicolons or tabs. A row with an
// invalid cell is refused as a whole, because a partial entry would look complete.
import { whyNoCsv } from '../../platform/text/file-text.ts'
import { findHeader, readCsv } from '../../platform/text/read-csv.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import {
  cell,
  type ImportColumns,
  type ImportField,
  readHeader,
  fieldReason,
  type ImportProblem,
  reasons as rowProblems,
} from './import-format.ts'
import * as fields from './import-fields.ts'
import { type SocialField, socialFields, type Vineyard } from '../../catalogue/vineyards/vineyard.ts'

export type ImportEntry = Omit<
  Vineyard,
  'id' | 'cover_image_url' | 'logo_url' | 'is_visible' | 'is_verified' | 'is_demo' | 'taxis'
> & { source: string; line: number }

/** A refused row. `line` is the line on which the row begins; the file begins with line 1. */
export type RefusedRow = { line: number; name: string; reasons: ImportProblem[] }
export type ReadList = { entries: ImportEntry[]; refusals: RefusedRow[]; ignored: string[] }

/**
 * Reads a file. `origin` becomes the source of rows that name no source. Refuses an empty file, and a file
 * without a name column.
 */
export function readList(bytes: Uint8Array, origin: string): Result<ReadList, string> {
  const problem = whyNoCsv(bytes)
  if (problem !== undefined) return refused(problem)
  const countKnown = (cells: readonly string[]) => {
    const { columns } = readHeader([...cells])
    return columns.name.length > 0 ? Object.values(columns).filter((numbers) => numbers.length > 0).length : 0
  }
  const { rows, broken } = readCsv(bytes, countKnown)
  const start = findHeader(rows, countKnown)
  const [header, ...rest] = rows.slice(start)
  if (header === undefined) return refused('The file is empty.')
  const { columns, ignored } = readHeader(header.cells)
  if (columns.name.length === 0) {
    return refused(
      `The file has no column "name"; its first line reads: ${header.cells.join(', ').slice(0, 200)}`,
    )
  }
  const entries: ImportEntry[] = []
  const refusals: RefusedRow[] = broken.map(({ line, problem }) => ({
    line,
    name: '',
    reasons: [problem === 'open_quote' ? rowProblems.openQuote : rowProblems.unreadable(problem)],
  }))
  for (const { line, cells } of rest) {
    if (cells.every((text) => text.trim() === '')) continue
    const tooMany = cells.slice(header.cells.length).some((text) => text.trim() !== '')
    const read: Result<ImportEntry, ImportProblem[]> = tooMany
      ? refused([rowProblems.tooMany(cells.length, header.cells.length)])
      : readEntry(cells, columns, line, origin)
    if (read.ok) entries.push(read.value)
    else refusals.push({ line, name: nameIn(cells, columns), reasons: read.problem })
  }
  return ok({ entries, refusals: refusals.sort((a, b) => a.line - b.line), ignored })
}

function readEntry(
  cells: string[],
  columns: ImportColumns,
  line: number,
  origin: string,
): Result<ImportEntry, ImportProblem[]> {
  const reasons: ImportProblem[] = []
  const take = <Value>(
    field: ImportField,
    read: (raw: string) => Result<Value | null, string>,
  ): Value | null => {
    const result = read(cell(cells, columns, field))
    if (result.ok) return result.value
    reasons.push(fieldReason(field, result.problem))
    return null
  }
  const position = fields.readImportPosition(
    cell(cells, columns, 'latitude'),
    cell(cells, columns, 'longitude'),
  )
  if (!position.ok) reasons.push(rowProblems.position(position.problem))

  const social = Object.fromEntries(
    socialFields.map((field) => [field, take(field, fields.readWebsite)]),
  ) as Pick<Vineyard, SocialField>
  const name = take('name', (raw) => fields.readTitle(raw, 120))
  const entry = {
    city: take('city', (raw) => fields.readTitle(raw, 100)),
    region: take('region', (raw) => fields.readTitle(raw, 100)),
    address: take('address', (raw) => fields.readText(raw, 200, ', ')),
    postcode: take('postcode', fields.readImportPostcode),
    description: take('description', (raw) => fields.readDescription(raw, 5000)),
    phone: take('phone', fields.readPhone),
    email: take('email', fields.readEmail),
    website: take('website', fields.readWebsite),
    latitude: null,
    longitude: null,
    ...(position.ok && position.value),
    ...social,
    source: take('source', (raw) => fields.readText(raw, 500)) ?? origin,
  }
  if (name === null && !reasons.some(({ field }) => field === 'name')) reasons.push(rowProblems.nameless)
  const somewhere = entry.city ?? entry.region ?? entry.postcode ?? entry.latitude
  if (somewhere === null && reasons.length === 0) reasons.push(rowProblems.nowhere)
  return name === null || reasons.length > 0 ? refused(reasons) : ok({ name, ...entry, line })
}

/** Returns the beginning of a row's name in a form that is safe to print. */
function nameIn(cells: string[], columns: ImportColumns): string {
  const name = cell(cells, columns, 'name').replace(/\p{Cc}+/gu, ' ')
  return name.trim().slice(0, 60)
}
