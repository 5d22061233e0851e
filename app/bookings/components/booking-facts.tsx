import { Link } from 'react-router'

import type { StaffArea } from '../../staff-client/staff-area.ts'
import { formatDayInList, formatMoment } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { FormButton, HiddenFields } from '../../ui/forms/form-parts.tsx'
import type { ActionResult } from '../../staff-client/action-result.tsx'
import { useGuestEdit } from '../changes/components/edit-guest.tsx'
import { FailedEmail, PhoneLink } from './failed-email.tsx'
import { MailLink } from '../../ui/mail-link.tsx'
import { StatusPill } from '../../ui/badge.tsx'
import { Facts } from '../../ui/pictures/ticket.tsx'
import { statusDetails } from '../booking.ts'
import { bookedThrough } from '../booking-channel.ts'
import type { actOnBooking } from '../booking-actions.tsx'
import type { BookingDetails } from '../booking-record.server.ts'
import { guestsSentence } from '../sessions/session.ts'
import { bookingLink, customerLink } from '../staff-links.tsx'
import { PartyNotes } from '../notes/components/party-notes.tsx'
import { TagChoice } from '../notes/components/tag-choice.tsx'
import { formatTags } from '../notes/notes.ts'

/** The guest's contact details, the price and special requests. */
export function BookingFacts({
  area,
  booking,
  outcome,
}: {
  area: StaffArea
  booking: BookingDetails
  outcome: ActionResult | undefined
}) {
  const { guest_phone, guest_email, currency } = booking
  const { button, dialog } = useGuestEdit(booking, outcome)
  const price = formatMoney(booking.price_per_person, currency)
  return (
    <section className="panel guest-facts" aria-labelledby="guest">
      <div className="between">
        <h2 id="guest">The guest</h2>
        {button('guest_name', 'Edit')}
      </div>
      <Facts
        items={[
          { term: 'Phone', value: guest_phone ? <PhoneLink to={guest_phone} /> : 'None given' },
          {
            term: 'Email',
            value: (
              <>
                {guest_email ? <MailLink to={guest_email} /> : 'None given, so no emails are sent'}{' '}
                {booking.failed_email && <br />}
                <FailedEmail failed_email={booking.failed_email} guest_phone={null} />{' '}
                {button('guest_email', guest_email ? 'Correct the email' : 'Add an email')}
              </>
            ),
          },
          {
            term: 'Total',
            value: `${formatMoney(booking.total_price, currency)} (${booking.number_of_guests} × ${price})`,
          },
          { term: 'Reference', value: booking.reference },
          { term: 'Booked through', value: bookedThrough(booking) },
          { term: 'Their reference', value: booking.external_reference },
          { term: 'Booked', value: formatMoment(booking.created_at) },
        ]}
      />
      <PartyNotes party={{ ...booking, staff_notes: '', tags: [] }} />
      {booking.customer_id && !booking.is_erased && (
        <p className="history">
          <Link to={customerLink(area, booking.customer_id)}>Their visits, notes and tags</Link>
        </p>
      )}
      {dialog}
    </section>
  )
}

/** The latest other bookings of the same customer. */
export function GuestHistory({ area, others }: { area: StaffArea; others: BookingDetails['others'] }) {
  return (
    <section className="panel" aria-labelledby="history">
      <h2 id="history">{historyHeading(others)}</h2>
      {others.length > 0 && (
        <ul className="history">
          {others.map((other) => (
            <li key={other.id} className="between">
              <span>
                <Link to={bookingLink(area, other.id)}>{formatDayInList(other.booking_date)}</Link>
                <span className="soft small">
                  {' '}
                  {other.booking_time}, {guestsSentence(other)}
                </span>
              </span>
              <StatusPill {...statusDetails[other.status]} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const mostOthers = 10

function historyHeading({ length }: BookingDetails['others']): string {
  if (length === mostOthers) return `The latest ${mostOthers} other bookings here`
  if (length === 0) return 'First booking here'
  return length === 1 ? 'One other booking here' : `${length} other bookings here`
}

/** The staff's note and tags. If a colleague has changed them meanwhile, shows the colleague's version and saves nothing yet. */
export function StaffNote({
  booking: { staff_notes: note, booking_tags: tags },
  outcome,
}: {
  booking: BookingDetails
  outcome: Pick<Awaited<ReturnType<typeof actOnBooking>>, 'typed' | 'overtaken' | 'fields'> | undefined
}) {
  const typed = outcome?.typed
  const error = outcome?.fields.staff_notes
  const stored = JSON.stringify(tags)
  const differs =
    outcome?.overtaken &&
    typed !== undefined &&
    (typed.note !== note || JSON.stringify(typed.tags) !== stored)
  return (
    <section className="panel" aria-labelledby="note">
      <h2 id="note">Note and tags for staff</h2>
      {differs && (
        <p className="soft small">
          {note || tags.length > 0 ? (
            <>
              A colleague has changed this to <q>{[formatTags(tags), note].filter(Boolean).join(': ')}</q>.
            </>
          ) : (
            'A colleague has cleared the note and the tags.'
          )}{' '}
          Your version is below. Saving it replaces your colleague’s version.
        </p>
      )}
      <Form
        method="post"
        preventScrollReset
        className="stack"
        key={note + stored}
        draft="note"
        refused={error}
      >
        <HiddenFields values={{ intent: 'notes', seen: note, seen_tags: stored }} />
        <TagChoice name="tags" chosen={typed?.tags ?? tags} />
        <TextAreaField
          label="Note"
          hint="Guests never see this."
          name="staff_notes"
          rows={3}
          maxLength={4000}
          defaultValue={typed?.note ?? note}
          error={error}
        />
        <FormButton>Save note and tags</FormButton>
      </Form>
    </section>
  )
}
