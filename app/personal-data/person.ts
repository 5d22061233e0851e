/**
 * Person: the owner of an email address, as guest, sender, visitor with an account or member of staff. Erasing one changes
 * neither counters nor money.
 */

/** A booking that has to be cancelled before its guest can be erased. */
export type BookingToCome = {
  id: string
  reference: string
  booking_date: string
  start_time: string | null
  vineyard_name: string
}

/** How many rows of each kind were erased. `notes` are values in the audit log. */
export type Erased = { bookings: number; mails: number; messages: number; accounts: number; notes: number }

/** Why a person cannot be erased: they have bookings to come, or the address signs in as staff. */
export type ErasureProblem = { kind: 'to_come'; bookings: BookingToCome[] } | { kind: 'staff' }

export const erasureSentences: Record<ErasureProblem['kind'], string> = {
  to_come: 'Bookings of this person are still to come. Cancel them first, or ask for that as well.',
  staff: 'Somebody signs in with this address as staff. Disable the account first.',
}

/** Whether the same address was typed again, ignoring case and surrounding space. */
export function isTypedAgain(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() === email.trim().toLowerCase()
}

export const notTypedAgain = 'That is another address.'
