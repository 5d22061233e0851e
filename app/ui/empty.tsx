import type { ReactNode } from 'react'

import { Figure } from './figure.tsx'

/** Nothing here, said kindly: the figure not yet cut, one sentence, one way on. */
export function Empty({
  title,
  children,
  action,
  level: Heading = 'h2',
}: {
  title: string
  children?: ReactNode
  action?: ReactNode
  level?: 'h1' | 'h2' | 'h3'
}) {
  return (
    <div className="empty">
      <Figure />
      <Heading>{title}</Heading>
      {children && <p>{children}</p>}
      {action && <div className="row">{action}</div>}
    </div>
  )
}
