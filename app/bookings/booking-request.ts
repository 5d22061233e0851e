import { countPlacesLeft, readSlotShown, type SlotName } from '../availability/slot.ts'
import { type Experience, largestParty } from '../experiences/experience.ts'
import { type Day, formatDayShort, isDay, type Time } from '../platform/days.ts'
import { isId } from '../platform/ids.ts'
import { formatMoney, timesGuests } from '../platform/money.ts'
import { ok, type Result } from '../platform/result.ts'
import { type Guest, type GuestField, readGuest } from './guest.ts'

/** A party's wish for one slot, as it is worth trying. Nothing past its reader meets raw input. */
export type GuestBookingRequest = Guest & {
  /** The start comes along where the visitor was shown one: it must still be that. */
  slot: SlotName & { start_time?: Time }
  slot_date: Day
  number_of_guests: number
  /** The price per person the visitor was shown: another one is refused. */
  price_per_person: number
  idempotency_key: string
}

export type BookingField = 'guests' | 'date' | 'slot' | GuestField

/** Why a form was not taken: a sentence above it, and one beside each field that is meant. */
export type BookingRefusal = { message: string; fields: Partial<Record<BookingField, string>> }

/** The sentences of the specification and ours, each once. */
export const bookingSentences = {
  incomplete: 'Please fill out all fields and select a time slot.',
  slot_gone: 'Selected time slot is no longer available.',
  failed: 'Failed to create booking. Please try again.',
  queue_full: 'Very many people are booking right now. Nothing was booked. Please try again in a moment.',
  load_failed: 'Failed to load booking information.',
  vineyard_missing: 'Vineyard ID is missing.',
  experience_missing: 'Experience ID is missing.',
  times_failed: 'Times could not be loaded',
  not_found: 'Booking not found or you do not have access to view this booking.',
  cancel_failed: 'Failed to cancel booking. Please try again or contact support.',
} as const

/**
 * Turns a submitted form into a request worth trying. Missing things are told together with the specification's
 * sentence; a single thing that is wrong is told in its own.
 */
export function readBookingRequest(
  form: FormData,
  experience: Pick<Experience, 'min_group_size' | 'max_group_size' | 'price_per_person' | 'currency'>,
  today: Day,
): Result<GuestBookingRequest, BookingRefusal> {
  const missing: BookingRefusal['fields'] = {}
  const wrong: BookingRefusal['fields'] = {}

  const slot = readSlotShown(answer(form, 'slot'))
  const date = answer(form, 'date')
  const slot_date = slot && 'slot_date' in slot ? slot.slot_date : date
  if (!date && !slot) missing.date = 'Please choose a day.'
  else if (!isDay(slot_date)) wrong.date = 'That is not a day in the calendar.'
  else if (slot_date < today) wrong.date = 'That day has passed. Please choose another.'
  // Without a script the times on the page may still be those of the day chosen before.
  const otherDay = date && isDay(date) && date !== slot_date
  if (!answer(form, 'slot')) missing.slot = 'Please choose a time.'
  else if (!slot) wrong.slot = bookingSentences.slot_gone
  else if (otherDay) wrong.slot = `Please choose a time on ${formatDayShort(date, today)}.`

  const number_of_guests = readGuests(answer(form, 'guests'))
  if (answer(form, 'guests') === '') missing.guests = 'Please say how many of you are coming.'
  else if (number_of_guests === undefined || !fitsGroup(experience, number_of_guests))
    wrong.guests = groupSentence(experience)

  const who = readGuest(form)
  Object.assign(missing, who.missing)
  Object.assign(wrong, who.wrong)

  const idempotency_key = answer(form, 'idempotency_key')
  const fields = { ...wrong, ...missing }
  if (Object.keys(missing).length > 0)
    return { ok: false, problem: { message: bookingSentences.incomplete, fields } }
  const [firstWrong] = Object.values(wrong)
  if (firstWrong) return { ok: false, problem: { message: firstWrong, fields } }
  if (!isId(idempotency_key) || !slot || !who.guest || !number_of_guests)
    return { ok: false, problem: { message: bookingSentences.failed, fields } }

  // What was shown is what is paid: whoever sends another price or total is told ours.
  const shown = Number(answer(form, 'price_per_person') || Number.NaN)
  const total = form.has('total_price')
    ? Number(answer(form, 'total_price'))
    : timesGuests(shown, number_of_guests)
  if (shown !== experience.price_per_person || total !== timesGuests(shown, number_of_guests))
    return {
      ok: false,
      problem: priceRefusal(experience.price_per_person, experience.currency, number_of_guests),
    }

  return ok({
    slot,
    slot_date,
    number_of_guests,
    price_per_person: shown,
    ...who.guest,
    idempotency_key,
  })
}

/** The parties that an experience takes, as a sentence: 'This experience takes parties of 1–10.' */
export function limitSentence(experience: Pick<Experience, 'min_group_size' | 'max_group_size'>): string {
  const [least, most] = [experience.min_group_size, largestParty(experience)]
  return `This experience takes parties of ${least === most ? most : `${least}–${most}`}.`
}

/** A whole number of people, written in digits; anything else is none. */
export function readGuests(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined
}

export function fitsGroup(
  experience: Pick<Experience, 'min_group_size' | 'max_group_size'>,
  guests: number,
): boolean {
  return guests >= experience.min_group_size && guests <= largestParty(experience)
}

export function groupSentence(experience: Pick<Experience, 'min_group_size' | 'max_group_size'>): string {
  const [least, most] = [experience.min_group_size, largestParty(experience)]
  return least === most
    ? `Exactly ${most} guests in one booking`
    : `${least} to ${most} guests in one booking`
}

export function priceRefusal(price: number, currency: string, guests: number): BookingRefusal {
  const [each, total] = [formatMoney(price, currency), formatMoney(timesGuests(price, guests), currency)]
  return {
    message: `The price is now ${each} a person, so the total is ${total}. Please check and book again.`,
    fields: {},
  }
}

export function slotRefusal(remaining: number, guests: number): BookingRefusal {
  const message =
    remaining > 0 && remaining < guests
      ? `${bookingSentences.slot_gone} ${countPlacesLeft(remaining)}.`
      : bookingSentences.slot_gone
  return { message, fields: { slot: message } }
}

function answer(
  form: FormData,
  name: BookingField | 'idempotency_key' | 'price_per_person' | 'total_price',
): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}
