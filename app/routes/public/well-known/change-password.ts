import { href, redirect } from 'react-router'

/** Redirects password managers to the page that changes a password (W3C, A Well-Known URL for Changing Passwords). */
export function loader() {
  return redirect(href('/account'))
}
