import type { ReactNode } from 'react'
import { href, Link } from 'react-router'

/** Links to the data stored about a person. Passes the email address in navigation state, to keep it out of the URL. */
export function StoredDataLink({ email, children }: { email: string; children: ReactNode }) {
  return (
    <Link to={href('/admin/privacy')} state={{ email }}>
      {children}
    </Link>
  )
}

/** Returns the email address in navigation state, or an empty string. */
export function emailFrom(state: unknown): string {
  const { email } = (state ?? {}) as { email?: unknown }
  return typeof email === 'string' ? email : ''
}
