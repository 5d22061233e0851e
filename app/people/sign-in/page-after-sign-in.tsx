import { href } from 'react-router'

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

/** The longest path in characters; our own URLs are shorter. */
const longestPath = 2000

/**
 * Returns a path of this site with its query and hash, or `fallback` if `requested` could lead to another
 * site. Each of `//evil.example`, `/\evil.example`, `/%2Fevil.example` and `/x/..//evil.example` names
 * another host to some browser or proxy.
 */
export function returnPath(requested: string | null | undefined, fallback: string): string {
  if (!requested || requested.length > longestPath || !staysHere(requested)) return fallback
  const { pathname, search, hash } = new URL(requested, 'http://here.invalid')
  const path = pathname + search + hash
  return staysHere(path) ? path : fallback
}

/** Returns whether every browser, and every proxy that decodes this path, reads it as a path of this site. */
function staysHere(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || /[\p{Cc}\p{Zl}\p{Zp}\\]/u.test(path) || !path.isWellFormed()) return false
  const [pathname = ''] = path.split(/[?#]/)
  const plain = decode(pathname)
  return plain !== undefined && (plain === pathname || staysHere(plain))
}

function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return undefined
  }
}
