import type { Day, Time } from '../platform/days.ts'

/**
 * Planned start: one start of an experience on one day as the plan has it, whether or not anybody could book it. Closed
 * ones are among them, and those in an hour that the clocks skip.
 */
export type PlannedStart = {
  slot_date: Day
  start_time: Time
  /** What the pattern gives, before exceptions. */
  planned: number
  /** How many people it holds, 0 where it is closed or skipped. */
  capacity: number
  /** How many have a place, overbooked ones included. */
  taken: number
  closed: boolean
  skipped: boolean
  /** The exception that decides over it. */
  exception_id: string | null
}

/** What a day of a plan holds, all its starts together. */
export type PlannedDay = {
  starts: PlannedStart[]
  capacity: number
  taken: number
  over: number
  closed: boolean
}

/** The starts of a plan day by day. A day is closed when each of its starts is. */
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
