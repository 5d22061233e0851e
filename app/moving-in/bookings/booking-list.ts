import { foldGuestText } from '../../bookings/guest-search.ts'
import { countOf } from '../../platform/text/counts.ts'
import {
  addDays,
  clockOf,
  type Day,
  formatDayInList,
  formatDayShort,
  formatTime,
  type Time,
} from '../../platform/days.ts'

/** A party of a list of bookings, with every cell read. `time` is null if the list has no time for the party. */
export type BookingRow = {
  /** The line of the party's first row. */
  line: number
  reference: string | null
  /**
   * Another reference under which an earlier import may have stored the party. `anyStart` says that the start of that
   * booking may have changed since that import.
   */
  earlier_reference: { reference: string; anyStart: boolean } | null
  /** The reference and the title that the list has for the experience. */
  experience: { reference: string; title: string }
  day: Day
  time: Time | null
  guests: number
  guest_name: string
  guest_email: string | null
  guest_phone: string | null
  notes: string
  /** The price in pounds, for the whole party or for each person. */
  price: { total?: number; each?: number }
  status: string
  is_cancelled: boolean
  /** The name and the ticket of an attendee, if each row of the list is a ticket. */
  attendee: string
  ticket: string
  ticket_type: string
  remarks: string[]
}

/** A booking that the site already has. */
export type KnownBooking = ListedGuest & {
  id: string
  reference: string
  booking_date: Day
  start_time: Time
  number_of_guests: number
  status: string
  attendance: string | null
  erased_at: Date | null
}

/**
 * Returns the price per person: the total divided by the guests and rounded down to whole pence or, without a total, the
 * listed price per person. `remark` is a sentence about a total that cannot be divided evenly.
 */
export function priceEach({ price: { total, each }, guests }: Pick<BookingRow, 'price' | 'guests'>): {
  each: number | undefined
  remark?: string
} {
  if (total === undefined) return { each }
  const pence = Math.round(total * 100)
  const rounded = Math.floor(pence / guests)
  if (rounded * guests === pence) return { each: rounded / 100 }
  const pounds = (amount: number) => `£${(amount / 100).toFixed(2)}`
  return {
    each: rounded / 100,
    remark: `${pounds(pence)} cannot be divided evenly by ${guests}, so each guest is booked at ${pounds(rounded)}, ${pounds(rounded * guests)} in all.`,
  }
}

/** Returns a sentence that says why a row has no session. `starts` are the starts of that day. */
export function noSessionSentence(title: string, { day, time }: BookingRow, starts: Time[], today: Day) {
  const on = formatDayShort(day, today)
  if (starts.length === 0) return `${title} has no session on ${on}. Plan one, then import again.`
  const times = new Intl.ListFormat('en-GB').format(starts.map(formatTime))
  return time === null
    ? `The time is missing. On ${on}, ${title} starts at ${times}.`
    : `${title} has no session at ${formatTime(time)} on ${on}. It starts at ${times}. Correct the row or plan the session.`
}

/** Groups the days into ranges of at most 91 days, because one query reads a whole range. */
export function spansOf(days: readonly Day[]): [Day, Day][] {
  const sorted = days.toSorted()
  const spans: [Day, Day][] = []
  for (const day of sorted) {
    const last = spans.at(-1)
    if (last && day <= addDays(last[0], 90)) last[1] = day
    else spans.push([day, day])
  }
  return spans
}

/** Returns the name that the list has for a party's experience. */
export const listedNameOf = ({ experience: { reference, title } }: Pick<BookingRow, 'experience'>) =>
  title || reference

/** Returns a name in lower case and without punctuation, for comparing it with other names. */
export function plainText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Returns whether a visit has begun. A visit without a time counts as begun when its day has ended. */
export function isPast({ day, time }: BookingRow, now: Date): boolean {
  return `${day}T${time ?? '23:59'}` < clockOf(now)
}

/** Returns one note: which booking exists for a row and, if the row differs, what the row says instead. */
export function differences(
  row: BookingRow,
  { reference, number_of_guests, booking_date, start_time, status, attendance }: KnownBooking,
): string[] {
  const differs = [
    ...(row.guests === number_of_guests ? [] : [countOf(row.guests, 'guest')]),
    ...(row.day === booking_date ? [] : [formatDayInList(row.day)]),
    ...(row.time === null || row.time === start_time.slice(0, 5) ? [] : [formatTime(row.time)]),
    ...(row.is_cancelled && status !== 'cancelled' && attendance !== 'no_show' ? ['cancelled'] : []),
  ]
  if (differs.length === 0) return [`Already booked as ${reference}.`]
  return [
    `Already booked as ${reference}. The list now says ${new Intl.ListFormat('en-GB').format(differs)}. If the list is right, change the booking.`,
  ]
}

/**
 * Returns whether the row and the booking are for different guests. Compares the name and the email if both have them, and
 * requires that all compared texts differ. An erased booking never counts as another guest's.
 */
export function isOtherGuest(row: ListedGuest, booking: KnownBooking): boolean {
  const words = (text: string) =>
    foldGuestText(text)
      .split(/[\s,]+/)
      .sort()
      .join()
  const differ = (['guest_name', 'guest_email'] as const).flatMap((field) =>
    row[field] && booking[field] ? [words(row[field]) !== words(booking[field])] : [],
  )
  return booking.erased_at === null && differ.length > 0 && differ.every(Boolean)
}

type ListedGuest = { guest_name: string | null; guest_email: string | null }
