import { useRef } from 'react'
import { Link, useNavigation } from 'react-router'

import type { StaffArea } from '../../staff-client/staff-area.ts'
import { countOf } from '../../platform/text/counts.ts'
import { formatDayInList, formatMoment } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/forms/field.tsx'
import { Form } from '../../ui/forms/form.tsx'
import type { ActionResult } from '../../staff-client/action-result.tsx'
import { type EditableGuest, useGuestEdit } from '../changes/components/edit-guest.tsx'
import { MailLink } from '../../ui/mail-link.tsx'
import { useRefusalFocus } from '../../ui/focus.tsx'
import { StatusPill } from '../../ui/badge.tsx'
import { Facts } from '../../ui/pictures/ticket.tsx'
import { statusDetails } from '../booking.ts'
import { sellerOf } from '../booking-channel.ts'
import type { StaffBooking } from '../booking-list.server.ts'
import { bookingLink } from '../booking-links.tsx'
import type { Booking } from '../booking.shapes.ts'

type Other = Pick<Booking, 'id' | 'booking_date' | 'booking_time' | 'number_of_guests' | 'status'>
type BookingFactsFields = Pick<
  Booking,
  | 'reference'
  | 'guest_name'
  | 'guest_email'
  | 'guest_phone'
  | 'emails_guest'
  | 'special_requests'
  | 'price_per_person'
  | 'total_price'
  | 'currency'
> &
  Pick<StaffBooking, 'channel' | 'seller' | 'external_reference'> & {
    created_at: string
    number_of_guests: number
  }

/** The guest's contact details, the price and special requests. */
export function BookingFacts({
  booking,
  outcome,
}: {
  booking: BookingFactsFields & EditableGuest
  outcome: ActionResult | undefined
}) {
  const { guest_phone, guest_email, special_requests, currency } = booking
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
          {
            term: 'Phone',
            value: guest_phone ? (
              <a href={`tel:${guest_phone.replaceAll(/[^\d+]/g, '')}`}>{guest_phone}</a>
            ) : (
              'None given'
            ),
          },
          {
            term: 'Email',
            value: (
              <>
                {guest_email ? <MailLink to={guest_email} /> : 'None given, so no emails are sent'}{' '}
                {button('guest_email', guest_email ? 'Correct the email' : 'Add an email')}
              </>
            ),
          },
          {
            term: 'Total',
            value: `${formatMoney(booking.total_price, currency)} (${booking.number_of_guests} × ${price})`,
          },
          { term: 'Reference', value: booking.reference },
          { term: 'Booked through', value: sellerOf(booking) },
          ...(booking.external_reference === null
            ? []
            : [{ term: 'Their reference', value: booking.external_reference }]),
          { term: 'Booked', value: formatMoment(booking.created_at) },
        ]}
      />
      {special_requests && (
        <div>
          <h3 className="small soft">They asked for</h3>
          <p className="requests">{special_requests}</p>
        </div>
      )}
      {dialog}
    </section>
  )
}

/** The other bookings with the guest's email address at this vineyard. */
export function GuestHistory({ area, others }: { area: StaffArea; others: Other[] }) {
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
                  {other.booking_time}, {countOf(other.number_of_guests, 'guest')}
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

function historyHeading({ length }: Other[]): string {
  if (length === 0) return 'First booking here'
  return length === 1 ? 'One other booking here' : `${length} other bookings here`
}

/** The staff's note. If a colleague has changed the note in the meantime, shows both texts before anything is saved. */
export function StaffNote({
  note,
  typed,
  overtaken,
  error,
}: {
  note: string
  typed: string | undefined
  overtaken: boolean
  error: string | undefined
}) {
  const form = useRef<HTMLFormElement>(null)
  useRefusalFocus(form, error)
  const busy = useNavigation().formMethod === 'POST'
  const differs = overtaken && typed !== undefined && typed !== note
  return (
    <section className="panel" aria-labelledby="note">
      <h2 id="note">Note for staff</h2>
      {differs && (
        <p className="soft small">
          A colleague changed this note to: <q>{note || 'nothing'}</q> Yours is below; saving it replaces
          theirs.
        </p>
      )}
      <Form ref={form} method="post" preventScrollReset className="stack" key={note} draft="note">
        <input type="hidden" name="intent" value="notes" />
        <input type="hidden" name="seen" value={note} />
        <TextAreaField
          label="Guests never see this"
          name="staff_notes"
          rows={3}
          maxLength={4000}
          defaultValue={typed ?? note}
          error={error}
        />
        <Button disabled={busy}>Save note</Button>
      </Form>
    </section>
  )
}
