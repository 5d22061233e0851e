import type { ReactNode } from 'react'

/** The heading of a visitors' page: the title, a sentence about the page, and notices and links that follow it. */
export function PageHeading({
  title,
  lede,
  role,
  children,
}: {
  title: ReactNode
  lede?: ReactNode
  /** The role of the sentence, if it changes after an action. */
  role?: 'status'
  children?: ReactNode
}) {
  return (
    <div className="page-head">
      <h1>{title}</h1>
      {lede && (
        <p className="lede" role={role}>
          {lede}
        </p>
      )}
      {children}
    </div>
  )
}
