import { addUnlessWorse } from './reorder-stops.ts'
import { earlyBy } from '../../bookings/booking-terms.ts'
import type { Legs, Minutes, Passing, Leg } from './day-times.ts'
import { nameOf, type TimedDay } from './itinerary.ts'
import type { DayEnds } from './travel.ts'
import type { Vineyard } from '../../catalogue/vineyards/vineyard.ts'
import type { Slot } from '../../availability/slot.ts'
import type { Experience } from '../../catalogue/experiences/experience.ts'
import type { Day } from '../../platform/days.ts'

/** The largest number of visits per day at each pace */
export const paces = { gentle: 2, steady: 3, full: 4 } as const
export type PlanPace = keyof typeof paces

/** An experience that could be visited: its length in minutes and the starts with places for the party. */
export type Candidate = { vineyard_id: string; lasts: number; starts: Minutes[] }

/**
 * The bounds of a day. All visits lie between `from` and `until`. If a home is given, so do the drives from home and back.
 */
export type DayBounds = { from: Minutes; until: Minutes; most: number }

/** A planned visit: the index of the candidate, and its start. */
export type Visit = { candidate: number; start: Minutes }

/** Lunch is 45 free minutes between 12:00 and 14:30. */
export const lunch = { from: 12 * 60, until: 14 * 60 + 30, lasts: 45 } as const

/**
 * Returns the best day of visits at different vineyards: the most visits (up to `most`), then the least driving, then
 * the earliest end. Guests arrive 15 minutes before each start. A day that begins before 12:30 and ends after 14:00
 * leaves time for lunch. `legs` are between candidates; `home[n]`, if given, is the minutes between home and candidate
 * n.
 */
export function planDay(
  candidates: Candidate[],
  legs: Legs,
  bounds: DayBounds,
  home: (number | null)[] | null,
): Visit[] {
  let best: PlannedDay | undefined
  const consider = (day: PlannedDay) => {
    const driveHome = home?.[lastOf(day)] ?? 0
    const complete = { ...day, drive: day.drive + driveHome, ends: day.ends + driveHome }
    if (complete.ends > bounds.until || (needsLunch(day) && !day.hasLunch)) return
    if (!best || compare(complete, best) < 0) best = complete
  }

  // Only three starts are worth trying: the earliest, the earliest that leaves time for lunch, and, for the first
  // visit, the earliest after which no lunch is needed.
  const extend = (day: PlannedDay, n: number, { starts, lasts }: Candidate): PlannedDay[] => {
    const first = day.visits.length === 0
    const drive = first ? (home?.[n] ?? 0) : (legs[lastOf(day)]?.[n]?.minutes ?? 0)
    const earliest = day.ends + drive + (first && !home ? 0 : earlyBy)
    const possible = starts
      .filter((start) => start >= earliest && start + lasts <= bounds.until)
      .sort((x, y) => x - y)
    const allowsLunch = (start: Minutes) => !first && leavesLunch(day.ends, drive, start)
    const chosen = [
      possible[0],
      possible.find(allowsLunch),
      first ? possible.find((start) => start >= noLunchFromStart) : undefined,
    ]
    return [...new Set(chosen)]
      .filter((start) => start !== undefined)
      .map((start) => ({
        visits: [...day.visits, { candidate: n, start }],
        drive: day.drive + drive,
        ends: start + lasts,
        hasLunch: day.hasLunch || allowsLunch(start),
      }))
  }

  let days: PlannedDay[] = [{ visits: [], drive: 0, ends: bounds.from, hasLunch: false }]
  for (let visits = 0; visits < bounds.most && days.length > 0; visits++) {
    const longer = new Map<string, PlannedDay[]>()
    for (const day of days) {
      const visited = new Set(day.visits.map(({ candidate }) => candidates[candidate]?.vineyard_id))
      for (const [n, candidate] of candidates.entries())
        if (!visited.has(candidate.vineyard_id))
          for (const next of extend(day, n, candidate)) addUnlessWorse(longer, stateOf(next), next, noWorse)
    }
    days = [...longer.values()].flat()
    for (const day of days) consider(day)
  }
  return best?.visits ?? []
}

/** Returns the state of a day: its visits as a set, and the last visit. Of two days with the same state the worse is dropped. */
function stateOf(day: PlannedDay): string {
  return `${day.visits.map(({ candidate }) => candidate).sort((a, b) => a - b)}/${lastOf(day)}`
}

function noWorse(a: PlannedDay, b: PlannedDay): boolean {
  return a.drive <= b.drive && a.ends <= b.ends && Number(isSureOfLunch(a)) >= Number(isSureOfLunch(b))
}

/** Returns whether this day meets the rule about lunch, whatever visits follow. */
function isSureOfLunch({ visits, hasLunch }: PlannedDay): boolean {
  return hasLunch || (visits[0]?.start ?? 0) >= noLunchFromStart
}

function lastOf({ visits }: PlannedDay): number {
  return visits.at(-1)?.candidate ?? -1
}

type PlannedDay = { visits: Visit[]; drive: number; ends: Minutes; hasLunch: boolean }

// A day needs no lunch if its first visit starts at 12:30 or later, or if the day ends by 14:00.
const noLunchFromStart = 12 * 60 + 30
const noLunchUntilEnd = 14 * 60

export function needsLunch({ visits, ends }: { visits: Visit[]; ends: Minutes }): boolean {
  const [first] = visits
  return first !== undefined && first.start < noLunchFromStart && ends > noLunchUntilEnd
}

/** Free time for lunch between 12:00 and 14:30, before or after the drive to the next visit. */
export type LunchBreak = {
  from: Minutes
  until: Minutes
  /** The index of the next visit */
  before: number
  isAfterDrive: boolean
  /** What the vineyards before and after the break state about food, on an itinerary's page. */
  food?: { vineyard: string; text: string }[]
}

/** Returns the free time between two visits if lunch fits into it before the drive, or else after the drive. */
function freeForLunch(
  leaves: Minutes,
  drive: number,
  start: Minutes,
): Pick<LunchBreak, 'from' | 'until'> | undefined {
  const gaps = [
    { from: leaves, until: start - earlyBy - drive },
    { from: leaves + drive, until: start - earlyBy },
  ]
  return gaps.find(
    ({ from, until }) => Math.min(until, lunch.until) - Math.max(from, lunch.from) >= lunch.lasts,
  )
}

/** Returns whether lunch fits between two visits, before or after the drive. */
export function leavesLunch(leaves: Minutes, drive: number, start: Minutes): boolean {
  return freeForLunch(leaves, drive, start) !== undefined
}

/** Returns the first free time between the visits of a day into which lunch fits; null if there is none. */
export function lunchBetween(passings: Passing[]): LunchBreak | null {
  for (const [n, { starts, drive }] of passings.entries()) {
    const last = passings[n - 1]
    const free = last && freeForLunch(last.leaves, drive ?? 0, starts)
    if (free)
      return {
        from: Math.max(free.from, lunch.from),
        until: Math.min(free.until, lunch.until),
        isAfterDrive: free.from > last.leaves,
        before: n,
      }
  }
  return null
}

/**
 * Returns the lunch break of a day; null if no gap is long enough, or if a stop that is not a vineyard overlaps the hours from
 * 12:00 to 14:30.
 */
export function lunchBreakOf(points: TimedDay['points']): LunchBreak | null {
  const free = lunchBetween(points.map(({ passing }) => passing))
  const isPlanned = points.some(
    ({ stop, passing }) => !stop.vineyard && passing.starts < lunch.until && passing.leaves > lunch.from,
  )
  if (!free || isPlanned) return null
  const food = [points[free.before - 1], points[free.before]].flatMap((point) =>
    point?.stop.food ? [{ vineyard: nameOf(point.stop), text: point.stop.food }] : [],
  )
  return { ...free, food }
}

function compare(a: PlannedDay, b: PlannedDay): number {
  return b.visits.length - a.visits.length || a.drive - b.drive || a.ends - b.ends
}

/** A visit with places for the party, with its times and the drive to it. */
export type ProposedVisit = {
  vineyard: Pick<
    Vineyard,
    'id' | 'name' | 'city' | 'latitude' | 'longitude' | 'is_verified' | 'is_demo' | 'taxis'
  >
  experience: Pick<
    Experience,
    | 'id'
    | 'title'
    | 'duration_minutes'
    | 'price_per_person'
    | 'currency'
    | 'is_instant'
    | 'included'
    | 'cancellation_cutoff_minutes'
  >
  slot: Slot
  passing: Passing
  /** The drive from the previous visit */
  leg: Leg | null
}

/**
 * A planned day. `lunch` is the free time around midday, if any. `ends` has the journeys to the first visit and back from the
 * last one. It is null if the day does not begin at a known location.
 */
export type ProposedDay = {
  date: Day
  visits: ProposedVisit[]
  lunch: LunchBreak | null
  ends: DayEnds | null
}
