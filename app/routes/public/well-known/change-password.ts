import { href, redirect } from 'react-router'

/** The page that password managers open to change a password (W3C, A Well-Known URL for Changing Passwords). */
export function loader() {
  return redirect(href('/account'))
}
