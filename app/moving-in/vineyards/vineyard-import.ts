// Reads lists of vineyards: CSV with columns in any order, separated by commas, semicolons, tabs or bars. A row
// with an invalid cell is refused as a whole, because a partial entry would look complete.
import { readTable } from '../../platform/text/read-csv.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import {
  longestCell,
  readEmailAddress,
  readLine,
  readPhoneNumber,
  readProse,
} from '../../platform/text/text.ts'
import { readPostcode } from '../../catalogue/locations/postcode.ts'
import {
  cell,
  type ImportColumns,
  type ImportField,
  readHeader,
  fieldReason,
  type ImportProblem,
  reasons as rowProblems,
} from './import-format.ts'
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
  const countKnown = (cells: readonly string[]) => {
    const { columns } = readHeader([...cells])
    return columns.name.length > 0 ? Object.values(columns).filter((numbers) => numbers.length > 0).length : 0
  }
  const table = readTable(bytes, countKnown)
  if (!table.ok) return table
  const { header, rows, broken } = table.value
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
  for (const { line, cells } of rows) {
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
  const position = readImportPosition(cell(cells, columns, 'latitude'), cell(cells, columns, 'longitude'))
  if (!position.ok) reasons.push(rowProblems.position(position.problem))

  const social = Object.fromEntries(socialFields.map((field) => [field, take(field, readWebsite)])) as Pick<
    Vineyard,
    SocialField
  >
  const name = take('name', (raw) => readTitle(raw, 120))
  const entry = {
    city: take('city', (raw) => readTitle(raw, 100)),
    region: take('region', (raw) => readTitle(raw, 100)),
    address: take('address', (raw) => readText(raw, 200, ', ')),
    postcode: take('postcode', readImportPostcode),
    description: take('description', (raw) => readDescription(raw, 5000)),
    phone: take('phone', readPhone),
    email: take('email', readEmail),
    website: take('website', readWebsite),
    latitude: null,
    longitude: null,
    ...(position.ok && position.value),
    ...social,
    source: take('source', (raw) => readText(raw, 500)) ?? origin,
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

/** The value of a field, null for an empty cell. A problem is a clause that follows the column's name. */
type Read<Value> = Result<Value | null, string>

const problems = {
  control: 'contains a control character',
  postcode: 'is not a UK postcode',
  phone: 'is not a phone number',
  email: 'is not an email address',
  website: 'is not an http or https address',
  host: 'is a private or IP address',
}

/** Returns one line in NFC with single spaces. Line breaks become `separator`. Other control characters are refused. */
export function readText(raw: string, longest: number, separator = ' '): Read<string> {
  if (raw.length > longestCell) return refused(tooLong(longest))
  const line = readLine(joinLines(raw, separator), longest)
  if (line.ok) return line
  if (line.problem === 'missing') return ok(null)
  return refused(line.problem === 'long' ? tooLong(longest) : problems.control)
}

/** Joins lines with the separator. A comma at the end of a line is replaced. */
function joinLines(raw: string, separator: string): string {
  const lines = raw
    .trim()
    .split(/[\r\n]/)
    .map((line) => line.trim())
  const last = lines.pop() ?? ''
  const earlier = lines.map((line) => (line.endsWith(',') ? line.slice(0, -1).trimEnd() : line))
  return [...earlier.filter((line) => line !== ''), last].join(separator)
}

export function readDescription(raw: string, longest: number): Read<string> {
  if (raw.length > longestCell) return refused(tooLong(longest))
  const text = readProse(raw, longest)
  if (text.ok) return ok(text.value === '' ? null : text.value)
  return refused(text.problem === 'long' ? tooLong(longest) : problems.control)
}

/** Returns a name or a location. A text in capitals gets title case. */
export function readTitle(raw: string, longest: number): Read<string> {
  const line = readText(raw, longest)
  return line.ok && line.value !== null && isInCapitals(line.value) ? ok(toTitleCase(line.value)) : line
}

/**
 * Returns a postcode in the form 'PL30 5LG', whatever its spacing and case. An outcode such as 'PL30' is also valid.
 */
export function readImportPostcode(raw: string): Read<string> {
  const line = readText(raw, 20)
  if (!line.ok || line.value === null) return line
  const postcode = readPostcode(line.value)
  return postcode ? ok(postcode.label) : refused(problems.postcode)
}

const readContact =
  (read: typeof readPhoneNumber, problem: string) =>
  (raw: string): Read<string> => {
    const line = read(raw)
    if (line.ok) return line
    if (line.problem === 'missing') return ok(null)
    return refused(line.problem === 'control' ? problems.control : problem)
  }

export const readPhone = readContact(readPhoneNumber, problems.phone)
export const readEmail = readContact(readEmailAddress, problems.email)

/** Returns an http or https URL whose host contains a dot. A URL without a scheme gets https. */
export function readWebsite(raw: string): Read<string> {
  const line = readText(raw, 500)
  if (!line.ok || line.value === null) return line
  const withScheme = /^[a-z][a-z0-9+.-]*:/i.test(line.value) ? line.value : `https://${line.value}`
  const address = /[\s<>"\\]/.test(withScheme) ? null : URL.parse(withScheme)
  const usable =
    address !== null &&
    (address.protocol === 'https:' || address.protocol === 'http:') &&
    address.username === '' &&
    /^([^.]+\.)+[a-z][a-z0-9-]+$/.test(address.hostname)
  if (!usable)
    return refused(
      /^(?:[\d.]+|\[.*\]|localhost)$/.test(address?.hostname ?? '') ? problems.host : problems.website,
    )
  return ok(address.pathname === '/' && !address.search && !address.hash ? address.origin : address.href)
}

/** The bounds of the United Kingdom in degrees: from Scilly to Shetland, and from Fermanagh to Lowestoft. */
const ukBounds = { south: 49.8, north: 60.9, west: -8.7, east: 1.8 }

/**
 * Returns both degrees, or null if both are missing or 0. A problem is a whole clause, because it is about two columns.
 */
export function readImportPosition(
  latitude: string,
  longitude: string,
): Read<{ latitude: number; longitude: number }> {
  const [lat, lng] = [readDegrees(latitude), readDegrees(longitude)]
  if (lat === null && lng === null) return ok(null)
  if (Number.isNaN(lat) || Number.isNaN(lng)) return refused('the position is not a pair of numbers')
  if (lat === null || lng === null)
    return Math.abs(lat ?? lng ?? 0) > 90
      ? refused(`the position ${lat ?? 0}, ${lng ?? 0} is outside the United Kingdom`)
      : refused('the position has only one of latitude and longitude')
  if (isInUk(lat, lng)) return ok({ latitude: lat, longitude: lng })
  const swapped = isInUk(lng, lat) ? '; latitude and longitude look swapped' : ''
  return refused(`the position ${lat}, ${lng} is outside the United Kingdom${swapped}`)
}

function isInUk(lat: number, lng: number): boolean {
  return lat >= ukBounds.south && lat <= ukBounds.north && lng >= ukBounds.west && lng <= ukBounds.east
}

function readDegrees(raw: string): number | null {
  if (raw.length > longestCell) return Number.NaN
  const text = raw.trim()
  if (text === '') return null
  const value = /^[+-]?\d{1,3}(\.\d+)?$/.test(text) ? Number(text) : Number.NaN
  // Six decimals are about ten centimetres. The database stores no more than six.
  return value === 0 ? null : Math.round(value * 1e6) / 1e6
}

function tooLong(longest: number): string {
  return `is longer than ${longest} characters`
}

function isInCapitals(text: string): boolean {
  return !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) > 3
}

const lowerCaseWords = new Set('and at by in le next of on over the under upon y'.split(' '))

function toTitleCase(text: string): string {
  const words = text.toLowerCase().split(/([\s-]+)/)
  return words.map((word, i) => (i > 0 && lowerCaseWords.has(word) ? word : capitalised(word))).join('')
}

// Returns a word with capitals. "O'Mohr" and "A'Beckett" have two capitals, but "Beckett's" has only one.
function capitalised(word: string): string {
  return word.replace(/^(\P{L}*)(\p{L}['’](?=\p{L}{2}))?(\p{L})/u, (found) => found.toUpperCase())
}
