import { policy } from '../accounts/policy.ts'

/** Customer: a guest as one vineyard knows them, by email address in any case, with totals of their bookings. */
export type Customer = {
  /** A hash of vineyard and address, so that links do not contain addresses. */
  id: string
  vineyard_id: string
  email: string
  /** As last given. */
  name: string
  phone: string
  bookings: number
  /** In bookings that were neither cancelled nor no-shows. */
  guests: number
  /** For completed visits, in pounds. */
  spent: number
  /** For pending and confirmed visits, in pounds. */
  expected: number
  first_visit: string | null
  /** Before today. */
  last_visit: string | null
  /** From today on. */
  next_visit: string | null
}

/** Who may do what with customers. */
export const customerPolicy = {
  read: policy(['winemaker', 'admin'], "A vineyard's own staff read its customers; admins read all."),
  note: policy(
    ['winemaker', 'admin'],
    "A vineyard's own staff keep notes about its customers; admins see to those of all.",
  ),
  askErasure: policy(['winemaker'], "A vineyard's own staff ask that a customer be forgotten."),
  declineErasure: policy(['admin'], 'Only admins decide whether somebody is forgotten.'),
}

export const noSuchCustomer = 'Customer not found'

/** The most characters of a note, of an erasure request and of its answer. */
export const maxNoteLength = 4000
