import { policy } from '../accounts/policy.ts'

/** Who may do what with posts. Those whose hour has come are read by everybody, drafts and later ones by admins. */
export const blogPolicy = {
  write: policy(['admin'], 'Only an admin writes, schedules or deletes posts.'),
}
