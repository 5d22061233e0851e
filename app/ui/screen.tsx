import type { ReactNode } from 'react'

import { Prospect } from './scene.tsx'

/** A whole page that says one thing on the sky over a bare hill, and a way on. */
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
