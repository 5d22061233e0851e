import type { Sql, Transaction } from '../../platform/database/database.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { readLine } from '../../platform/text/text.ts'
import { printable, readPosition, readRows } from '../locations/position-file.server.ts'
import { storeStations } from './station.server.ts'
import type { Station, StationKind } from './station.ts'

/**
 * A row of a NaPTAN file. `ended` is a stop that is no longer in use. `other` is an entry that is no destination, such
 * as an entrance. A row with a `problem` is skipped; after `broken`, the rest of the file cannot be read.
 */
type StationRow = { line: number } & (
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
  return position.ok
    ? { kind: 'station', station: { code, kind, name: name.value, ...position.value } }
    : problem(`${code}: ${position.problem}`)
}

/** The counts of a finished import. `others` counts the rows that were left out, by StopType. */
type ImportedStations = Record<'stored' | 'changed' | 'ended' | 'known' | 'skipped', number> & {
  others: Map<string, number>
}

/** How many rows are sent to the database at a time. */
const batchSize = 1000

/**
 * Adds the stops of a file in one transaction, corrects changed stops, and removes stops that are no longer in use.
 * Skips invalid rows and calls `name` for each of them. If the file cannot be read, writes nothing and returns the reason.
 */
export async function importStations(
  sql: Sql,
  rows: AsyncIterable<StationRow>,
  name: (line: number, problem: string) => void,
): Promise<Result<ImportedStations, { line: number; problem: string }>> {
  const broken: { line: number; problem: string }[] = []
  const counts: ImportedStations = {
    stored: 0,
    changed: 0,
    ended: 0,
    known: 0,
    skipped: 0,
    others: new Map(),
  }
  const work = async (transaction: Transaction) => {
    // Makes concurrent imports wait for each other without blocking readers.
    await transaction`lock table stations in exclusive mode`
    let batch = new Map<string, Station>()
    let ended = new Set<string>()
    const send = async () => {
      const { stations, changed, known } = await storeStations(transaction, [...batch.values()], 'naptan')
      const removed = await transaction`
        delete from stations where source = 'naptan' and code = any (${[...ended]})`
      counts.stored += stations
      counts.changed += changed
      counts.known += known
      counts.ended += removed.count
      batch = new Map()
      ended = new Set()
    }
    for await (const row of rows) {
      if (row.kind === 'broken') {
        broken.push({ line: row.line, problem: row.problem })
        throw new Unreadable()
      }
      if (row.kind === 'problem') {
        counts.skipped++
        name(row.line, row.problem)
      } else if (row.kind === 'other') {
        counts.others.set(row.type, (counts.others.get(row.type) ?? 0) + 1)
      } else {
        const { code } = row.kind === 'ended' ? row : row.station
        // If a code occurs twice, its last row counts.
        batch.delete(code)
        ended.delete(code)
        if (row.kind === 'ended') ended.add(code)
        else batch.set(code, row.station)
        if (batch.size + ended.size >= batchSize) await send()
      }
    }
    await send()
  }
  try {
    await sql.begin(work)
  } catch (error) {
    const [reason] = broken
    if (!(error instanceof Unreadable) || !reason) throw error
    return refused(reason)
  }
  return ok(counts)
}

/** Thrown to roll the transaction back when the file cannot be read. */
class Unreadable extends Error {}
