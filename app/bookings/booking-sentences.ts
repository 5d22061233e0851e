import { countPlacesLeft } from '../availability/slot.ts'
import { formatMoney, timesGuests } from '../platform/money.ts'

/** Messages to visitors, mostly quoted from specification §5 and §8. Messages about party sizes are in `booking-request.ts`. */
export const bookingSentences = {
  incomplete: 'Please fill out all fields and select a time slot.',
  slot_gone: 'Selected time slot is no longer available.',
  other_total: 'The total has changed. Please check it and try again.',
  failed: 'Failed to create booking. Please try again.',
  load_failed: 'Failed to load booking information.',
  vineyard_missing: 'Vineyard ID is missing.',
  experience_missing: 'Experience ID is missing.',
  times_failed: 'Times could not be loaded',
  not_found: 'Booking not found or you do not have access to view this booking.',
} as const

/** Returns the sentence that refuses a booking at a former price. */
export function priceSentence(price: number, currency: string, guests: number): string {
  const [each, total] = [formatMoney(price, currency), formatMoney(timesGuests(price, guests), currency)]
  return `The price is now ${each} a person, so the total is ${total}. Please check and book again.`
}

/** Returns the sentence that refuses a party in a slot, with the places left if there are any. */
export function slotSentence(remaining: number, guests: number): string {
  return remaining > 0 && remaining < guests
    ? `${bookingSentences.slot_gone} ${countPlacesLeft(remaining)}.`
    : bookingSentences.slot_gone
}
