import type { ReactNode } from 'react'

/** Heard, not seen. */
export function Hidden({ children }: { children: ReactNode }) {
  return <span className="sr">{children}</span>
}
