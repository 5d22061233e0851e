import { policy } from '../people/sign-in/policy.ts'

/** Who may do what with bookings. Reading, moving and cancelling one by its link needs no session. */
export const bookingPolicy = {
  run: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers read its bookings, set their status and move them; admins do so for all vineyards.",
  ),
  today: policy(
    ['owner', 'manager', 'gate', 'admin'],
    "A vineyard's staff see today's parties and look after them; admins do so for all vineyards.",
  ),
}
