import { policy } from '../../people/sign-in/policy.ts'

/** The right to the audit log. */
export const auditPolicy = {
  read: policy(['admin'], 'Only admins may read the audit log.'),
}
