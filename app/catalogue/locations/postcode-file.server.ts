import proj4 from 'proj4'

import { ok, type Result, refused } from '../../platform/result.ts'
import type { Position } from '../vineyards/position.ts'
import { checkExtent, printable, readPosition, readRows } from './position-file.server.ts'
import { readPostcode } from './postcode.ts'

/** A row of a postcode file. `file` is the index of the file among the files read. */
export type PostcodeRow = { file: number; line: number } & (
  | { kind: 'code_point_open' | 'positions'; point: PostcodePoint | 'unplaced' }
  | { kind: 'problem'; problem: string }
)

type PostcodePoint = Position & { code: string }

/** The result of reading a row. `unplaced` means that the list has no position for the postcode. */
type ReadRow = Result<PostcodePoint | 'unplaced', string>

/** How to read a file's rows, and whether the first row is a header. A `legend` explains the columns and has no postcodes. */
type Layout =
  | { kind: 'legend' }
  | { kind: 'code_point_open' | 'positions'; headed: boolean; read: (cells: string[]) => ReadRow }

/**
 * Streams the rows of the files. Yields a problem for an invalid row, and continues with the next row.
 * Yields a problem for a malformed file, and continues with the next file.
 */
export async function* readPostcodeFiles(files: string[]): AsyncGenerator<PostcodeRow> {
  for (const [file, path] of files.entries()) yield* readFile(path, file)
}

async function* readFile(path: string, file: number): AsyncGenerator<PostcodeRow> {
  let layout: Layout | undefined
  for await (const { line, ...row } of readRows(path)) {
    const problem = (sentence: string) => ({ kind: 'problem', file, line, problem: sentence }) as const
    if (row.broken !== undefined) return yield problem(row.broken)
    if (!layout) {
      const read = layoutOf(row.cells)
      if (!read.ok) return yield problem(`the file ${read.problem}`)
      layout = read.value
      if (layout.kind !== 'legend' && layout.headed) continue
    }
    if (layout.kind === 'legend') return
    const read = layout.read(row.cells)
    yield read.ok ? { kind: layout.kind, file, line, point: read.value } : problem(read.problem)
  }
}

/** The quality that Code-Point Open gives a postcode without a known position. */
const unplacedQuality = '90'

const layoutProblem =
  'is neither a list with the columns "code" (or "postcode"), "latitude" and "longitude" nor a file of OS Code-Point Open'

/** Recognises OS Code-Point Open (ten columns, no header) and files with named columns in any order. */
function layoutOf(first: string[]): Result<Layout, string> {
  const names = first.map((cell) => cell.toLowerCase())
  if (names.slice(0, 4).join() === 'pc,pq,ea,no') return ok({ kind: 'legend' })
  const code = Math.max(names.indexOf('code'), names.indexOf('postcode'))
  const [latitude = -1, longitude = -1] = ['latitude', 'longitude'].map((name) => names.indexOf(name))
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
  return pointOf(postcode.code, readPosition(latitude, longitude))
}

function readCodePoint([code = '', quality, easting, northing, ...rest]: string[]): ReadRow {
  const postcode = readPostcode(code)
  if (!postcode) return refused(`"${printable(code)}" is not a postcode`)
  if (rest.length !== 6) return refused(`the row has ${rest.length + 4} cells, not 10`)
  if (quality === unplacedQuality) return ok('unplaced')
  if (!isInteger(easting) || !isInteger(northing))
    return refused(`"${printable(easting)}, ${printable(northing)}" is not a point of the National Grid`)
  const position = positionOfGrid(Number(easting), Number(northing))
  if (!position) return refused(`${easting}, ${northing} is outside the National Grid`)
  return pointOf(postcode.code, checkExtent(position))
}

const pointOf = (code: string, position: Result<Position, string>): ReadRow =>
  position.ok ? ok({ code, ...position.value }) : position

function isInteger(text = ''): boolean {
  return /^\d{1,8}$/.test(text)
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
