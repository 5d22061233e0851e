import { href, redirect } from 'react-router'

export function clientLoader() {
  return redirect(href('/admin/dashboard'))
}

export default function AdminIndex() {
  return null
}
