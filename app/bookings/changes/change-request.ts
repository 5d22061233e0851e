import { formatSlotValue, parseSlotValue, slotId, type StaffSlotName } from '../../availability/slot.ts'
import { type Experience, takesParty } from '../../catalogue/experiences/experience.ts'
import { type Day, formatDayShort, isDay, isTime, type Time } from '../../platform/days.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { readEmailAddress } from '../../platform/text/text.ts'
import { bookingSentences } from '../booking-sentences.ts'
import {
  groupSentence,
  type BookingRefusal,
  isOtherTotal,
  readGuests,
} from '../new-bookings/booking-request.ts'
import type { Booking } from '../booking.shapes.ts'

/** The fields of a booking as the change form showed them to the guest or to staff. */
export type BookingVersion = { booking_date: Day; start_time: Time | null; number_of_guests: number }

/**
 * A move to another slot, another party size, or both. The server refuses the move if the slot no longer starts at `start_time`
 * or the booking differs from `seen`. A slot that has begun needs `into_past`.
 */
export type Move = {
  slot?: StaffSlotName & { start_time?: Time }
  number_of_guests?: number
  seen?: BookingVersion
  into_past?: boolean
}

/** A booking with the ids of its slot. */
export type Changeable = Pick<
  Booking,
  'id' | 'availability_id' | 'booking_date' | 'booking_time' | 'start_time' | 'number_of_guests'
> & { pattern_id: string | null }

/** The limits that an experience sets for changes of a booking. */
export type ChangeBounds = Pick<
  Experience,
  'id' | 'min_group_size' | 'max_group_size' | 'booking_horizon_days'
>

/** A change as read from the form, with the requested day and party size. */
export type ChangeRequest = { move: Move; slot_date: Day; number_of_guests: number }

/** Why a guest's booking was not changed. */
export const changeSentences = {
  late: 'The time for changing this booking has passed.',
  erased: 'This booking’s guest was erased, so it can no longer be changed.',
  unchanged: 'Nothing has changed yet. Choose another day, another time or another number of guests.',
  past: 'This session has begun, so nobody would be emailed about the move.',
  changed: 'This booking was changed in the meantime. Here are its current details.',
  failed: 'Failed to change booking. Please try again or contact support.',
} as const

/** Returns the booking's slot as the form names it; undefined if the booking has no slot. */
export function currentSlot({ pattern_id, availability_id, ...booking }: Changeable): string | undefined {
  if (!booking.start_time || (!pattern_id && !availability_id)) return undefined
  const id = slotId({ pattern_id, availability_id, slot_date: booking.booking_date })
  return formatSlotValue({ id, start_time: booking.start_time })
}

/** Returns a booking's version for a hidden field. The server refuses a change of any other version. */
export function versionText({ booking_date, start_time, number_of_guests }: BookingVersion): string {
  return [booking_date, start_time ?? '', number_of_guests].join(' ')
}

/** Returns the change that a form requests. If no time is chosen and the day stays the same, the booking keeps its start. */
export function readChangeRequest(
  form: FormData,
  booking: Changeable,
  bounds: Pick<Experience, 'min_group_size' | 'max_group_size'>,
  today: Day,
): Result<ChangeRequest, BookingRefusal> {
  const answer = (name: string) => String(form.get(name) ?? '').trim()
  const seen = readVersion(form)
  const fields: BookingRefusal['fields'] = {}

  const date = answer('date')
  const chosen = answer('slot')
  const slot = parseSlotValue(chosen)
  const slot_date = slot && 'slot_date' in slot ? slot.slot_date : date || booking.booking_date
  if (date && !isDay(date)) fields.date = 'That isn’t a valid date.'
  else if (chosen && !slot) fields.slot = bookingSentences.slot_gone
  else if (date && date !== slot_date) fields.slot = `Please choose a time on ${formatDayShort(date, today)}.`
  else if (!slot && slot_date !== booking.booking_date)
    fields.slot = `Please choose a time on ${formatDayShort(slot_date, today)}.`

  const number_of_guests = readGuests(answer('guests'))
  const stays = number_of_guests === booking.number_of_guests
  if (number_of_guests === undefined || !(stays || takesParty(bounds, number_of_guests)))
    fields.guests = groupSentence(bounds)

  const [first] = Object.values(fields)
  if (first || number_of_guests === undefined) return refused({ message: first ?? '', fields })
  if (!seen) return refused({ message: changeSentences.failed, fields: {} })
  const keepsSlot = !slot || chosen === currentSlot(booking)
  if (keepsSlot && stays && versionText(seen) === versionText(booking))
    return refused({ message: changeSentences.unchanged, fields: {} })
  if (isOtherTotal(form, number_of_guests))
    return refused({ message: bookingSentences.other_total, fields: {} })
  return ok({ move: { ...(slot ? { slot } : {}), number_of_guests, seen }, slot_date, number_of_guests })
}

/** Returns the version in the form's field `seen`; undefined if it is missing or malformed. */
export function readVersion(form: FormData): BookingVersion | undefined {
  const [booking_date = '', start = '', party = ''] = String(form.get('seen') ?? '').split(' ')
  const start_time: Time | null = start === '' ? null : start
  const number_of_guests = readGuests(party)
  if (!isDay(booking_date) || number_of_guests === undefined) return undefined
  return start_time === null || isTime(start_time)
    ? { booking_date, start_time, number_of_guests }
    : undefined
}

/** How many times a guest may correct the email address of a booking. */
export const maxCorrections = 3

/** Why an email address was not corrected. */
export const correctionSentences: Record<
  Exclude<SqlEnums['correction_problem'], 'absent'> | 'unreadable',
  string
> = {
  unreadable: 'That does not look like an email address.',
  final: 'This booking is cancelled or completed, so nothing more is sent.',
  same: 'That is the address we have.',
  often: 'This address was changed too often. Please tell the vineyard.',
}

export function readCorrection(form: FormData): Result<string, 'unreadable'> {
  const email = readEmailAddress(form.get('guest_email'))
  return email.ok ? email : refused('unreadable')
}
