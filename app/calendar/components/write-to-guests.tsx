import { useRef, useState } from 'react'
import { Link, useNavigation } from 'react-router'

import type { StaffArea } from '../../staff-client/staff-area.ts'
import { formatMoment, formatTime } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextAreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useRefusalFocus } from '../../ui/focus.tsx'
import { emailStateName } from '../../bookings/components/booking-log.tsx'
import { bookingLink } from '../../bookings/booking-links.tsx'
import type { Party, Session } from '../../bookings/session.ts'
import { keepsSentence, useSendsEmail } from '../../ui/sends-email.ts'
import type { GuestMessage } from '../guest-message.api.ts'

/** The form that emails the guests of a day or of one session, and the messages sent before. */
export function WriteToGuests({
  area,
  sessions,
  parties,
  messages,
  error,
}: {
  area: StaffArea
  sessions: Session[]
  parties: Party[]
  messages: GuestMessage[]
  error: string | undefined
}) {
  const booked = sessions.filter(({ parties }) => parties > 0)
  return (
    <section className="panel no-print write-to-guests" aria-labelledby="write">
      <h2 id="write">Email your guests</h2>
      {booked.length === 0 ? (
        <p className="soft">Nobody is booked on this day.</p>
      ) : (
        <MessageForm key={messages[0]?.id} booked={booked} error={error} />
      )}
      <WithoutEmail area={area} parties={parties} />
      {messages.map((sent) => (
        <div key={sent.id}>
          <p className="soft small">{formatMoment(sent.sent_at)}</p>
          <blockquote className="requests">{sent.message}</blockquote>
          <ul className="history">
            {sent.guests.map((guest) => (
              <li key={guest.booking_id}>
                <Link to={bookingLink(area, guest.booking_id)}>{guest.guest_name}</Link>
                <span className={guest.state === 'dead' ? 'small email-failed' : 'soft small'}>
                  {emailStateName(guest.state)}
                  {guest.state === 'dead' && guest.guest_phone && `; call ${guest.guest_phone}`}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

/** The parties that no message reaches. */
function WithoutEmail({ area, parties }: { area: StaffArea; parties: Party[] }) {
  const unreachable = parties.filter(
    ({ has_email, status }) => !has_email && (status === 'pending' || status === 'confirmed'),
  )
  if (unreachable.length === 0) return null
  return (
    <div>
      <p className="soft small">
        {unreachable.length === 1 ? '1 party has' : `${unreachable.length} parties have`} no email address, so
        a message does not reach them.
      </p>
      <ul className="history">
        {unreachable.map(({ id, guest_name, guest_phone }) => (
          <li key={id}>
            <Link to={bookingLink(area, id)}>{guest_name}</Link>
            <span className="soft small">
              {guest_phone ? `call ${guest_phone}` : 'no phone number either'}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function MessageForm({ booked, error }: { booked: Session[]; error: string | undefined }) {
  const emails = useSendsEmail()
  const form = useRef<HTMLFormElement>(null)
  useRefusalFocus(form, error)
  const busy = useNavigation().formMethod === 'POST'
  const [id] = useState(() => crypto.randomUUID())
  const parties = booked.reduce((sum, session) => sum + session.parties, 0)
  return (
    <Form ref={form} method="post" preventScrollReset className="stack" draft="message">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="day" value={booked[0]?.slot_date} />
      <SelectField label="To" name="session">
        <option value="">Everyone on this day ({parties === 1 ? '1 party' : `${parties} parties`})</option>
        {booked.map(({ experience_id, start_time, title, parties: here }) => (
          <option key={`${experience_id} ${start_time}`} value={`${experience_id} ${start_time ?? ''}`}>
            {start_time && formatTime(start_time)} {title} ({here === 1 ? '1 party' : `${here} parties`})
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Message"
        name="message"
        rows={4}
        maxLength={2000}
        hint={
          emails
            ? 'Sent to each party with a pending or confirmed booking and an email address.'
            : keepsSentence
        }
        error={error}
        required
      />
      <Button disabled={busy}>{busy ? 'Sending …' : 'Send'}</Button>
    </Form>
  )
}
