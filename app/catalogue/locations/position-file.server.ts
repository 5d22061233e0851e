import { type CsvError, parse } from 'csv-parse'
import { createReadStream } from 'node:fs'

import { ok, type Result, refused } from '../../platform/result.ts'
import type { Position } from '../vineyards/position.ts'

/** A row of a CSV file, or the reason why the rest of the file cannot be read. */
type FileRow = { line: number; cells: string[]; broken?: never } | { line: number; broken: string }

/** The largest length of a row in bytes. The rows of Code-Point Open have about 100, and NaPTAN's about 400. */
const longestRow = 20_000

/** Streams the rows of a CSV file, with the header. */
export async function* readRows(path: string): AsyncGenerator<FileRow> {
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
    for await (const { record, info } of source.pipe(rows) as AsyncIterable<Record>)
      yield { line: info.lines, cells: record }
  } catch (error) {
    const { lines, message } = error as Partial<CsvError> & Error
    yield { line: typeof lines === 'number' ? lines : 0, broken: message }
  } finally {
    source.destroy()
  }
}

/** The limits of all postcodes and stops in degrees. The database checks the same limits. */
const extent = { south: 49, north: 61, west: -9, east: 2 } as const

/** Returns a position, or a refusal if the position is outside the limits. */
export function checkExtent(position: Position): Result<Position, string> {
  const { latitude, longitude } = position
  const isInside =
    latitude >= extent.south &&
    latitude <= extent.north &&
    longitude >= extent.west &&
    longitude <= extent.east
  return isInside ? ok(position) : refused(`${latitude}, ${longitude} is outside the British Isles`)
}

/** Returns the position that two cells with degrees state, or a refusal. */
export function readPosition(latitude: string, longitude: string): Result<Position, string> {
  const areDegrees = [latitude, longitude].every((text) => /^[+-]?\d{1,3}(\.\d{1,20})?$/.test(text))
  return areDegrees
    ? checkExtent({ latitude: Number(latitude), longitude: Number(longitude) })
    : refused(`"${printable(latitude)}, ${printable(longitude)}" is not a position`)
}

/** Returns the beginning of a cell in a form that is safe to print. */
export function printable(cell = '', length = 30): string {
  return cell.slice(0, length).replace(/\p{C}+/gu, ' ')
}
