import { ok, type Result, refused } from '../platform/result.ts'
import type { Position } from '../vineyards/position.ts'
import { positionOfGrid } from './national-grid.ts'
import { readPostcode } from './postcode.ts'

/** A postcode or outcode with its place. */
export type PostcodePoint = Position & { code: string }

/** *Unplaced*: a postcode that is in the list, but without a position in it. */
type ReadRow = Result<PostcodePoint | 'unplaced', string>

/** What a file is by its first row: how the others are read, and whether the first is one of them. */
export type PostcodeLayout =
  | { kind: 'legend' }
  | { kind: 'code_point_open' | 'positions'; headed: boolean; read: (cells: string[]) => ReadRow }

/** Degrees that no postcode lies outside of; the database holds to the same. */
const extent = { south: 49, north: 61, west: -9, east: 2 } as const

/** What Code-Point Open says of a postcode whose position nobody knows. */
const unplacedQuality = '90'

export const layoutProblem =
  'is neither a list with the columns "code" (or "postcode"), "latitude" and "longitude" nor one of OS Code-Point Open'

/** Of OS Code-Point Open (ten columns, no header), or with columns that are named in the first row, in any order. */
export function layoutOf(first: string[]): Result<PostcodeLayout, string> {
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
  if (first.length === 10 && readPostcode(first[0] ?? '') && isWhole(first[2]) && isWhole(first[3]))
    return ok({ kind: 'code_point_open', headed: false, read: readCodePoint })
  return refused(layoutProblem)
}

function readPositions(code = '', latitude = '', longitude = ''): ReadRow {
  const postcode = readPostcode(code)
  if (!postcode) return refused(`"${shown(code)}" is no postcode`)
  const [north, east] = [readDegrees(latitude), readDegrees(longitude)]
  if (north === null || east === null)
    return refused(`"${shown(latitude)}, ${shown(longitude)}" is no position`)
  return placed(postcode.code, { latitude: north, longitude: east })
}

function readCodePoint([code = '', quality, easting, northing, ...rest]: string[]): ReadRow {
  const postcode = readPostcode(code)
  if (!postcode) return refused(`"${shown(code)}" is no postcode`)
  if (rest.length !== 6) return refused(`it has ${rest.length + 4} cells, not 10`)
  if (quality === unplacedQuality) return ok('unplaced')
  if (!isWhole(easting) || !isWhole(northing))
    return refused(`"${shown(easting)}, ${shown(northing)}" is no point of the National Grid`)
  const position = positionOfGrid(Number(easting), Number(northing))
  return position
    ? placed(postcode.code, position)
    : refused(`${easting}, ${northing} lies outside the National Grid`)
}

function placed(code: string, position: Position): ReadRow {
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

function isWhole(text = ''): boolean {
  return /^\d{1,8}$/.test(text)
}

/** A cell as it can be printed. */
function shown(cell = ''): string {
  return cell.replace(/\p{Cc}+/gu, ' ').slice(0, 30)
}
