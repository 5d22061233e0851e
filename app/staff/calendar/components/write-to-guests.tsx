import { useState } from 'react'
import { Link, useFetcher, useNavigation } from 'react-router'

import { type ActionResult, keepsSentence } from '../../../staff-client/action-result.tsx'
import type { StaffArea } from '../../../staff-client/staff-area.ts'
import { formatMoment, formatTime } from '../../../platform/days.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { emailStateName } from '../../../bookings/components/booking-log.tsx'
import { PhoneLink } from '../../../bookings/components/failed-email.tsx'
import { bookingLink } from '../../../bookings/staff-links.tsx'
import type { Party, Session } from '../../../bookings/sessions/session.ts'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import { PleaseCall } from './call-off.tsx'
import type { GuestMessage, MessagePreview } from '../guest-message.shapes.ts'

type MessageOutcome = Pick<ActionResult, 'message' | 'failed' | 'fields'>

/** A form that emails the guests of a day or of one session, and a list of the messages sent before. */
export function WriteToGuests({
  area,
  sessions,
  parties,
  messages,
  outcome,
}: {
  area: StaffArea
  sessions: Session[]
  parties: Party[]
  messages: GuestMessage[]
  outcome: MessageOutcome | undefined
}) {
  const booked = sessions.filter(({ parties }) => parties > 0)
  const unreachable = parties.filter(
    ({ has_email, status }) => !has_email && (status === 'pending' || status === 'confirmed'),
  )
  return (
    <section className="panel no-print write-to-guests" aria-labelledby="write">
      <h2 id="write">Email your guests</h2>
      {booked.length === 0 ? (
        <p className="soft">Nobody is booked on this day.</p>
      ) : (
        <MessageForm key={messages[0]?.id} booked={booked} outcome={outcome} />
      )}
      {unreachable.length > 0 && (
        <div>
          <p className="soft small">
            {countOf(unreachable.length, 'party gets', 'parties get')} no email from us, so a message does not
            reach them.
          </p>
          <ul className="history">
            {unreachable.map(({ id, guest_name, guest_phone }) => (
              <li key={id}>
                <Link to={bookingLink(area, id)}>{guest_name}</Link>
                <span className="soft small">
                  {guest_phone ? (
                    <>
                      call <PhoneLink to={guest_phone} />
                    </>
                  ) : (
                    'no phone number either'
                  )}
                </span>
              </li>
            ))}
          </ul>
        </div>
      )}
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
                  {guest.state === 'dead' && guest.guest_phone && (
                    <>
                      ; call <PhoneLink to={guest.guest_phone} />
                    </>
                  )}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function MessageForm({ booked, outcome }: { booked: Session[]; outcome: MessageOutcome | undefined }) {
  const emails = useSendsEmail()
  const previewing = useFetcher<MessageOutcome & { preview: MessagePreview | null }>()
  const refused = previewing.data?.failed ? previewing.data : outcome
  const error = refused?.fields.message
  const busy = useNavigation().formMethod === 'POST' || previewing.state !== 'idle'
  const [id] = useState(() => crypto.randomUUID())
  const parties = booked.reduce((sum, session) => sum + session.parties, 0)
  // The last preview whose message was sent or whose dialog was closed.
  const [answered, setAnswered] = useState<MessagePreview | null>(null)
  const latest = previewing.state === 'idle' ? (previewing.data?.preview ?? null) : null
  const preview = latest === answered ? null : latest
  const close = () => setAnswered(latest)
  return (
    <Form
      method="post"
      preventScrollReset
      className="stack"
      draft="message"
      refused={error}
      onSubmit={(event) => {
        const { submitter } = event.nativeEvent as unknown as SubmitEvent
        if ((submitter as HTMLButtonElement | null)?.value === 'send') return close()
        event.preventDefault()
        const data = new FormData(event.currentTarget)
        data.set('intent', 'preview')
        void previewing.submit(data, { method: 'post' })
      }}
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="day" value={booked[0]?.slot_date} />
      <SelectField label="To" name="session">
        <option value="">Everyone on this day ({countOf(parties, 'party', 'parties')})</option>
        {booked.map(({ experience_id, start_time, title, parties: here }) => (
          <option key={`${experience_id} ${start_time}`} value={`${experience_id} ${start_time ?? ''}`}>
            {start_time && formatTime(start_time)} {title} ({countOf(here, 'party', 'parties')})
          </option>
        ))}
      </SelectField>
      <TextAreaField
        label="Message"
        name="message"
        rows={4}
        maxLength={2000}
        hint={emails ? 'You see the email and its recipients before it is sent.' : keepsSentence}
        error={error}
        required
      />
      {previewing.data?.failed && !error && <Notice tone="bad">{previewing.data.message}</Notice>}
      <Button disabled={busy}>{previewing.state === 'idle' ? 'Preview …' : 'Preparing …'}</Button>
      <Dialog open={preview !== null} onClose={close} title={preview ? previewTitle(preview) : ''}>
        {preview && <Preview preview={preview} />}
        <div className="row">
          <Button type="button" onClick={close}>
            Keep writing
          </Button>
          {preview?.email && (
            <Button variant="primary" name="intent" value="send" disabled={busy}>
              Send {countOf(preview.parties, 'email')}
            </Button>
          )}
        </div>
      </Dialog>
    </Form>
  )
}

function previewTitle({ parties, guests }: MessagePreview): string {
  if (parties === 0) return 'Nobody can be emailed'
  return `Email ${countOf(parties, 'party', 'parties')} (${countOf(guests, 'guest')})?`
}

/** Shows the email as the first guest reads it, and lists the parties to call because they get no email. */
function Preview({ preview: { email, without_email } }: { preview: MessagePreview }) {
  const emails = useSendsEmail()
  return (
    <>
      {!emails && <p>{keepsSentence}</p>}
      {email && (
        <div className="email-preview">
          <p className="soft small">As {email.to} reads it</p>
          <p>
            <strong>{email.subject}</strong>
          </p>
          {/* A scrolling area must be reachable by keyboard. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre tabIndex={0} role="group" aria-label="Text of the email">
            {email.text}
          </pre>
        </div>
      )}
      <PleaseCall parties={without_email.map(({ booking_id: id, ...guest }) => ({ id, ...guest }))} />
    </>
  )
}
