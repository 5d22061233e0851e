import { href } from 'react-router'

import { returnPath } from '../../staff-client/guard.tsx'
import type { StaffArea } from '../../staff-client/staff-area.ts'

const pagesOf = {
  winemaker: { home: href('/winemaker/dashboard'), pages: '/winemaker/' },
  admin: { home: href('/admin/dashboard'), pages: '/admin/' },
} as const

/** Returns the page to open after signing in, and whether the password was just set or the sign-in has ended. */
export function readLogin(area: StaffArea, request: Request) {
  const { searchParams } = new URL(request.url)
  const { home, pages } = pagesOf[area]
  const from = returnPath(searchParams.get('from'), home)
  const next = from.startsWith(pages) || from.startsWith('/account') ? from : home
  return { next, is_set: searchParams.has('set'), has_ended: searchParams.has('ended') }
}
