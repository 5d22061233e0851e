import type { Sql, Transaction } from '../../platform/database/database.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { StationRow } from './station-file.server.ts'
import type { Station } from './station.ts'
import { storeStations } from './station.server.ts'

/** The counts of a finished import. `others` counts the rows that were left out, by StopType. */
export type ImportedStations = {
  stored: number
  changed: number
  ended: number
  known: number
  skipped: number
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
