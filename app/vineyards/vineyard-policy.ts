import { policy } from '../accounts/policy.ts'

/** Who may do what with vineyards. Those that are visible are read by everybody, hidden ones by their own staff and admins. */
export const vineyardPolicy = {
  write: policy(
    ['winemaker', 'admin'],
    "A vineyard's own staff write its text, pictures, contact and links; admins do so for all.",
  ),
  run: policy(['admin'], 'Only an admin adds, shows, hides, verifies, features or deletes a vineyard.'),
}
