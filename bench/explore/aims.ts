import type { Times } from './measure.ts'

/** Milliseconds of one kind of search; of a peer only if it can answer it. */
export type Outcome = { name: string; withDay: boolean; own: Times; ilike?: Times; trigrams?: Times }

const withoutDay = 5
const withDayAmongFew = 20
const withDayAmongMany = 100
const timesTheScan = 20
const timesTheIndex = 1

/** Returns a sentence for each missed aim. */
export function missedAims(vineyards: number, outcomes: Outcome[]): string[] {
  const withDay = vineyards > 10_000 ? withDayAmongMany : withDayAmongFew
  return outcomes.flatMap(({ name, withDay: isOfDay, own, ilike, trigrams }) => {
    const most = isOfDay ? withDay : withoutDay
    const against = (peer: Times | undefined, who: string, least: number) =>
      peer && peer.p50 / own.p50 < least
        ? [`${name}: ${(peer.p50 / own.p50).toFixed(1)} times as fast as ${who}, not ${least}`]
        : []
    return [
      ...(own.p99 > most ? [`${name}: the 99th percentile is ${own.p99.toFixed(1)} ms, not ${most}`] : []),
      ...against(ilike, 'the scan', timesTheScan),
      ...against(trigrams, 'the indexed query', timesTheIndex),
    ]
  })
}
