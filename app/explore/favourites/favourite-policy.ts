import { policy } from '../../people/sign-in/policy.ts'

/** The right to favourites that are stored with an account. */
export const favouritePolicy = {
  own: policy(
    ['visitor'],
    'Visitors who have verified their email address save and read their own favourites.',
  ),
}
