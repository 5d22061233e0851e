import { policy } from '../../people/sign-in/policy.ts'

/** Visible vineyards are read by everybody, hidden ones by their own staff and admins. */
export const vineyardPolicy = {
  write: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers edit its text, pictures, contact and links; admins edit all.",
  ),
  run: policy(['admin'], 'Only an admin adds, shows, hides, verifies, features or deletes a vineyard.'),
}
