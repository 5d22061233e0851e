import type { ReactNode } from 'react'

/** What was booked, as a ticket: a picture (`plate`, a Plate without a frame of its own) and the facts beside it. */
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
 * Named facts side by side. look: pairs on a ticket, facts large on a feature, sumlist term and value across a panel,
 * `sumlist facts-across` where no panel keeps them together.
 */
export function Facts({
  items,
  variant = 'pairs',
}: {
  items: Fact[]
  variant?: 'pairs' | 'facts' | 'sumlist' | 'sumlist facts-across'
}) {
  return (
    <dl className={variant}>
      {items.map(({ term, value }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
