import { policy } from '../../people/sign-in/policy.ts'

/**
 * The roles that may change vineyards. Everybody may read visible vineyards. A hidden vineyard may be read only by its own staff
 * and API keys, and by admins.
 */
export const vineyardPolicy = {
  write: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers edit its text, pictures, contact and links; admins edit all.",
  ),
  run: policy(['admin'], 'Only an admin adds, shows, hides, verifies, features or deletes a vineyard.'),
}
