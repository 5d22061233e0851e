/**
 * Person: whoever a mail address belongs to, as guest, sender, visitor with an account or member of staff. Forgetting one
 * leaves counters and money as they are.
 */

/** A booking that has to be cancelled before its guest can be forgotten. */
export type BookingToCome = {
  id: string
  reference: string
  booking_date: string
  start_time: string | null
  vineyard_name: string
}

/** How much of each was forgotten. `notes` are values in the audit. */
export type Erased = { bookings: number; mails: number; messages: number; accounts: number; notes: number }

/** Why a person is not forgotten: guests are expected, or the address signs in as staff. */
export type ErasureProblem = { kind: 'to_come'; bookings: BookingToCome[] } | { kind: 'staff' }

export const erasureSentences: Record<ErasureProblem['kind'], string> = {
  to_come: 'Bookings of this person are still to come. Cancel them first, or ask for that as well.',
  staff: 'Somebody signs in with this address as staff. Disable the account first.',
}

/** Whether an address was typed again: capitals and the space around it do not matter. */
export function isTypedAgain(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() === email.trim().toLowerCase()
}

export const notTypedAgain = 'That is another address.'
