import { Fragment } from 'react'

/**
 * An email address that may break before @ and after dots. Links around it need `aria-label`, because browsers add
 * blanks to the name at each break.
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
