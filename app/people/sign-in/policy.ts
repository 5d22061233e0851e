import type { WinemakerRole } from '../../staff-client/account-types.ts'

/** The permissions that an API key can have. */
export const keyPermissions = ['availability:read', 'bookings:read', 'bookings:write', 'webhooks'] as const
export type KeyPermission = (typeof keyPermissions)[number]

/** A signed-in visitor, a vineyard's staff by role, or an admin. */
export type Who = 'visitor' | WinemakerRole | 'admin'

/**
 * The callers that have a right, and the rule as a sentence for the API reference and for refusals. Only policies say
 * what a role may do; endpoints, pages and menu entries ask them. Queries limit the right to the caller's scope.
 */
export type Policy<Allowed extends Who = Who> = { who: readonly Allowed[]; rule: string }

/** Returns a policy. Its type lists the admitted callers, so that an endpoint knows whom to expect. */
/* @__NO_SIDE_EFFECTS__ */
export function policy<const Allowed extends Who>(who: readonly Allowed[], rule: string): Policy<Allowed> {
  return { who, rule }
}

export function admits({ who }: Policy, caller: Who): boolean {
  return who.includes(caller)
}

/** Returns the sentence for callers who have none of the roles with this right. */
export function roleRefusal({ who }: Policy): string {
  if (who.includes('manager'))
    return who.includes('gate')
      ? 'This is for the staff of a vineyard. Please sign in with your account there.'
      : 'Only owners and managers can do this. Please ask an owner or manager of your vineyard.'
  if (who.includes('owner')) return 'Only owners can do this. Please ask an owner of your vineyard.'
  return who.includes('visitor')
    ? 'This is for visitors. Please sign in with an account of your own.'
    : 'Only the admins of this site can do this.'
}

export const peoplePolicy = {
  see_admins: policy(['admin'], 'Admins see the list of admins.'),
  end_sessions: policy(['admin'], 'Admins sign other people out.'),
  own_account: policy(
    ['visitor', 'owner', 'manager', 'gate', 'admin'],
    'Signed-in users see and end their own sign-ins.',
  ),
  passkeys: policy(
    ['visitor'],
    'Visitors who verified an email address add, see and remove their own passkeys.',
  ),
  own_password: policy(
    ['owner', 'manager', 'gate', 'admin'],
    'Winemakers and admins change their own password.',
  ),
  own_mails: policy(
    ['owner', 'manager', 'admin'],
    'Owners, managers and admins choose which emails they get; colleagues at the gate get none.',
  ),
  test_data: policy(['admin'], 'Only admins may see this.'),
  two_step: policy(['admin'], 'Admins turn two-step sign-in on and off for their own account.'),
} as const

/** Who may connect a vineyard to other systems. */
export const integrationPolicy = {
  run: policy(
    ['owner', 'admin'],
    'Only the owners of a vineyard connect it to other systems; admins do so for all vineyards.',
  ),
}
