import { policy } from '../people/sign-in/policy.ts'

/** The roles that each action on bookings needs. Guests read, move and cancel a booking by its link without signing in. */
export const bookingPolicy = {
  run: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers read its bookings, set their status and move them; admins do so for all vineyards.",
  ),
  today: policy(
    ['owner', 'manager', 'gate', 'admin'],
    "A vineyard's staff see today's parties and look after them; admins do so for all vineyards.",
  ),
  own: policy(['visitor'], 'Visitors who verified an email address read the bookings made with it.'),
}
