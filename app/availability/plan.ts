import { type Day, formatTime, weekdayNames } from '../platform/days.ts'
import { countOf } from '../platform/text/counts.ts'
import type { Difference } from '../ui/forms/edit-form.tsx'
import { formatSeason } from './season.ts'
import type { DraftStart, PlannedStart } from './plan.shapes.ts'

/** The refusal of a pattern or plan in which two active starts have the same time on one day. */
export const sameStartSentence = 'Another start of this plan has the same time on one of these days.'

/** Returns 'Every day', 'Wednesday to Sunday' or 'Saturday, Sunday' for ISO weekdays (1 is Monday). */
export function formatWeekdays(days: readonly number[]): string {
  const sorted = days.toSorted((a, b) => a - b)
  const [first, last] = [sorted[0] ?? 1, sorted.at(-1) ?? 1]
  if (sorted.length === 7) return 'Every day'
  if (sorted.length > 2 && last - first === sorted.length - 1)
    return `${weekdayNames[first - 1]} to ${weekdayNames[last - 1]}`
  return sorted.map((day) => weekdayNames[day - 1]).join(', ')
}

/** Returns a start as text: 'Wednesday to Sunday at 10:30 AM, 12 places. 1 April to 31 October 2026'. */
export function formatStart(start: DraftStart): string {
  const { days_of_week, start_time, capacity } = start
  return `${formatWeekdays(days_of_week)} at ${formatTime(start_time)}, ${countOf(capacity, 'place')}. ${formatSeason(start)}`
}

const isSameStart = (a: DraftStart | undefined, b: DraftStart | undefined) =>
  a && b ? formatStart(a) === formatStart(b) : a === b

const findStart = (starts: readonly DraftStart[], id: string | null) =>
  id === null ? undefined : starts.find((start) => start.id === id)

export function isSamePlan(a: readonly DraftStart[], b: readonly DraftStart[]): boolean {
  return a.length === b.length && a.every((start, n) => start.id === b[n]?.id && isSameStart(start, b[n]))
}

/** Returns each start that somebody else changed since the plan was opened: the old version, their version and my version. */
export function planDifferences(
  opened: readonly DraftStart[],
  theirs: readonly DraftStart[],
  mine: readonly DraftStart[],
): Difference[] {
  const ids = new Set([...opened, ...theirs].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const [before, saved, own] = [opened, theirs, mine].map((starts) => findStart(starts, id))
    if (isSameStart(before, saved)) return []
    const labelled = before ?? saved
    return [
      {
        label: labelled ? `Start at ${formatTime(labelled.start_time)}` : '',
        before: before ? formatStart(before) : '',
        theirs: saved ? formatStart(saved) : '',
        mine: own ? formatStart(own) : '',
      },
    ]
  })
}

/**
 * Returns the other person's plan with my changes. A start that the other person removed and I changed comes back as a new start.
 */
export function mergePlans(
  opened: readonly DraftStart[],
  theirs: readonly DraftStart[],
  mine: readonly DraftStart[],
): DraftStart[] {
  const existing = theirs.flatMap((start) => {
    const [before, own] = [findStart(opened, start.id), findStart(mine, start.id)]
    if (!before || (own && isSameStart(before, own))) return [start]
    return own ? [own] : []
  })
  const added = mine.flatMap((start) => {
    const before = findStart(opened, start.id)
    if (!before) return [start]
    if (findStart(theirs, start.id) || isSameStart(before, start)) return []
    return [{ ...start, id: null }]
  })
  return [...existing, ...added]
}

/** The starts of one day, with their totals. A day is closed when all its starts are closed. */
export type PlannedDay = Record<'capacity' | 'taken' | 'over', number> & {
  starts: PlannedStart[]
  closed: boolean
}

/** Groups planned starts by day. */
export function byDay(starts: readonly PlannedStart[]): Map<Day, PlannedDay> {
  const days = new Map<Day, PlannedDay>()
  for (const start of starts) {
    const day = days.get(start.slot_date) ?? { starts: [], capacity: 0, taken: 0, over: 0, closed: true }
    days.set(start.slot_date, {
      starts: [...day.starts, start],
      capacity: day.capacity + start.capacity,
      taken: day.taken + start.taken,
      over: day.over + Math.max(0, start.taken - start.capacity),
      closed: day.closed && start.closed,
    })
  }
  return days
}
