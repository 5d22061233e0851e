import { type Day, formatDate, formatDay, formatTime, type Time } from '../platform/days.ts'

/** An exception as its list shows it. */
export type ShownException = {
  id: string
  vineyard_id: string
  experience_id: string | null
  pattern_id: string | null
  starts_on: Day
  ends_on: Day
  from_time: Time | null
  until_time: Time | null
  capacity: number | null
  reason: string | null
  source: 'staff' | 'feed'
}

/** 'Saturday 20 June 2026', '24 December 2026 to 4 January 2027', 'Saturday 27 June 2026, 12:00 PM to 2:00 PM'. */
export function sayWhen({
  starts_on,
  ends_on,
  from_time,
  until_time,
}: Pick<ShownException, 'starts_on' | 'ends_on' | 'from_time' | 'until_time'>): string {
  const days =
    starts_on === ends_on ? formatDay(starts_on) : `${formatDate(starts_on)} to ${formatDate(ends_on)}`
  return from_time && until_time ? `${days}, ${formatTime(from_time)} to ${formatTime(until_time)}` : days
}

/** 'Closed. Private wedding', '9 places. The long trailer is at the mender’s'. */
export function sayWhat({ capacity, reason, source, experience_id, pattern_id }: ShownException): string {
  const what = capacity === null ? 'Closed' : capacity === 1 ? '1 place' : `${capacity} places`
  const scope = pattern_id ? ', one start' : experience_id ? '' : ', the whole vineyard'
  const words = [`${what}${scope}`, reason, source === 'feed' && 'From a calendar that is read here']
  return words.filter(Boolean).join('. ')
}

/** '3 bookings with 8 guests' */
export function sayMet({ bookings, guests }: { bookings: number; guests: number }): string {
  const [parties, people] = [
    bookings === 1 ? '1 booking' : `${bookings} bookings`,
    guests === 1 ? '1 guest' : `${guests} guests`,
  ]
  return `${parties} with ${people}`
}
