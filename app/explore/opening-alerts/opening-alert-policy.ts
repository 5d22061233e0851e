import { policy } from '../../people/sign-in/policy.ts'

/** Anybody can ask for an opening alert. Admins see how many addresses wait for each vineyard. */
export const openingAlertPolicy = {
  count: policy(['admin'], 'Only admins see how many visitors wait for a vineyard to open for booking.'),
}
