import { policy } from '../accounts/policy.ts'

/** Who may change patterns and exceptions. Everybody may read what can be booked. */
export const availabilityPolicy = {
  write: policy(
    ['winemaker', 'admin'],
    "A vineyard's own staff plan its starts and close its days; admins do so for all.",
  ),
  readExceptions: policy(
    ['winemaker', 'admin'],
    "Closures are read by their vineyard's own staff and by admins.",
  ),
}
