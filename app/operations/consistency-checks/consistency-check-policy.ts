import { policy } from '../../people/sign-in/policy.ts'

/** The right to the consistency check. */
export const consistencyCheckPolicy = {
  run: policy(['admin'], 'Only admins may run the consistency check.'),
}
