import { policy } from '../accounts/policy.ts'

/** Customer: a mail address, whatever its capitals, within one vineyard, with what was booked there under it. */
export type Customer = {
  /** Made from the vineyard and the address, so that no address stands in a link. */
  id: string
  vineyard_id: string
  email: string
  /** As it was given last. */
  name: string
  phone: string
  bookings: number
  /** In bookings that were neither cancelled nor missed. */
  guests: number
  /** On completed visits, in pounds. */
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
