import { Link } from 'react-router'

import type { StaffArea } from '../../staff-client/staff-area.ts'
import { formatDayInList, formatMoment } from '../../platform/days.ts'
import { formatMoney } from '../../platform/money.ts'
import { MailLink } from '../../ui/mail-link.tsx'
import { StatusPill } from '../../ui/status-pill.tsx'
import { Facts } from '../../ui/ticket.tsx'
import { type Booking, statusFaces } from '../booking.ts'
import { bookingLink } from '../booking-links.tsx'

type Other = Pick<Booking, 'id' | 'booking_date' | 'booking_time' | 'number_of_guests' | 'status'>
type BookingFactsFields = Pick<
  Booking,
  | 'reference'
  | 'guest_name'
  | 'guest_email'
  | 'guest_phone'
  | 'special_requests'
  | 'price_per_person'
  | 'total_price'
  | 'currency'
> & { created_at: string; number_of_guests: number }

/** Who comes and what they pay, and what they asked for. */
export function BookingFacts({ booking }: { booking: BookingFactsFields }) {
  const { guest_phone, guest_email, special_requests, currency } = booking
  const price = formatMoney(booking.price_per_person, currency)
  return (
    <section className="panel guest-facts" aria-labelledby="guest">
      <h2 id="guest">The guest</h2>
      <Facts
        items={[
          {
            term: 'Phone',
            value: <a href={`tel:${guest_phone.replaceAll(/[^\d+]/g, '')}`}>{guest_phone}</a>,
          },
          { term: 'Email', value: <MailLink to={guest_email} /> },
          {
            term: 'To pay here',
            value: `${formatMoney(booking.total_price, currency)} (${booking.number_of_guests} × ${price})`,
          },
          { term: 'Reference', value: booking.reference },
          { term: 'Booked', value: formatMoment(booking.created_at) },
        ]}
      />
      {special_requests && (
        <div>
          <h3 className="small soft">They asked for</h3>
          <p className="requests">{special_requests}</p>
        </div>
      )}
    </section>
  )
}

/** What the same address booked here before and after. */
export function GuestHistory({ area, others }: { area: StaffArea; others: Other[] }) {
  return (
    <section className="panel" aria-labelledby="history">
      <h2 id="history">{historyHeading(others)}</h2>
      {others.length > 0 && (
        <ul className="story">
          {others.map((other) => (
            <li key={other.id} className="between">
              <span>
                <Link to={bookingLink(area, other.id)}>{formatDayInList(other.booking_date)}</Link>
                <span className="soft small">
                  {' '}
                  {other.booking_time}, {other.number_of_guests}{' '}
                  {other.number_of_guests === 1 ? 'guest' : 'guests'}
                </span>
              </span>
              <StatusPill {...statusFaces[other.status]} />
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
