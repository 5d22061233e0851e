import { href, redirect } from 'react-router'

/** Where password managers send somebody who wants another password (W3C: a well-known URL for changing passwords). */
export function loader() {
  return redirect(href('/account'))
}
