import type { Rates } from './compare.ts'
import type { Months } from './months.ts'
import { table, tableOf } from './table.ts'

/** Aims for the hot slot: bookings per second, as a multiple of a sum under a lock and of a bare update of one row. */
const timesTheLock = 3
const timesTheRow = 1
/** Aim for a month of slots from a warm process, as a multiple of the bare SQL. */
const mostForMonth = 1.5

export function ratesTable(rates: Rates, first: string): string {
  const medians = new Map([...rates].map(([name, { hot, many }]) => [name, [hot, many]]))
  return tableOf(medians, ['one hot slot', '100,200 slots'], first)
}

export function monthsTable({ http, server, bare }: Months): string {
  const line = (name: string, ms: number) => [name, ms.toFixed(2), `${(ms / bare).toFixed(2)} ×`]
  return table([
    ['', 'ms', 'of bare SQL'],
    line('over HTTP', http),
    line('a bare server', server),
    line('bare SQL', bare),
  ])
}

/** Returns a sentence for each missed aim. Aims that were not measured count as met. */
export function missedAims(of: { overLock: number; ofRaw: number; month?: number }): string[] {
  return [
    ...(of.overLock >= timesTheLock
      ? []
      : [`The hot slot: ${of.overLock.toFixed(2)} times the advisory lock, not ${timesTheLock}`]),
    ...(of.ofRaw >= timesTheRow
      ? []
      : [`The hot slot: ${of.ofRaw.toFixed(2)} times a bare row, not ${timesTheRow}`]),
    ...(of.month === undefined || of.month <= mostForMonth
      ? []
      : [`A month of slots: ${of.month.toFixed(2)} times the bare SQL, not ${mostForMonth}`]),
  ]
}
