import type { ReactNode } from 'react'
import { href, Link } from 'react-router'

/** To what is kept about a person. Their address goes with the press, not into the page's own address. */
export function KeptLink({ email, children }: { email: string; children: ReactNode }) {
  return (
    <Link to={href('/admin/privacy')} state={{ email }}>
      {children}
    </Link>
  )
}

/** The address that came with the press, if there was one. */
export function emailFrom(state: unknown): string {
  const { email } = (state ?? {}) as { email?: unknown }
  return typeof email === 'string' ? email : ''
}
