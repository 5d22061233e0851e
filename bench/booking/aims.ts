import type { Rates } from './compare.ts'
import type { Months } from './months.ts'
import { table, tableOf } from './table.ts'

/** On the hot slot, how many times what a sum under a lock does, and what a bare statement on one row does. */
const timesTheLock = 3
const timesTheRow = 1
/** Of the bare SQL, from a site that has settled. */
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

/** What was aimed at and not met, in a sentence for each; ratios of medians. What was not measured is not missed. */
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
