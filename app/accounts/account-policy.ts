import { policy } from './policy.ts'

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
