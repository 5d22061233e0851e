import type { Time } from '../platform/days.ts'
import type { Minutes } from './visiting-day.ts'

/** Minutes after midnight of 'HH:mm' or 'HH:mm:ss'. */
export function minutesOf(time: Time): Minutes {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

/** 'HH:mm'; past midnight the clock begins anew. */
export function timeOf(minutes: Minutes): Time {
  const [hour, minute] = [Math.floor(minutes / 60) % 24, Math.round(minutes) % 60]
  return `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
}
