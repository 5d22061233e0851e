import { policy } from '../../people/sign-in/policy.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { customerShape } from './customer.shapes.ts'

/** A guest as one vineyard knows them, with totals of all bookings. Staff may have merged several contacts of one person. */
export type Customer = RowOf<typeof customerShape>

/** The roles that each action on customers needs. */
export const customerPolicy = {
  read: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers read its customers; admins read all.",
  ),
  note: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers keep notes about its customers; admins do so for all vineyards.",
  ),
  merge: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers merge and separate its customers; admins do so for all vineyards.",
  ),
  askErasure: policy(
    ['owner', 'manager'],
    "A vineyard's owners and managers request that a customer be erased.",
  ),
  declineErasure: policy(['admin'], 'Only admins decide whether somebody is erased.'),
}

export const noSuchCustomer = 'Customer not found'

/** The largest number of bookings of a customer that one API call cancels. */
export const mostCancelled = 100

/** The largest number of characters in a note, in an erasure request and in its answer. */
export const maxNoteLength = 4000

/** Why customers were not merged, or a merge was not undone. */
export const mergeMessages = {
  absent: noSuchCustomer,
  same: 'These are one customer already.',
  changed: 'These customers were merged or separated in the meantime. Please look again.',
  late: 'It is too late to undo the merge. Use Separate instead.',
}
