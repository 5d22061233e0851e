import { Fragment } from 'react'

/**
 * An address that may break before its @ and after its dots, so that where it is narrow it does not break just anywhere. A
 * link around it is named by `aria-label`: browsers put a blank into its name wherever it may break.
 */
export function MailAddress({ children }: { children: string }) {
  return children.split(/(?=@)|(?<=\.)/).map((part, n) => (
    <Fragment key={n}>
      {n > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

/** A link that writes to an address. */
export function MailLink({ to }: { to: string }) {
  return (
    <a href={`mailto:${to}`} aria-label={to}>
      <MailAddress>{to}</MailAddress>
    </a>
  )
}
