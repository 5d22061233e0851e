import { policy } from '../accounts/policy.ts'

/** Who may do what with bookings. Whoever holds a booking's link reads, moves and cancels it: that needs no session. */
export const bookingPolicy = {
  run: policy(
    ['winemaker', 'admin'],
    "A vineyard's own staff read its bookings, set their status and move them; admins do so for all.",
  ),
  overbook: policy(['winemaker', 'admin'], 'Only staff overbook, in a second step that says so.'),
}
