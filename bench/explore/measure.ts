import { median } from '../booking/table.ts'
import type { Answer, Contestant, Search } from './contestants.ts'
import { now } from './searches.ts'

export type Times = { p50: number; p99: number }

/**
 * Milliseconds of one search at each contestant, in turns until everybody has had `most` of them or has used up so
 * many milliseconds; the first contestant is asked ten times in each turn. Throws when their answers differ.
 */
export async function measure(
  contestants: Contestant[],
  search: Search,
  { most, milliseconds }: { most: number; milliseconds: number },
): Promise<Times[]> {
  const times: number[][] = contestants.map(() => [])
  const answers = await Promise.all(contestants.map((contestant) => contestant(search, now)))
  // Places are reckoned from their distance by us alone.
  if (search.near === null && new Set(answers.map((answer) => JSON.stringify(answer))).size > 1)
    throw new Error(`Different answers to ${JSON.stringify(search)}`)
  const isDone = (own: number[]) =>
    own.length >= most || own.reduce((sum, time) => sum + time, 0) > milliseconds
  while (!times.every(isDone)) {
    for (const [n, contestant] of contestants.entries()) {
      const own = times[n] ?? []
      for (let turn = n === 0 ? 10 : 1; turn > 0 && !isDone(own); turn--) {
        const asked = performance.now()
        await contestant(search, now)
        own.push(performance.now() - asked)
      }
    }
  }
  return times.map((own) => ({ p50: median(own), p99: quantile(own, 0.99) }))
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** How many of the searches two contestants answer differently, told with the first of them. */
export async function countDifferences(
  [one, other]: [Contestant, Contestant],
  searches: Search[],
): Promise<{ differing: number; found: number; first: string }> {
  let [differing, found, first] = [0, 0, '']
  const same = (a: Answer, b: Answer) => a.total === b.total && a.ids.join() === b.ids.join()
  for (const search of searches) {
    const [a, b] = await Promise.all([one(search, now), other(search, now)])
    found += a.total
    if (same(a, b)) continue
    differing++
    first ||= `${JSON.stringify(search)}: ${a.total} and ${b.total}`
  }
  return { differing, found, first }
}
