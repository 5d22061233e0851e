import { Fragment } from 'react'

/** A link that writes to an address, which may break before its @ and after its dots, so that a narrow card does not break it just anywhere. */
export function MailLink({ to }: { to: string }) {
  return (
    <a href={`mailto:${to}`}>
      {to.split(/(?=@)|(?<=\.)/).map((part, n) => (
        <Fragment key={n}>
          {n > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </a>
  )
}
