import type { Times } from './measure.ts'

/** Milliseconds of one kind of search. */
export type Outcome = { name: string; withDay: boolean; page: Times }

const withoutDay = 10
const withDay = 25
/** The aims hold up to this many vineyards. */
const vineyardsOfAims = 2000

/** Returns a sentence for each missed aim. */
export function missedAims(vineyards: number, outcomes: Outcome[]): string[] {
  if (vineyards > vineyardsOfAims) return []
  return outcomes.flatMap(({ name, withDay: isOfDay, page }) => {
    const most = isOfDay ? withDay : withoutDay
    return page.p95 > most ? [`${name}: the 95th percentile is ${page.p95.toFixed(1)} ms, not ${most}`] : []
  })
}
