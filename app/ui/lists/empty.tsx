import type { ReactNode } from 'react'

import { failedPageRequest, referenceTo } from '../../platform/request-reference.ts'
import { Figure, Prospect } from '../pictures/drawings.tsx'

/** An empty state: figure, title, sentence and one action. */
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

/** A full-page message with a heading, a sentence and actions, and what to quote if the page's request failed. */
export function Screen({
  title,
  children,
  actions,
}: {
  title: string
  children?: ReactNode
  actions: ReactNode
}) {
  // In the browser only; the server adds its own reference to pages that it renders.
  const request_id = failedPageRequest()
  return (
    <section className="hero bare">
      <div className="wrap">
        <h1>{title}</h1>
        {children && <p className="lede">{children}</p>}
        <div className="row">{actions}</div>
        {request_id && <p className="soft small">{referenceTo(request_id)}</p>}
      </div>
      <Prospect name="hero" className="hero-scene scene" />
    </section>
  )
}
