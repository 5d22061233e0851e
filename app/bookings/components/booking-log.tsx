import { Form, useNavigation } from 'react-router'

import { formatMoment } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { actorOf, type HistoryEntry, mailName, mailStateName, historyOf } from '../booking-history.ts'

type Mail = { id: string; email_type: string; to_address: string; state: string; created_at: string }

/** What happened to a booking, the newest at the top, and the mails that were written about it. */
export function BookingLog({
  events,
  mails,
  canSend,
}: {
  events: (HistoryEntry & { id: number; happened_at: string })[]
  mails: Mail[]
  /** Whether a mail says how the booking stands. */
  canSend: boolean
}) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <>
      <section className="panel" aria-labelledby="story">
        <h2 id="story">What happened</h2>
        <ol className="story">
          {events.toReversed().map((event) => (
            <li key={event.id}>
              <strong>{historyOf(event)}</strong>
              <span className="soft small">
                {actorOf(event)}, {formatMoment(event.happened_at)}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <section className="panel" aria-labelledby="mails">
        <h2 id="mails">Mails</h2>
        {mails.length === 0 ? (
          <p className="soft">None was written about this booking.</p>
        ) : (
          <ol className="story">
            {mails.toReversed().map((mail) => (
              <li key={mail.id}>
                <strong>{mailName(mail.email_type)}</strong>
                <span className={mail.state === 'dead' ? 'small mail-dead' : 'soft small'}>
                  {mailStateName(mail.state)}, {formatMoment(mail.created_at)}, to {mail.to_address}
                </span>
              </li>
            ))}
          </ol>
        )}
        {canSend && (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="mail" />
            <Button small icon="mail" disabled={busy}>
              Send it again
            </Button>
          </Form>
        )}
      </section>
    </>
  )
}
