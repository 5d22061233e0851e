import { policy } from '../../people/sign-in/policy.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { customerShape } from './customer.shapes.ts'

/** Customer: a guest as one vineyard knows them, by email address in any case, with totals of their bookings. */
export type Customer = RowOf<typeof customerShape>

/** Who may do what with customers. */
export const customerPolicy = {
  read: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers read its customers; admins read all.",
  ),
  note: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers keep notes about its customers; admins see to those of all.",
  ),
  askErasure: policy(
    ['owner', 'manager'],
    "A vineyard's owners and managers ask that a customer be forgotten.",
  ),
  declineErasure: policy(['admin'], 'Only admins decide whether somebody is forgotten.'),
}

export const noSuchCustomer = 'Customer not found'

/** The most bookings of a customer that one call cancels. */
export const mostCancelled = 100

/** The most characters of a note, of an erasure request and of its answer. */
export const maxNoteLength = 4000
