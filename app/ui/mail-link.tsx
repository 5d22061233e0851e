import { Fragment } from 'react'

/**
 * An email address in which lines may break before @ and after dots. Links around the address need `aria-label`, because
 * browsers add a space to the accessible name at each possible break.
 */
export function MailAddress({ children }: { children: string }) {
  return children.split(/(?=@)|(?<=\.)/).map((part, n) => (
    <Fragment key={n}>
      {n > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** A `mailto:` link. */
export function MailLink({ to }: { to: string }) {
  return (
    <a href={`mailto:${to}`} aria-label={to}>
      <MailAddress>{to}</MailAddress>
    </a>
  )
}
