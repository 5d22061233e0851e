import { earlyBy } from '../../../bookings/booking-terms.ts'
import { type Legs, type Minutes, passThrough, type TimedStop } from '../day-times.ts'

/**
 * Returns whether `instead` can replace stop `at` of a day. Guests must reach `instead` 15 minutes early, and every later stop
 * in time or no later than in the present plan. The day must not begin earlier than in the present plan.
 */
export function fitsInstead(
  stops: TimedStop[],
  at: number,
  instead: TimedStop,
  legs: { now: Legs; then: Legs },
  begins: Minutes,
): boolean {
  const first = Math.min(begins, stops[0]?.start ?? begins)
  if (at === 0 && instead.start !== null && instead.start < first) return false
  const before = passThrough(stops, legs.now, begins)
  return passThrough(stops.with(at, instead), legs.then, begins).every(
    ({ reached, arrives }, n) =>
      Number.isFinite(arrives) &&
      (reached === 'in_time' || (n !== at && arrives <= (before[n]?.arrives ?? 0))),
  )
}

/** A stop that starts at one of `starts`, if possible near `planned`. With `starts` null it starts when guests arrive. */
export type OpenStop = { starts: Minutes[] | null; planned: Minutes | null; lasts: Minutes }

/** Returns a start for each stop, so that guests reach every stop in time; null if there are no such starts. */
export function chooseStarts(stops: OpenStop[], legs: Legs, begins: Minutes): Minutes[] | null {
  const drive = (n: number) => legs[n - 1]?.[n]?.minutes ?? 0
  // The latest minute at which guests may leave each stop and still reach all later stops.
  const leaveBy: Minutes[] = []
  let arriveBy = Infinity
  for (const [n, { starts, lasts }] of [...stops.entries()].toReversed()) {
    leaveBy[n] = arriveBy - (n + 1 < stops.length ? drive(n + 1) : 0)
    const latest = leaveBy[n] - lasts
    arriveBy = starts ? Math.max(...starts.filter((start) => start <= latest)) - earlyBy : latest
  }
  const chosen: Minutes[] = []
  let leaves = begins
  for (const [n, { starts, planned, lasts }] of stops.entries()) {
    const arrives = leaves + (n > 0 ? drive(n) : 0)
    // Guests set out early enough for the first stop, so no start is too early for them.
    const earliest = n > 0 ? arrives + earlyBy : -Infinity
    const wanted = planned ?? arrives
    const possible = (starts ?? []).filter((start) => start >= earliest && start + lasts <= (leaveBy[n] ?? 0))
    const [nearest] = possible.toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted))
    const start = starts ? nearest : arrives
    if (start === undefined || !Number.isFinite(arrives) || start + lasts > (leaveBy[n] ?? 0)) return null
    chosen.push(start)
    leaves = start + lasts
  }
  return chosen
}
