import { policy } from '../../people/sign-in/policy.ts'

/** The roles that changes of vineyards need. Everybody may read visible vineyards; admins and own staff read hidden ones too. */
export const vineyardPolicy = {
  write: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers edit its text, pictures, contact and links; admins edit all.",
  ),
  run: policy(['admin'], 'Only an admin adds, shows, hides, verifies, features or deletes a vineyard.'),
}
