import { addPounds } from '../../platform/money.ts'
import { formatCount } from '../../platform/text/counts.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import type { Erased, StoredPerson } from './person.shapes.ts'

/*
 * A person is the owner of an email address: a guest, a sender of a message, a visitor with an account, or staff.
 * Erasing a person changes no counters and no amounts of money.
 */

/** A booking that must be cancelled before its guest can be erased. */
export type UpcomingBooking = {
  id: string
  reference: string
  booking_date: string
  start_time: string | null
  vineyard_name: string
  /** The pounds that the guest has paid, less refunds. */
  paid: number
}

/** Why a person cannot be erased: upcoming bookings, or a staff account. */
export type ErasureProblem =
  | { kind: 'to_come'; bookings: UpcomingBooking[] }
  | { kind: Exclude<SqlEnums['erasure_problem'], 'to_come'> }

/** Why the guest of one booking cannot be erased. */
export const bookingErasureSentences: Record<SqlEnums['booking_erasure_problem'], string> = {
  absent: 'No booking has this reference, or its guest is erased already.',
  address: 'This guest gave an email address. Erase them by that address, with all their bookings.',
  to_come: 'This visit is still to come. Cancel the booking first.',
}

export const erasureSentences: Record<ErasureProblem['kind'], string> = {
  to_come: 'This person has upcoming bookings. Cancel them first, or choose to cancel them here.',
  staff: 'This address belongs to a staff account. Disable the account first.',
}

/** Returns whether both addresses are the same, apart from case and surrounding spaces. */
export function isSameAddress(typed: string, email: string): boolean {
  return typed.trim().toLowerCase() === email.trim().toLowerCase()
}

export const differentAddress = 'That is a different address.'
export const differentReference = 'That is a different reference.'

/** Returns how many rows of each kind are stored about a person. */
export function countStoredData({
  account,
  staff,
  ...lists
}: StoredPerson): { term: string; count: number }[] {
  return [
    { term: 'Bookings', count: lists.bookings.length },
    { term: 'Reviews they wrote', count: lists.reviews.length },
    { term: 'Places held for groups', count: lists.group_holds.length },
    { term: 'Bookings to confirm by link', count: lists.held_bookings.length },
    { term: 'Booking details from resellers', count: lists.octo_bookings.length },
    { term: 'Emails to or about them', count: lists.mails.length },
    { term: 'Messages they wrote', count: lists.messages.length },
    { term: 'Vineyard claims', count: lists.claims.length },
    { term: 'Vineyards they wait for', count: lists.opening_alerts.length },
    { term: 'Resellers with them as contact', count: lists.resellers.length },
    { term: 'Notes by vineyards', count: lists.customer_notes.length },
    { term: 'Tags by vineyards', count: lists.customer_tags.length },
    { term: 'Contacts merged by vineyards', count: lists.customer_merges.length },
    { term: 'Erasure requests', count: lists.erasure_requests.length },
    { term: 'Itineraries', count: lists.itineraries.length },
    { term: 'Visitor account', count: account ? 1 : 0 },
    { term: 'Favourites', count: account?.favourites.length ?? 0 },
    { term: 'Sign-ins as a visitor', count: account?.sessions.length ?? 0 },
    { term: 'Staff accounts', count: staff.length },
    { term: 'Sign-ins as staff', count: staff.reduce((sum, { browsers }) => sum + browsers.length, 0) },
    { term: 'Browsers and IP addresses of staff', count: lists.known_callers.length },
    { term: 'One-time links', count: lists.links.length },
    { term: 'Values in the audit log', count: lists.audit.length },
  ]
}

const erasedNames: [kind: keyof Erased, one: string, many?: string][] = [
  ['bookings', 'booking'],
  ['mails', 'email'],
  ['messages', 'message'],
  ['alerts', 'opening alert'],
  ['accounts', 'account'],
  ['notes', 'value in the audit log', 'values in the audit log'],
]

/** Returns the pounds that are still to be refunded for the person's bookings. */
export function leftToRefund({ bookings }: Pick<StoredPerson, 'bookings'>): number {
  return addPounds(bookings.map(({ due }) => Math.max(0, -due)))
}

/**
 * Returns the other email addresses and phone numbers in the person's bookings. Vineyards have merged these contacts with the
 * person's address.
 */
export function otherContacts({ email, bookings }: Pick<StoredPerson, 'email' | 'bookings'>): string[] {
  const contacts = bookings.flatMap(({ guest_email, guest_phone }) => guest_email ?? guest_phone ?? [])
  return [...new Set(contacts)].filter((contact) => !isSameAddress(contact, email))
}

/** Returns a sentence such as 'Erased: 2 bookings, 1 email.' Kinds of which nothing was erased are left out. */
export function formatErased(erased: Erased): string {
  const parts = erasedNames
    .filter(([kind]) => erased[kind] > 0)
    .map(([kind, one, many = `${one}s`]) => `${formatCount(erased[kind])} ${erased[kind] === 1 ? one : many}`)
  return parts.length === 0 ? 'There was nothing left to erase.' : `Erased: ${parts.join(', ')}.`
}
