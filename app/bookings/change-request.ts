import { readSlotShown, type SlotName, slotId, slotShown } from '../availability/slot.ts'
import type { Experience } from '../experiences/experience.ts'
import { type Day, formatDayShort, isDay, isTime, type Time } from '../platform/days.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { Booking } from './booking.ts'
import {
  bookingSentences,
  fitsGroup,
  groupSentence,
  type BookingRefusal,
  readGuests,
} from './booking-request.ts'

/** How a booking stood when somebody began to change it. */
export type BookingVersion = { booking_date: Day; start_time: Time | null; number_of_guests: number }

/**
 * Where a booking is to go: another slot, another party, or both. What is absent stays. A start that comes along must
 * still be the slot's; what was `seen` must still be how the booking stands.
 */
export type Move = {
  slot?: SlotName & { start_time?: Time }
  number_of_guests?: number
  seen?: BookingVersion
}

/** A booking as it is changed: what it is now, and the pattern whose slot it has. */
export type Changeable = Pick<
  Booking,
  'id' | 'availability_id' | 'booking_date' | 'booking_time' | 'start_time' | 'number_of_guests'
> & { pattern_id: string | null }

/** What the experience of a booking allows a party that changes. */
export type ChangeBounds = Pick<
  Experience,
  'id' | 'min_group_size' | 'max_group_size' | 'booking_horizon_days'
>

/** Where a booking is to go, and for how many of which day that was asked. */
export type ChangeRequest = { move: Move; slot_date: Day; number_of_guests: number }

/** Why a guest's change was not made. */
export const changeSentences = {
  late: 'The time for changing this booking has passed.',
  unchanged: 'Nothing has changed yet. Choose another day, another time or another number of guests.',
  changed: 'This booking has been changed meanwhile. This is how it stands now.',
  failed: 'Failed to change booking. Please try again or contact support.',
} as const

/** The slot a booking has, as a form names it; undefined where it was made outside slots. */
export function presentSlot({ pattern_id, availability_id, ...booking }: Changeable): string | undefined {
  if (!booking.start_time || (!pattern_id && !availability_id)) return undefined
  const id = slotId({ pattern_id, availability_id, slot_date: booking.booking_date })
  return slotShown({ id, start_time: booking.start_time })
}

/** How a booking stands, as a form carries it along: the change is made only where it still stands so. */
export function seenText({ booking_date, start_time, number_of_guests }: BookingVersion): string {
  return [booking_date, start_time ?? '', number_of_guests].join(' ')
}

/** Reads what a booking is to become. A time that is not chosen stays, as long as the day does. */
export function readChangeRequest(
  form: FormData,
  booking: Changeable,
  bounds: Pick<Experience, 'min_group_size' | 'max_group_size'>,
  today: Day,
): Result<ChangeRequest, BookingRefusal> {
  const answer = (name: string) => String(form.get(name) ?? '').trim()
  const seen = readSeen(String(form.get('seen') ?? ''))
  const fields: BookingRefusal['fields'] = {}

  const date = answer('date')
  const chosen = answer('slot')
  const slot = readSlotShown(chosen)
  const slot_date = slot && 'slot_date' in slot ? slot.slot_date : date || booking.booking_date
  if (date && !isDay(date)) fields.date = 'That is not a day in the calendar.'
  else if (chosen && !slot) fields.slot = bookingSentences.slot_gone
  else if (date && date !== slot_date) fields.slot = `Please choose a time on ${formatDayShort(date, today)}.`
  else if (!slot && slot_date !== booking.booking_date)
    fields.slot = `Please choose a time on ${formatDayShort(slot_date, today)}.`

  const number_of_guests = readGuests(answer('guests'))
  const stays = number_of_guests === booking.number_of_guests
  if (number_of_guests === undefined || !(stays || fitsGroup(bounds, number_of_guests)))
    fields.guests = groupSentence(bounds)

  const [first] = Object.values(fields)
  if (first || number_of_guests === undefined) return refused({ message: first ?? '', fields })
  if (!seen) return refused({ message: changeSentences.failed, fields: {} })
  const keepsSlot = !slot || chosen === presentSlot(booking)
  if (keepsSlot && stays && seenText(seen) === seenText(booking))
    return refused({ message: changeSentences.unchanged, fields: {} })
  return ok({ move: { ...(slot ? { slot } : {}), number_of_guests, seen }, slot_date, number_of_guests })
}

function readSeen(text: string): BookingVersion | undefined {
  const [booking_date = '', start = '', party = ''] = text.split(' ')
  const start_time: Time | null = start === '' ? null : start
  const number_of_guests = readGuests(party)
  if (!isDay(booking_date) || number_of_guests === undefined) return undefined
  return start_time === null || isTime(start_time)
    ? { booking_date, start_time, number_of_guests }
    : undefined
}
