import { policy } from '../../people/sign-in/policy.ts'

/**
 * The roles that changes of vineyards need. Everybody may read a visible vineyard; only admins and its own staff a hidden one.
 */
export const vineyardPolicy = {
  write: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers edit its text, pictures, contact and links; admins edit all.",
  ),
  run: policy(['admin'], 'Only an admin adds, shows, hides, verifies, features or deletes a vineyard.'),
}
