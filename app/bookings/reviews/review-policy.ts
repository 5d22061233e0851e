import { policy } from '../../people/sign-in/policy.ts'

/** The rights over guests' reviews. Guests write a review by the link of their booking, without signing in. */
export const reviewPolicy = {
  answer: policy(
    ['owner', 'manager', 'admin'],
    "A vineyard's owners and managers read and answer its reviews; admins do so for all vineyards.",
  ),
  moderate: policy(
    ['admin'],
    'Only admins hide reviews, by the written rules, and check pictures before visitors see them.',
  ),
}
