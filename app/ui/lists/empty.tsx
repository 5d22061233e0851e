import type { ReactNode } from 'react'

import { failedPageRequest, referenceTo } from '../../platform/request-reference.ts'
import { Figure, Prospect } from '../pictures/drawings.tsx'

/** The empty state of a list: a figure, a title, a sentence and one action. */
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

/** A full-page message with a heading, a sentence and actions. If the page's request failed, it also shows the id to quote. */
export function Screen({
  title,
  children,
  actions,
}: {
  title: string
  children?: ReactNode
  actions: ReactNode
}) {
  // The id is known only in the browser; the server adds a reference to the pages that it renders.
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
