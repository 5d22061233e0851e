import type { ReactNode } from 'react'

/** A text page: title, summary and content. */
export function ProsePage({ title, gist, children }: { title: string; gist: string; children: ReactNode }) {
  return (
    <div className="wrap page">
      <div className="page-head">
        <h1>{title}</h1>
        <p className="lede">{gist}</p>
      </div>
      <div className="prose">{children}</div>
    </div>
  )
}
