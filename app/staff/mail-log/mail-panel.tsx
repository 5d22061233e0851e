import { href, Link } from 'react-router'

import { formatCount } from '../../platform/counts.ts'
import { formatMoment } from '../../platform/days.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Facts } from '../../ui/ticket.tsx'
import { type LoggedMail, mailStates } from './mail-states.ts'

export type OpenMail = LoggedMail & {
  shown: { gone: false; subject: string; text: string } | { gone: true }
}

/** One mail: how it fared, and its words as text. `back` is the list without it. */
export function MailPanel({ mail, back }: { mail: OpenMail; back: string }) {
  const { to_address, state, attempts, last_error, created_at, sent_at, booking_id, shown } = mail
  return (
    <section className="panel" aria-labelledby="mail">
      <h2 id="mail">{shown.gone ? mail.email_type.replaceAll('_', ' ') : shown.subject}</h2>
      <Facts
        look="sumlist"
        items={[
          { term: 'To', value: to_address },
          { term: 'State', value: mailStates[state].label },
          { term: 'Written', value: formatMoment(created_at) },
          ...(sent_at ? [{ term: 'Sent', value: formatMoment(sent_at) }] : []),
          { term: 'Attempts', value: formatCount(attempts) },
          ...(last_error ? [{ term: 'Last error', value: last_error }] : []),
        ]}
      />
      {shown.gone ? (
        <p className="soft">What it was about is gone, and its words with it.</p>
      ) : (
        <p className="letter">{shown.text}</p>
      )}
      <p className="row">
        <ButtonLink small to={back}>
          Close
        </ButtonLink>
        {booking_id && <Link to={href('/admin/bookings/:id', { id: booking_id })}>Open the booking</Link>}
      </p>
    </section>
  )
}
