import { policy } from '../../people/sign-in/policy.ts'

/** Who may run the consistency check. */
export const consistencyCheckPolicy = {
  run: policy(['admin'], 'Only admins may run the consistency check.'),
}
