import { policy } from '../../people/sign-in/policy.ts'

/** Who may see and run the whole marketplace. */
export const marketplacePolicy = {
  run: policy(['admin'], 'Only admins see the whole marketplace.'),
}
