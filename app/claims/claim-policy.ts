import { policy } from '../accounts/policy.ts'

/** Who may do what with claims. Anybody may say that an unverified vineyard is theirs; a person decides. */
export const claimPolicy = {
  decide: policy(['admin'], 'Only admins read claims and decide on them.'),
}
