import type { WinemakerRole } from '../../staff-client/account-types.ts'
import { policy } from '../sign-in/policy.ts'

export const teamPolicy = {
  run: policy(['owner'], 'Only the owners of a vineyard see and change its team.'),
  run_winemakers: policy(['admin'], 'Admins invite and disable winemakers.'),
}

/** The name of each role, and a sentence that tells colleagues what the role may do. */
export const roleLabels: Record<WinemakerRole, { label: string; may: string }> = {
  owner: { label: 'Owner', may: 'Everything, including the team and connected calendars.' },
  manager: {
    label: 'Manager',
    may: 'Bookings, guests, experiences, the vineyard’s page and reports. Not the team, nor connected calendars.',
  },
  gate: {
    label: 'Gate',
    may: 'Today’s guests, with their names, party sizes and notes. No email addresses or phone numbers.',
  },
}

/**
 * Why an address cannot be invited. `here`: the address is on the team. `disabled`: an admin has disabled the account.
 * `elsewhere`: the address has an account at another vineyard, which the message does not reveal. `many`: too many
 * invitations are open.
 */
export const inviteProblems = {
  here: 'This address is on your team already.',
  disabled: 'An admin has switched this account off. Please contact us.',
  elsewhere: 'This address cannot be invited. Please use a different one.',
  many: '20 invitations are open already. Withdraw one, or wait until a colleague accepts.',
} as const

export const teamSentences = {
  absent: 'There is no such colleague.',
  last_owner: 'Every vineyard needs an owner. Make somebody else an owner first.',
  not_needed: 'This colleague has a password already, or an admin has switched the account off.',
} as const
