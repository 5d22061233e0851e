import { policy } from '../accounts/policy.ts'

/** Who may do what with patterns and exceptions. What can be booked, everybody may read. */
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
