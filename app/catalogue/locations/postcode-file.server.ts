import { type CsvError, parse } from 'csv-parse'
import { createReadStream } from 'node:fs'
import proj4 from 'proj4'

import { ok, type Result, refused } from '../../platform/result.ts'
import type { Position } from '../vineyards/position.ts'
import { readPostcode } from './postcode.ts'

/** A row of a postcode file. `file` is the index of the file among the files read. */
export type PostcodeRow = { file: number; line: number } & (
  | { kind: 'code_point_open' | 'positions'; point: PostcodePoint | 'unplaced' }
  | { kind: 'problem'; problem: string }
)

/** A postcode or outcode with its position. */
type PostcodePoint = Position & { code: string }

/** The result of reading a row. `unplaced` means that the list has no position for the postcode. */
type ReadRow = Result<PostcodePoint | 'unplaced', string>

/** How to read the rows of a file, and whether the first row is a header. A legend is a file without postcodes. */
type Layout =
  | { kind: 'legend' }
  | { kind: 'code_point_open' | 'positions'; headed: boolean; read: (cells: string[]) => ReadRow }

/** The largest length of a row in bytes. The rows of Code-Point Open have about 100. */
const longestRow = 20_000

/**
 * Streams the rows of the files. Yields a problem for an invalid row, and continues with the next row.
 * Yields a problem for a malformed file, and continues with the next file.
 */
export async function* readPostcodeFiles(files: string[]): AsyncGenerator<PostcodeRow> {
  for (const [file, path] of files.entries()) yield* readFile(path, file)
}

async function* readFile(path: string, file: number): AsyncGenerator<PostcodeRow> {
  let layout: Layout | undefined
  const problem = (line: number, sentence: string) =>
    ({ kind: 'problem', file, line, problem: sentence }) as const
  const source = createReadStream(path)
  const rows = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    trim: true,
    max_record_size: longestRow,
  })
  source.on('error', (error) => rows.destroy(error))
  type Record = { record: string[]; info: { lines: number } }
  try {
    for await (const { record, info } of source.pipe(rows) as AsyncIterable<Record>) {
      if (!layout) {
        const read = layoutOf(record)
        if (!read.ok) return yield problem(info.lines, `the file ${read.problem}`)
        layout = read.value
        if (layout.kind === 'legend') return
        if (layout.headed) continue
      }
      if (layout.kind === 'legend') return
      const read = layout.read(record)
      if (read.ok) yield { kind: layout.kind, file, line: info.lines, point: read.value }
      else yield problem(info.lines, read.problem)
    }
  } catch (error) {
    const { lines } = error as Partial<CsvError>
    yield problem(typeof lines === 'number' ? lines : 0, (error as Error).message)
  } finally {
    source.destroy()
  }
}

/** The limits of all postcodes in degrees. The database checks the same limits. */
const extent = { south: 49, north: 61, west: -9, east: 2 } as const

/** The quality that Code-Point Open gives a postcode without a known position. */
const unplacedQuality = '90'

const layoutProblem =
  'is neither a list with the columns "code" (or "postcode"), "latitude" and "longitude" nor one of OS Code-Point Open'

/** Recognises OS Code-Point Open (ten columns, no header) and files with named columns in any order. */
function layoutOf(first: string[]): Result<Layout, string> {
  const names = first.map((cell) => cell.toLowerCase())
  if (names.slice(0, 4).join() === 'pc,pq,ea,no') return ok({ kind: 'legend' })
  const [code, latitude, longitude] = [
    Math.max(names.indexOf('code'), names.indexOf('postcode')),
    names.indexOf('latitude'),
    names.indexOf('longitude'),
  ]
  if (code >= 0 && latitude >= 0 && longitude >= 0) {
    const read = (cells: string[]) => readPositions(cells[code], cells[latitude], cells[longitude])
    return ok({ kind: 'positions', headed: true, read })
  }
  if (first.length === 10 && readPostcode(first[0] ?? '') && isInteger(first[2]) && isInteger(first[3]))
    return ok({ kind: 'code_point_open', headed: false, read: readCodePoint })
  return refused(layoutProblem)
}

function readPositions(code = '', latitude = '', longitude = ''): ReadRow {
  const postcode = readPostcode(code)
  if (!postcode) return refused(`"${printable(code)}" is not a postcode`)
  const [north, east] = [readDegrees(latitude), readDegrees(longitude)]
  if (north === null || east === null)
    return refused(`"${printable(latitude)}, ${printable(longitude)}" is not a position`)
  return checkExtent(postcode.code, { latitude: north, longitude: east })
}

function readCodePoint([code = '', quality, easting, northing, ...rest]: string[]): ReadRow {
  const postcode = readPostcode(code)
  if (!postcode) return refused(`"${printable(code)}" is not a postcode`)
  if (rest.length !== 6) return refused(`it has ${rest.length + 4} cells, not 10`)
  if (quality === unplacedQuality) return ok('unplaced')
  if (!isInteger(easting) || !isInteger(northing))
    return refused(`"${printable(easting)}, ${printable(northing)}" is not a point of the National Grid`)
  const position = positionOfGrid(Number(easting), Number(northing))
  return position
    ? checkExtent(postcode.code, position)
    : refused(`${easting}, ${northing} is outside the National Grid`)
}

function checkExtent(code: string, position: Position): ReadRow {
  const { latitude, longitude } = position
  const inside =
    latitude >= extent.south &&
    latitude <= extent.north &&
    longitude >= extent.west &&
    longitude <= extent.east
  return inside ? ok({ code, ...position }) : refused(`${latitude}, ${longitude} is not in these islands`)
}

function readDegrees(text: string): number | null {
  return /^[+-]?\d{1,3}(\.\d{1,20})?$/.test(text) ? Number(text) : null
}

function isInteger(text = ''): boolean {
  return /^\d{1,8}$/.test(text)
}

function printable(cell = ''): string {
  return cell.slice(0, 30).replace(/\p{Cc}+/gu, ' ')
}

// Converts the Ordnance Survey's National Grid (EPSG:27700) with its seven published parameters, which are accurate to
// five metres throughout Great Britain.
const toDegrees = proj4(
  '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy ' +
    '+towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489 +units=m +no_defs',
  'WGS84',
)

/** The size of the National Grid in metres. */
const gridExtent = { easting: 700_000, northing: 1_300_000 } as const

/** Returns the position of a point of the National Grid, or null if the point is outside the grid. */
export function positionOfGrid(easting: number, northing: number): Position | null {
  const inside =
    easting >= 0 && easting <= gridExtent.easting && northing >= 0 && northing <= gridExtent.northing
  if (!inside) return null
  const [longitude = 0, latitude = 0] = toDegrees.forward([easting, northing])
  return { latitude, longitude }
}
