import type { ReactNode } from 'react'

/** A part of an editor: a heading above a grid of fields. */
export function EditorSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="form-grid">{children}</div>
    </section>
  )
}
