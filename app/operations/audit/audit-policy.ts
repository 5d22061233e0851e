import { policy } from '../../people/sign-in/policy.ts'

/** Who may read the audit log. */
export const auditPolicy = {
  read: policy(['admin'], 'Only admins may read the audit log.'),
}
