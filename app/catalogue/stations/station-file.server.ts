import { readLine } from '../../platform/text/text.ts'
import { isInExtent, readPosition, readRows } from '../locations/position-file.server.ts'
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

/** Streams the rows of a file with NaPTAN's columns in any order. */
export async function* readStationFile(path: string): AsyncGenerator<StationRow> {
  let header: string[] | undefined
  for await (const { line, ...row } of readRows(path)) {
    const broken = (problem: string) => ({ kind: 'broken', line, problem }) as const
    if (row.broken !== undefined) return yield broken(printable(row.broken, 200))
    if (header) {
      const cells = Object.fromEntries(header.map((name, n) => [name, row.cells[n] ?? '']))
      yield { line, ...readRow(cells as Cells) }
      continue
    }
    header = row.cells
    const missing = columnNames.filter((name) => !row.cells.includes(name))
    if (missing.length > 0)
      return yield broken(
        `the file lacks NaPTAN's ${missing.length === 1 ? 'column' : 'columns'} ${missing.join(', ')}`,
      )
  }
  if (!header) yield { kind: 'broken', line: 0, problem: 'the file is empty' }
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
  const position = readPosition(cells.Latitude, cells.Longitude)
  if (!position)
    return problem(`${code}: "${printable(cells.Latitude)}, ${printable(cells.Longitude)}" is not a position`)
  if (!isInExtent(position))
    return problem(`${code}: ${position.latitude}, ${position.longitude} is outside the British Isles`)
  return { kind: 'station', station: { code, kind, name: name.value, ...position } }
}

function printable(text: string, length = 30): string {
  return text.slice(0, length).replace(/\p{C}+/gu, ' ')
}
