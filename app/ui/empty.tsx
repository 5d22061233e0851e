import type { ReactNode } from 'react'

import { Figure, Prospect } from './drawings.tsx'

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

/** A full-page message with a heading, a sentence and actions. */
export function Screen({
  title,
  children,
  actions,
}: {
  title: string
  children?: ReactNode
  actions: ReactNode
}) {
  return (
    <section className="hero bare">
      <div className="wrap">
        <h1>{title}</h1>
        {children && <p className="lede">{children}</p>}
        <div className="row">{actions}</div>
      </div>
      <Prospect name="hero" className="hero-scene scene" />
    </section>
  )
}
