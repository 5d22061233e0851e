import type { Day, Time } from '../platform/days.ts'
import type { Difference } from '../ui/conflict.tsx'
import { formatTime } from '../platform/days.ts'
import { formatSeason, formatWeekdays } from './pattern-labels.ts'

/** A weekly start in an editor; without an id where it is new. */
export type DraftStart = {
  id: string | null
  days_of_week: number[]
  start_time: Time
  capacity: number
  valid_from: Day
  valid_until: Day | null
}

/** 'Wednesday to Sunday at 10:30 AM, 12 places, 1 April to 31 October 2026' */
export function sayStart({
  days_of_week,
  start_time,
  capacity,
  valid_from,
  valid_until,
}: DraftStart): string {
  const places = capacity === 1 ? '1 place' : `${capacity} places`
  const weekdays = formatWeekdays(days_of_week)
  return `${weekdays} at ${formatTime(start_time)}, ${places}. ${formatSeason(valid_from, valid_until)}`
}

const same = (one: DraftStart | undefined, other: DraftStart | undefined) =>
  one && other ? sayStart(one) === sayStart(other) : one === other

const withId = (starts: readonly DraftStart[], id: string | null) =>
  id === null ? undefined : starts.find((start) => start.id === id)

export function isSamePlan(one: readonly DraftStart[], other: readonly DraftStart[]): boolean {
  return (
    one.length === other.length && one.every((start, n) => start.id === other[n]?.id && same(start, other[n]))
  )
}

/** What somebody else changed since a plan was seen, beside what stands in this editor. */
export function planDifferences(
  seen: readonly DraftStart[],
  theirs: readonly DraftStart[],
  mine: readonly DraftStart[],
): Difference[] {
  const ids = new Set([...seen, ...theirs].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const [before, saved, own] = [seen, theirs, mine].map((starts) => withId(starts, id))
    if (same(before, saved)) return []
    const shown = before ?? saved
    return [
      {
        label: shown ? `Start at ${formatTime(shown.start_time)}` : '',
        before: before ? sayStart(before) : '',
        theirs: saved ? sayStart(saved) : '',
        mine: own ? sayStart(own) : '',
      },
    ]
  })
}

/**
 * My changes on top of theirs: what I did not touch is as they saved it, what I changed is as I have it. A start that they
 * took away while I changed it comes back as a new one.
 */
export function mergePlans(
  seen: readonly DraftStart[],
  theirs: readonly DraftStart[],
  mine: readonly DraftStart[],
): DraftStart[] {
  const kept = theirs.flatMap((start) => {
    const [before, own] = [withId(seen, start.id), withId(mine, start.id)]
    if (!before || (own && same(before, own))) return [start]
    return own ? [own] : []
  })
  const added = mine.flatMap((start) => {
    const before = withId(seen, start.id)
    if (!before) return [start]
    if (withId(theirs, start.id) || same(before, start)) return []
    return [{ ...start, id: null }]
  })
  return [...kept, ...added]
}
