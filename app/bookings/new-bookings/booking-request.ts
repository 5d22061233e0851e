import { bookingSentences, priceSentence } from '../booking-sentences.ts'
import { parseSlotValue, type SlotName } from '../../availability/slot.ts'
import { type Experience, largestParty, takesParty } from '../../catalogue/experiences/experience.ts'
import { countOf } from '../../platform/text/counts.ts'
import { type Day, formatDayShort, isDay, isMonth, monthOf, type Time } from '../../platform/days.ts'
import { isId } from '../../platform/ids.ts'
import { ok, refused, type Result } from '../../platform/result.ts'
import { readEmailAddress, readLine, readPhoneNumber, readProse } from '../../platform/text/text.ts'

/** The person for whom a booking is made, and their special requests. */
export type Guest = { guest_name: string; guest_email: string; guest_phone: string; special_requests: string }
export type GuestField = keyof Guest

/** A guest's request to book a slot, after it was read from the form and checked. */
export type GuestBookingRequest = Guest & {
  /** `start_time` is the start that the visitor saw. The booking is refused if the slot no longer starts then. */
  slot: SlotName & { start_time?: Time }
  slot_date: Day
  number_of_guests: number
  /** The price per person that the visitor saw. The booking is refused if the price has changed. */
  price_per_person: number
  idempotency_key: string
}

export type BookingField = 'guests' | 'date' | 'slot' | GuestField

/** Why a form was refused: a sentence above the form, and a sentence beside each field with a problem. */
export type BookingRefusal = { message: string; fields: Partial<Record<BookingField, string>> }

/** Reads a submitted booking form. Missing fields are refused with the sentence of the specification. */
export function readBookingRequest(
  form: FormData,
  experience: Pick<Experience, 'min_group_size' | 'max_group_size' | 'price_per_person' | 'currency'>,
  today: Day,
): Result<GuestBookingRequest, BookingRefusal> {
  const missing: BookingRefusal['fields'] = {}
  const wrong: BookingRefusal['fields'] = {}

  const slot = parseSlotValue(answer(form, 'slot'))
  const date = answer(form, 'date')
  const slot_date = slot && 'slot_date' in slot ? slot.slot_date : date
  if (!date && !slot) missing.date = 'Please choose a day.'
  else if (!isDay(slot_date)) wrong.date = 'That isn’t a valid date.'
  else if (slot_date < today) wrong.date = 'That day has passed. Please choose another.'
  // Without JavaScript, the times on the page may still belong to the previously chosen day.
  const otherDay = date && isDay(date) && date !== slot_date
  if (!answer(form, 'slot')) missing.slot = 'Please choose a time.'
  else if (!slot) wrong.slot = bookingSentences.slot_gone
  else if (otherDay) wrong.slot = `Please choose a time on ${formatDayShort(date, today)}.`

  const number_of_guests = readGuests(answer(form, 'guests'))
  if (answer(form, 'guests') === '') missing.guests = 'Please enter the number of guests.'
  else if (number_of_guests === undefined || !takesParty(experience, number_of_guests))
    wrong.guests = groupSentence(experience)

  const person = readGuest(form)
  Object.assign(missing, person.missing)
  Object.assign(wrong, person.wrong)

  const idempotency_key = answer(form, 'idempotency_key')
  const fields = { ...wrong, ...missing }
  if (Object.keys(missing).length > 0) return refused({ message: bookingSentences.incomplete, fields })
  const [firstWrong] = Object.values(wrong)
  if (firstWrong) return refused({ message: firstWrong, fields })
  if (!isId(idempotency_key) || !slot || !person.guest || !number_of_guests)
    return refused({ message: bookingSentences.failed, fields })

  // Visitors pay the price and the total that they saw, so a form with others is refused.
  if (isOtherTotal(form, number_of_guests))
    return refused({ message: bookingSentences.other_total, fields: {} })
  const shown = Number(answer(form, 'price_per_person') || Number.NaN)
  if (shown !== experience.price_per_person)
    return refused({
      message: priceSentence(experience.price_per_person, experience.currency, number_of_guests),
      fields: {},
    })

  return ok({
    slot,
    slot_date,
    number_of_guests,
    price_per_person: shown,
    ...person.guest,
    idempotency_key,
  })
}

/** Returns whether the page showed the total for another party. Without JavaScript, typing a number changes no total. */
export function isOtherTotal(form: FormData, number_of_guests: number): boolean {
  return form.has('total_for') && readGuests(answer(form, 'total_for')) !== number_of_guests
}

/** Returns the allowed party sizes, as in 'This experience takes parties of 1–10.' */
export function limitSentence(experience: Pick<Experience, 'min_group_size' | 'max_group_size'>): string {
  const [least, most] = [experience.min_group_size, largestParty(experience)]
  return `This experience takes parties of ${least === most ? most : `${least}–${most}`}.`
}

/** Reads a whole number of guests; undefined for anything else. */
export function readGuests(text: string): number | undefined {
  return /^\d{1,4}$/.test(text) ? Number(text) : undefined
}

/** Returns the allowed party sizes as text, such as '2 to 8 guests in one booking'. */
export function groupSentence(experience: Pick<Experience, 'min_group_size' | 'max_group_size'>): string {
  const [least, most] = [experience.min_group_size, largestParty(experience)]
  return least === most
    ? `Exactly ${countOf(most, 'guest')} in one booking`
    : `${least} to ${most} guests in one booking`
}

function answer(form: FormData, name: string): string {
  const value = form.get(name)
  return typeof value === 'string' ? value.trim() : ''
}

const maxName = 120
/** The largest number of characters of a guest's special requests. */
export const maxRequests = 1000

/** Reads the guest's fields. `guest` is null if any field is missing or invalid. */
export function readGuest(form: FormData) {
  const missing: Partial<Record<GuestField, string>> = {}
  const wrong: Partial<Record<GuestField, string>> = {}

  const name = readLine(form.get('guest_name'), maxName)
  if (!name.ok) {
    if (name.problem === 'missing') missing.guest_name = 'Please tell us your name.'
    else if (name.problem === 'long') wrong.guest_name = `Please keep the name to ${maxName} characters.`
    else wrong.guest_name = 'The name contains characters that cannot be printed.'
  }
  const email = readEmailAddress(form.get('guest_email'))
  if (!email.ok && email.problem === 'missing') missing.guest_email = 'Please tell us your email.'
  else if (!email.ok) wrong.guest_email = emailSentence(form.get('guest_email'))
  const phone = readPhoneNumber(form.get('guest_phone'))
  if (!phone.ok && phone.problem === 'missing') missing.guest_phone = 'Please tell us your phone number.'
  else if (!phone.ok)
    wrong.guest_phone = 'That does not look like a phone number. Digits and spaces are fine.'
  const requests = readProse(form.get('special_requests'), maxRequests)
  if (!requests.ok)
    wrong.special_requests =
      requests.problem === 'long'
        ? `Please keep your request to ${maxRequests} characters.`
        : 'This contains characters that cannot be printed.'

  const guest: Guest | null =
    name.ok && email.ok && phone.ok && requests.ok
      ? {
          guest_name: name.value,
          guest_email: email.value,
          guest_phone: phone.value,
          special_requests: requests.value,
        }
      : null
  return { guest, missing, wrong }
}

function emailSentence(typed: FormDataEntryValue | null): string {
  return typeof typed === 'string' && typed.trim().endsWith('@')
    ? 'That email stops at the @. What comes after it?'
    : 'That does not look like an email address.'
}

const answerNames = [
  'guests',
  'date',
  'go_to',
  'slot',
  'guest_name',
  'guest_email',
  'guest_phone',
  'special_requests',
  'idempotency_key',
] as const

/** The visitor's answers as typed, which the form shows again after a refusal. */
export type BookingAnswers = Partial<Record<(typeof answerNames)[number], string>>

/** The button that was pressed in a booking form: Book, or a button that shows another day, month or start. */
export type BookingIntent = { kind: 'book' } | { kind: 'show'; date?: string; month?: string; slot?: string }

export function readAnswers(form: FormData): BookingAnswers {
  return Object.fromEntries(
    answerNames.flatMap((name) => {
      const value = form.get(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}

/** Returns which button was pressed: Book or, without JavaScript, a button that shows another day, month or start. */
export function readIntent(form: FormData): BookingIntent {
  const intent = String(form.get('intent') ?? 'book')
  const { date, go_to } = readAnswers(form)
  const [verb, value] = [intent.split(':')[0], intent.slice(intent.indexOf(':') + 1)]
  if (verb === 'month' && isMonth(value))
    return { kind: 'show', month: value, ...(date && isDay(date) && monthOf(date) === value ? { date } : {}) }
  if (verb === 'slot') {
    const slot = parseSlotValue(value)
    return { kind: 'show', slot: value, date: slot && 'slot_date' in slot ? slot.slot_date : (date ?? '') }
  }
  if (verb === 'day' && value && isDay(value)) return { kind: 'show', date: value }
  if (verb === 'times') return { kind: 'show', date: go_to?.trim() || date || '' }
  return { kind: 'book' }
}
