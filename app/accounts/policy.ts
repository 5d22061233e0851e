/** A visitor who proved a mail address, the staff of one vineyard, or an admin. */
export type Who = 'visitor' | 'winemaker' | 'admin'

/**
 * A right: who has it, and the rule as a sentence, which the documentation gives and a refusal repeats. How far a right
 * reaches stands in the query: what lies outside of it is absent.
 */
export type Policy<Allowed extends Who = Who> = { who: readonly Allowed[]; rule: string }

/** Keeps the names of who is allowed, so that an endpoint knows by whom it is called. */
export function policy<const Allowed extends Who>(who: readonly Allowed[], rule: string): Policy<Allowed> {
  return { who, rule }
}

export const peoplePolicy = {
  run_winemakers: policy(['admin'], 'Admins invite and disable winemakers.'),
  see_admins: policy(['admin'], 'Admins see who else is one.'),
  own_account: policy(
    ['visitor', 'winemaker', 'admin'],
    'Whoever is signed in sees and ends their own sessions.',
  ),
  own_password: policy(['winemaker', 'admin'], 'Winemakers and admins change their own password.'),
  own_mails: policy(['winemaker', 'admin'], 'Winemakers and admins choose which mails they get.'),
  two_step: policy(['admin'], 'Admins turn the second step of their own sign-in on and off.'),
} as const

/** Who runs the marketplace as a whole. */
export const staffPolicy = {
  run: policy(['admin'], 'Only admins see the marketplace as a whole.'),
}
