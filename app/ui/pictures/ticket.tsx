import type { ReactNode } from 'react'

/** A booking as a ticket: a picture and the facts beside it. */
export function Ticket({
  labelledBy,
  plate,
  children,
}: {
  labelledBy: string
  plate: ReactNode
  children: ReactNode
}) {
  return (
    <article className="ticket" aria-labelledby={labelledBy}>
      {plate}
      <div className="body">{children}</div>
    </article>
  )
}

export type Fact = { term: string; value: ReactNode }

/**
 * A description list of the facts whose value is not null. The variant `pairs` is for a ticket, and `facts` is larger.
 * `sumlist` shows each term and its value on one line, and `sumlist facts-across` also limits the width of the lines.
 */
export function Facts({
  items,
  variant = 'pairs',
}: {
  items: Fact[]
  variant?: 'pairs' | 'facts' | 'sumlist' | 'sumlist facts-across'
}) {
  const shown = items.filter(({ value }) => value !== null)
  return (
    <dl className={variant}>
      {shown.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
