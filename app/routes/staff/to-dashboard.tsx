import { href, redirect } from 'react-router'

import { staffAreaOf } from '../../staff-client/staff-area.ts'

export function clientLoader({ request }: { request: Request }) {
  return redirect(
    staffAreaOf(request.url) === 'admin' ? href('/admin/dashboard') : href('/winemaker/dashboard'),
  )
}

export default function StaffIndex() {
  return null
}
