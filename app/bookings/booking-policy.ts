import { policy } from '../accounts/policy.ts'

/** Who may do what with bookings. Reading, moving and cancelling one by its link needs no session. */
export const bookingPolicy = {
  run: policy(
    ['winemaker', 'admin'],
    "A vineyard's staff read its bookings, set their status and move them; admins do so for all vineyards.",
  ),
  overbook: policy(['winemaker', 'admin'], 'Only staff overbook, in a second step that says so.'),
}
