import type { Time } from '../platform/days.ts'

/** Returns the start nearest to a time of day. If two starts are equally near, returns the first of them. */
export function nearestStart<Some extends { start_time: Time | null }>(
  starts: Some[],
  time: Time,
): Some | undefined {
  const off = ({ start_time }: Some) =>
    start_time ? Math.abs(minutesOf(start_time) - minutesOf(time)) : Infinity
  return starts.toSorted((a, b) => off(a) - off(b))[0]
}

/** Returns a time as minutes since midnight. */
const minutesOf = (time: Time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
