import { policy } from '../people/sign-in/policy.ts'

/** The roles that may change patterns, and read and change exceptions. Everybody may read slots. */
export const availabilityPolicy = {
  write: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers plan its starts and close its days; admins do so for all.",
  ),
  readExceptions: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers read its closures; admins do so for all.",
  ),
}
