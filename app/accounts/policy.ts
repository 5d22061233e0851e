/** A visitor signed in by email, the staff of one vineyard, or an admin. */
export type Who = 'visitor' | 'winemaker' | 'admin'

/** The roles that have a right, and the rule as a sentence for the API reference and refusals. Queries limit its scope. */
export type Policy<Allowed extends Who = Who> = { who: readonly Allowed[]; rule: string }

/** Keeps the roles in the type, so that an endpoint knows which callers it can have. */
export function policy<const Allowed extends Who>(who: readonly Allowed[], rule: string): Policy<Allowed> {
  return { who, rule }
}

export const peoplePolicy = {
  run_winemakers: policy(['admin'], 'Admins invite and disable winemakers.'),
  see_admins: policy(['admin'], 'Admins see the list of admins.'),
  own_account: policy(['visitor', 'winemaker', 'admin'], 'Signed-in users see and end their own sessions.'),
  own_password: policy(['winemaker', 'admin'], 'Winemakers and admins change their own password.'),
  own_mails: policy(['winemaker', 'admin'], 'Winemakers and admins choose which emails they get.'),
  two_step: policy(['admin'], 'Admins turn two-step sign-in on and off for their own account.'),
} as const

/** Rights over the whole site. */
export const staffPolicy = {
  run: policy(['admin'], 'Only admins see the whole marketplace.'),
}
