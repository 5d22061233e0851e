import type { Legs } from './travel.ts'

/**
 * Times of a day are minutes after its midnight by the clock on the wall. Clocks change at night, so that between
 * morning and evening a difference of two of them is a span of time.
 */
export type Minutes = number

/** A stop as the clock sees it: how long it lasts, and its start where that stands fast. */
export type TimedStop = { start: Minutes | null; lasts: number }

/** How a stop falls into the day. A stop with a fixed start is `late` when one comes after it, `tight` inside the quarter of an hour one should be early. */
export type Passing = {
  /** Minutes on the way here; null where nobody knows, and then none are reckoned. */
  drive: number | null
  arrives: Minutes
  starts: Minutes
  leaves: Minutes
  reached: 'in_time' | 'tight' | 'late'
}

/** Guests are asked to come a quarter of an hour before the start. */
export const earlyBy = 15
/** How long one stays at a stop of one's own when nobody says otherwise. */
export const usualStay = 60

/** The stops of one day in their order, from `begins` on; `legs` are between them, by their places in the list. */
export function passThrough(stops: TimedStop[], legs: Legs, begins: Minutes): Passing[] {
  let now = begins
  return stops.map(({ start, lasts }, at) => {
    const drive = at === 0 ? null : (legs[at - 1]?.[at]?.minutes ?? null)
    const arrives = now + (drive ?? 0)
    const reached =
      start === null || at === 0 || arrives + earlyBy <= start
        ? 'in_time'
        : arrives <= start
          ? 'tight'
          : 'late'
    // The day begins early enough for its first stop, whatever was said.
    const came = at === 0 && start !== null ? Math.min(arrives, start) : arrives
    const starts = start ?? came
    now = Math.max(came, starts + lasts)
    return { drive, arrives: came, starts, leaves: now, reached }
  })
}
