import { earlyBy } from '../../bookings/booking-terms.ts'
import type { Time } from '../../platform/days.ts'
import type { Range } from '../../catalogue/stations/station.ts'

/** Returns the minutes after midnight of a time, 'HH:mm' or 'HH:mm:ss'. */
export function minutesOf(time: Time): Minutes {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** Returns minutes after midnight as 'HH:mm'. Minutes beyond 24:00 start again at 00:00. */
export function timeOf(minutes: Minutes): Time {
  const [hour, minute] = [Math.floor(minutes / 60) % 24, Math.round(minutes) % 60]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}

/** Minutes after midnight, local time. Clocks change at night, so differences within a day are durations. */
export type Minutes = number

/** The minutes that a stop lasts, and its start if the start is fixed. */
export type TimedStop = { start: Minutes | null; lasts: number }

/** The times of a stop. `late`: guests arrive after its fixed start. `tight`: they arrive less than 15 minutes before it. */
export type Passing = {
  /** Minutes of travel to the stop; null for the first stop and for an unknown way, which counts as 0 */
  drive: number | null
  arrives: Minutes
  starts: Minutes
  ends: Minutes
  /** The end of the stop, or the arrival of guests who are too late for it */
  leaves: Minutes
  reached: 'in_time' | 'tight' | 'late'
}

/** The usual length of a visit, in minutes, for stops that have no length of their own */
export const usualStay = 60

/** Returns the times of one day's stops in order. `legs[from][to]` is the drive between two stops, by their list positions. */
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
    // Guests set out early enough for the first stop, so they are never late for it.
    const arrival = at === 0 && start !== null ? Math.min(arrives, start) : arrives
    const starts = start ?? arrival
    now = Math.max(arrival, starts + lasts)
    return { drive, arrives: arrival, starts, ends: starts + lasts, leaves: now, reached }
  })
}

/** A part of a leg without a car. `to` is the station where it ends; null at the end of the leg. */
export type LegPart = { by: 'foot' | 'train' | 'taxi'; to: string | null; minutes: Range }

/**
 * The way between two stops: a drive, estimated from the distance or measured by a routing server, or a journey without
 * a car, which has `parts`. The `minutes` of such a journey are the longest that it may take.
 */
export type Leg = { kilometres: number; minutes: number; by: 'estimate' | 'road'; parts?: LegPart[] }

/** `legs[from][to]`: the drive from each stop to each other, null where a position is unknown. */
export type Legs = (Leg | null)[][]
