import { policy } from '../../people/sign-in/policy.ts'

/** The rights that concern the whole site. */
export const marketplacePolicy = {
  run: policy(['admin'], 'Only admins see the whole marketplace.'),
}
