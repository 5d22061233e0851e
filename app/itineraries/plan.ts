import type { Legs } from './travel.ts'
import { earlyBy, type Minutes } from './visiting-day.ts'

/** Pace: how many visits a day is to hold at most. */
export const paces = { gentle: 2, steady: 3, full: 4 } as const
export type PlanPace = keyof typeof paces

/** An experience that a day may hold: its vineyard, how long it lasts, and the starts that have places for the party. */
export type Candidate = { vineyard_id: string; lasts: number; starts: Minutes[] }

/** `from` and `until` bound the visits themselves, and the way there and home where one says where one sets out. */
export type DayBounds = { from: Minutes; until: Minutes; most: number }

/** A visit of a plan: which of the candidates, and when it starts. */
export type Visit = { candidate: number; start: Minutes }

/** Lunch is 45 minutes that are neither visit nor road, somewhere between noon and half past two. */
export const lunch = { from: 12 * 60, until: 14 * 60 + 30, lasts: 45 } as const

/**
 * The visits of one day at different vineyards, in their order: as many as there can be up to `most`, and of those the
 * ones with the least driving, then the earliest end. Each is reached a quarter of an hour before it starts; a day that
 * goes on from before half past twelve to after two has its lunch. `legs` are between the candidates by their places
 * in the list; `home`, where given, has the minutes from where one sets out, and back.
 */
export function planDay(
  candidates: Candidate[],
  legs: Legs,
  bounds: DayBounds,
  home: (number | null)[] | null,
): Visit[] {
  let best: Day | undefined
  const consider = (day: Day) => {
    const back = home?.[lastOf(day)] ?? 0
    const whole = { ...day, drive: day.drive + back, ends: day.ends + back }
    if (whole.ends > bounds.until || (needsLunch(day) && !day.fed)) return
    if (!best || compare(whole, best) < 0) best = whole
  }

  /** The ways on that are worth trying: the soonest start, the soonest that leaves time for lunch, and as the first of a day the soonest that needs none. */
  const goTo = (day: Day, n: number, { starts, lasts }: Candidate): Day[] => {
    const first = day.visits.length === 0
    const way = first ? (home?.[n] ?? 0) : (legs[lastOf(day)]?.[n]?.minutes ?? 0)
    const there = day.ends + way + (first && !home ? 0 : earlyBy)
    const reached = starts
      .filter((start) => start >= there && start + lasts <= bounds.until)
      .sort((x, y) => x - y)
    const feeds = (start: Minutes) => !first && leavesLunch(day.ends, way, start)
    const chosen = [
      reached[0],
      reached.find(feeds),
      first ? reached.find((start) => start >= lunchFreeFrom) : undefined,
    ]
    return [...new Set(chosen)]
      .filter((start) => start !== undefined)
      .map((start) => ({
        visits: [...day.visits, { candidate: n, start }],
        drive: day.drive + way,
        ends: start + lasts,
        fed: day.fed || feeds(start),
      }))
  }

  let days: Day[] = [{ visits: [], drive: 0, ends: bounds.from, fed: false }]
  for (let visits = 0; visits < bounds.most && days.length > 0; visits++) {
    const longer = new Map<string, Day[]>()
    for (const day of days) {
      const seen = new Set(day.visits.map(({ candidate }) => candidates[candidate]?.vineyard_id))
      for (const [n, candidate] of candidates.entries())
        if (!seen.has(candidate.vineyard_id)) for (const next of goTo(day, n, candidate)) keep(longer, next)
    }
    days = [...longer.values()].flat()
    for (const day of days) consider(day)
  }
  return best?.visits ?? []
}

/**
 * Of two days with the same visits and the same last one, one is dropped when the other is no worse in everything that
 * what comes after depends on.
 */
function keep(days: Map<string, Day[]>, day: Day): void {
  const visited = day.visits.map(({ candidate }) => candidate).sort((a, b) => a - b)
  const state = `${visited}/${lastOf(day)}`
  const known = days.get(state) ?? []
  if (known.some((other) => noWorse(other, day))) return
  days.set(state, [...known.filter((other) => !noWorse(day, other)), day])
}

function noWorse(a: Day, b: Day): boolean {
  return a.drive <= b.drive && a.ends <= b.ends && Number(isContent(a)) >= Number(isContent(b))
}

/** Nothing that comes after can make this day miss its lunch. */
function isContent({ visits, fed }: Day): boolean {
  return fed || (visits[0]?.start ?? 0) >= lunchFreeFrom
}

function lastOf({ visits }: Day): number {
  return visits.at(-1)?.candidate ?? -1
}

type Day = { visits: Visit[]; drive: number; ends: Minutes; fed: boolean }

const lunchFreeFrom = 12 * 60 + 30
const lunchFreeUntil = 14 * 60

export function needsLunch({ visits, ends }: { visits: Visit[]; ends: Minutes }): boolean {
  const [first] = visits
  return first !== undefined && first.start < lunchFreeFrom && ends > lunchFreeUntil
}

/** Whether between two visits lunch fits, before the road or after it. */
export function leavesLunch(leaves: Minutes, way: number, start: Minutes): boolean {
  const fits = (from: Minutes, until: Minutes) =>
    Math.min(until, lunch.until) - Math.max(from, lunch.from) >= lunch.lasts
  return fits(leaves, start - earlyBy - way) || fits(leaves + way, start - earlyBy)
}

/** More visits, then less driving, then sooner over. */
function compare(a: Day, b: Day): number {
  return b.visits.length - a.visits.length || a.drive - b.drive || a.ends - b.ends
}
