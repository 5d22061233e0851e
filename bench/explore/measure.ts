import { setImmediate as giveWay } from 'node:timers/promises'

import { median } from '../booking/table.ts'
import type { Answer, Contestant, Search } from './contestants.ts'
import { now } from './searches.ts'

export type Times = { p50: number; p95: number }

export type Limits = {
  /** Limits: calls per contestant, and milliseconds of the first contestant and of each peer. */
  most: number
  milliseconds: number
  peerMilliseconds: number
}

/** Calls that only warm up: a new process still compiles its code. */
const uncounted = 20

/**
 * Measures one search at each contestant, in turns until the limits are reached; the first contestant runs ten times per
 * turn. Throws if their results differ.
 */
export async function measure(
  contestants: Contestant[],
  search: Search,
  { most, milliseconds, peerMilliseconds }: Limits,
): Promise<Times[]> {
  const times: number[][] = contestants.map(() => [])
  const answers = await Promise.all(contestants.map((contestant) => contestant(search, now)))
  // Only our search knows distances.
  if (search.near === null && new Set(answers.map((answer) => JSON.stringify(answer))).size > 1)
    throw new Error(`Different answers to ${JSON.stringify(search)}`)
  for (let turn = 0; turn < uncounted; turn++) await contestants[0]?.(search, now)
  const isDone = (own: number[], n: number) =>
    own.length >= most ||
    own.reduce((sum, time) => sum + time, 0) > (n === 0 ? milliseconds : peerMilliseconds)
  while (!times.every(isDone)) {
    for (const [n, contestant] of contestants.entries()) {
      const own = times[n] ?? []
      for (let turn = n === 0 ? 10 : 1; turn > 0 && !isDone(own, n); turn--) {
        // Lets other work of the process run, as between two requests.
        await giveWay()
        const began = performance.now()
        await contestant(search, now)
        own.push(performance.now() - began)
      }
    }
  }
  return times.map((own) => ({ p50: median(own), p95: quantile(own, 0.95) }))
}

function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

/** Returns how many searches have different results, and the first of those. Runs two searches at a time. */
export async function countDifferences(
  [one, other]: [Contestant, Contestant],
  searches: Search[],
): Promise<{ differing: number; found: number; first: string }> {
  let [differing, found, first] = [0, 0, '']
  const same = (a: Answer, b: Answer) => a.total === b.total && a.ids.join() === b.ids.join()
  const left = searches.values()
  const lane = async () => {
    for (const search of left) {
      const [a, b] = await Promise.all([one(search, now), other(search, now)])
      found += a.total
      if (same(a, b)) continue
      differing++
      first ||= `${JSON.stringify(search)}: ${a.total} and ${b.total}`
    }
  }
  await Promise.all([lane(), lane()])
  return { differing, found, first }
}
