import { policy } from '../../people/sign-in/policy.ts'

/** The rights to manage resellers and to let them sell a vineyard's experiences. */
export const resellerPolicy = {
  run: policy(['admin'], 'Only admins manage resellers and their keys.'),
  opt_in: policy(
    ['owner', 'admin'],
    'Only the owners of a vineyard choose the resellers that sell its experiences; admins do so for all.',
  ),
}
