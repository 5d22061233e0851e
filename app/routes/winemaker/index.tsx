import { href, redirect } from 'react-router'

export function clientLoader() {
  return redirect(href('/winemaker/dashboard'))
}

export default function WinemakerIndex() {
  return null
}
