import { type CsvError, parse } from 'csv-parse'
import { createReadStream } from 'node:fs'

import { readLine } from '../../platform/text/text.ts'
import type { Station, StationKind } from './station.ts'

/**
 * A row of a NaPTAN file. `ended` is a stop that is no longer in use. `other` is an entry that is no destination, such
 * as an entrance. A row with a `problem` is skipped; after `broken`, the rest of the file cannot be read.
 */
export type StationRow = { line: number } & (
  | { kind: 'station'; station: Station }
  | { kind: 'ended'; code: string }
  | { kind: 'other'; type: string }
  | { kind: 'problem'; problem: string }
  | { kind: 'broken'; problem: string }
)

/** The StopTypes of NaPTAN to which visitors travel, with our kind of station for each. */
const stopTypes: Record<string, StationKind> = {
  RLY: 'rail',
  MET: 'tram',
  FER: 'ferry',
  BST: 'coach',
  BCT: 'bus',
}

const columnNames = ['ATCOCode', 'CommonName', 'Longitude', 'Latitude', 'StopType', 'Status'] as const
type Cells = Record<(typeof columnNames)[number], string> & { Modification?: string; Easting?: string }

/** The limits of all stops in degrees. The database checks the same limits. */
const extent = { south: 49, north: 61, west: -9, east: 2 } as const
/** The largest length of a row in bytes. NaPTAN's rows have about 400. */
const longestRow = 20_000

/** Streams the rows of a file with NaPTAN's columns in any order. */
export async function* readStationFile(path: string): AsyncGenerator<StationRow> {
  let cellsOf: ((record: string[]) => Cells) | undefined
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
      if (cellsOf) {
        yield { line: info.lines, ...readRow(cellsOf(record)) }
        continue
      }
      const missing = columnNames.filter((name) => !record.includes(name))
      if (missing.length > 0)
        return yield {
          kind: 'broken',
          line: info.lines,
          problem: `the file lacks NaPTAN's ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}`,
        }
      const header = record
      cellsOf = (cells) => Object.fromEntries(header.map((name, n) => [name, cells[n] ?? ''])) as Cells
    }
    if (!cellsOf) yield { kind: 'broken', line: 0, problem: 'the file is empty' }
  } catch (error) {
    const { lines } = error as Partial<CsvError>
    yield {
      kind: 'broken',
      line: typeof lines === 'number' ? lines : 0,
      problem: printable((error as Error).message, 200),
    }
  } finally {
    source.destroy()
  }
}

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

function readRow(cells: Cells): DistributiveOmit<StationRow, 'line'> {
  const { ATCOCode: code, CommonName, StopType, Status, Easting } = cells
  const problem = (sentence: string) => ({ kind: 'problem', problem: sentence }) as const
  const kind = Object.hasOwn(stopTypes, StopType) ? stopTypes[StopType] : undefined
  if (!kind) return { kind: 'other', type: printable(StopType, 10) || 'no StopType' }
  if (!/^[A-Za-z0-9]{4,12}$/.test(code)) return problem(`"${printable(code)}" is not an ATCO code`)
  if (/^(in|del)/i.test(Status) || /^del/i.test(cells.Modification ?? '')) return { kind: 'ended', code }
  if (!/^(act|pen)/i.test(Status)) return problem(`${code}: "${printable(Status)}" is not a status`)
  const name = readLine(CommonName, 100)
  if (!name.ok) return problem(`${code}: "${printable(CommonName)}" is not a name`)
  if (cells.Latitude === '' && cells.Longitude === '' && Easting)
    return problem(`${code} has only easting and northing. Download the file with longitude and latitude.`)
  const [latitude, longitude] = [readDegrees(cells.Latitude), readDegrees(cells.Longitude)]
  if (latitude === null || longitude === null)
    return problem(`${code}: "${printable(cells.Latitude)}, ${printable(cells.Longitude)}" is not a position`)
  const isInside =
    latitude >= extent.south &&
    latitude <= extent.north &&
    longitude >= extent.west &&
    longitude <= extent.east
  if (!isInside) return problem(`${code}: ${latitude}, ${longitude} is not in these islands`)
  return { kind: 'station', station: { code, kind, name: name.value, latitude, longitude } }
}

function readDegrees(text: string): number | null {
  return /^[+-]?\d{1,3}(\.\d{1,20})?$/.test(text) ? Number(text) : null
}

function printable(text: string, length = 30): string {
  return text.slice(0, length).replace(/\p{C}+/gu, ' ')
}
