import { href, Link } from 'react-router'
import type { z } from 'zod'

import type { Unwritable } from '../../../mail/email.ts'
import { formatCount } from '../../../platform/text/counts.ts'
import { formatMoment } from '../../../platform/days.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { ListTabs } from '../../../ui/lists/list-tools.tsx'
import { Facts } from '../../../ui/pictures/ticket.tsx'
import { EmailView } from './email-view.tsx'
import type { emailContent } from '../email-log.shapes.ts'
import { type LoggedMail, mailStates } from '../email-states.ts'

const goneSentences: Record<Unwritable, string> = {
  gone: 'This email can no longer be shown, because its booking or account has been removed.',
  payload: 'This email cannot be shown, because its stored data does not fit its template.',
  unknown_type: 'This email cannot be shown, because there is no template for its type.',
}

export type OpenMail = LoggedMail & { shown: z.infer<typeof emailContent> }

const views = [
  { value: '', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'text', label: 'Plain text' },
]

/** Shows an email: its delivery, and its content in light mode, in dark mode or as plain text. Closing leads to `back`. */
export function EmailPanel({ mail, view, back }: { mail: OpenMail; view: string; back: string }) {
  const { to_address, state, attempts, last_error, created_at, sent_at, booking_id, shown } = mail
  return (
    <section className="panel email-panel" aria-labelledby="mail">
      <h2 id="mail">{shown.gone ? mail.email_type.replaceAll('_', ' ') : shown.subject}</h2>
      <Facts
        items={[
          { term: 'To', value: to_address },
          { term: 'Status', value: mailStates[state].label },
          { term: 'Written', value: formatMoment(created_at) },
          ...(sent_at ? [{ term: 'Sent', value: formatMoment(sent_at) }] : []),
          { term: 'Attempts', value: formatCount(attempts) },
          ...(last_error ? [{ term: 'Last error', value: last_error }] : []),
        ]}
      />
      {shown.gone ? (
        <p className="soft">{goneSentences[shown.problem]}</p>
      ) : (
        <>
          <p className="soft small">
            {sent_at
              ? 'This is the email as it would be sent now, with today’s facts. The email that was sent had the facts of that time.'
              : 'This is the email as it would be sent now, with today’s facts.'}
          </p>
          <ListTabs label="View" name="look" value={view} tabs={views} narrows={false} />
          {view === 'text' ? (
            <p className="message-text">{shown.text}</p>
          ) : (
            <EmailView email={shown} site_url={location.origin} dark={view === 'dark'} />
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
