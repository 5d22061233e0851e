import { policy } from '../../people/sign-in/policy.ts'

/** The roles that actions on experiences and hosts need. Everybody may read active experiences of visible vineyards. */
export const experiencePolicy = {
  write: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers edit its experiences and hosts; admins edit all.",
  ),
  readKinds: policy(
    ['admin'],
    'Only admins list the kinds of all experiences, including those off sale or hidden.',
  ),
  readHosts: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers read its hosts; admins read all.",
  ),
}
