import { href, Link } from 'react-router'

import { formatCount } from '../../platform/counts.ts'
import { formatMoment } from '../../platform/days.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ListTabs } from '../../ui/list-tools.tsx'
import { Facts } from '../../ui/ticket.tsx'
import { EmailView } from './email-view.tsx'
import type { EmailContent } from '../email-log.server.ts'
import { type LoggedMail, mailStates } from '../email-states.ts'

export type OpenMail = LoggedMail & { shown: EmailContent }

const looks = [
  { value: '', label: 'As it looks' },
  { value: 'dark', label: 'In the dark' },
  { value: 'text', label: 'As text' },
]

/** One mail: how it fared, and the letter itself, in one of its looks. `back` is the list without it. */
export function EmailPanel({ mail, look, back }: { mail: OpenMail; look: string; back: string }) {
  const { to_address, state, attempts, last_error, created_at, sent_at, booking_id, shown } = mail
  return (
    <section className="panel mail-open" aria-labelledby="mail">
      <h2 id="mail">{shown.gone ? mail.email_type.replaceAll('_', ' ') : shown.subject}</h2>
      <Facts
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
        <>
          <ListTabs label="Look" name="look" value={look} tabs={looks} narrows={false} />
          {look === 'text' ? (
            <p className="letter">{shown.text}</p>
          ) : (
            <EmailView letter={shown} site_url={location.origin} dark={look === 'dark'} />
          )}
        </>
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
