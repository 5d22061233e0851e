import { policy } from '../../people/sign-in/policy.ts'

/** Anybody may claim an unverified vineyard. An admin decides on the claim. */
export const claimPolicy = {
  decide: policy(['admin'], 'Only admins read claims and decide on them.'),
}
