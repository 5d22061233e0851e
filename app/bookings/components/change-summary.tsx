import { href, Link } from 'react-router'

import { type Slot, slotShown } from '../../availability/slot.ts'
import { pictureOf } from '../../media/picture.ts'
import { type Day, formatDay } from '../../platform/days.ts'
import { formatMoney, timesGuests } from '../../platform/money.ts'
import { Button } from '../../ui/button.tsx'
import { PictureFrame } from '../../ui/picture-frame.tsx'
import { Facts } from '../../ui/ticket.tsx'
import type { BookingView } from '../booking.server.ts'
import { fitsGroup } from '../booking-request.ts'
import type { ChangeBounds } from '../change-request.ts'
import { timesOf } from './booking-summary.tsx'
import { useSendsEmail } from '../../ui/sends-email.ts'

/** What the booking is, what it is to become, what that costs, and the button. */
export function ChangeSummary({
  booking,
  bounds,
  present,
  date,
  slot,
  guests,
  hydrated,
  waiting,
  busy,
}: {
  booking: BookingView
  bounds: ChangeBounds
  present: string | undefined
  date: Day | undefined
  slot: Slot | undefined
  guests: number
  hydrated: boolean
  waiting: boolean
  busy: boolean
}) {
  const emails = useSendsEmail()
  const { vineyard } = booking.experience
  const fits = guests === booking.number_of_guests || fitsGroup(bounds, guests)
  // A time that is not chosen stays, as long as the day does.
  const stays = !slot && date === booking.booking_date && !waiting
  const differs = guests !== booking.number_of_guests || (slot !== undefined && slotShown(slot) !== present)
  const each = formatMoney(booking.price_per_person, booking.currency)
  const label = !fits
    ? 'Say how many of you'
    : !slot && !stays
      ? 'Choose a time first'
      : differs
        ? 'Change Booking'
        : 'Nothing changed yet'
  const ready = fits && differs && (slot !== undefined || stays)
  return (
    <aside className="book-aside" aria-label="Your booking">
      <div className="summary">
        <PictureFrame picture={pictureOf(vineyard.cover_image_url)} sizes="(min-width: 62rem) 24rem, 0px" />
        <div className="in-sum">
          <h2 className="as-h3">Your booking</h2>
          <Facts
            variant="sumlist"
            items={[
              {
                term: 'Now',
                value: `${formatDay(booking.booking_date)}, ${booking.booking_time}, ${people(booking.number_of_guests)}`,
              },
              { term: 'Day', value: date ? formatDay(date) : 'Still to choose' },
              {
                term: 'Time',
                value: slot ? timesOf(slot) : stays ? `${booking.booking_time}, as now` : 'Still to choose',
              },
              { term: 'Guests', value: fits ? `${guests} × ${each}` : 'Still to say' },
            ]}
          />
          <ul className="terms">
            <li>
              <strong>Your places are kept until the new ones are yours.</strong>
            </li>
            <li>The price is the one you booked at. You pay at the vineyard.</li>
            <li>
              {emails
                ? 'We tell the vineyard, and email you the new calendar entry.'
                : 'The vineyard sees the change. We cannot send emails at the moment, so download the new calendar entry from your booking’s page.'}
            </li>
          </ul>
          <p className="space-above-small">
            <Link to={href('/booking-confirmation/:id', { id: booking.id })}>Keep it as it is</Link>
          </p>
        </div>
      </div>
      <div className="pay">
        <p>
          <span className="small soft">Total</span>{' '}
          <output className="sum num" htmlFor="guests">
            {fits ? formatMoney(timesGuests(booking.price_per_person, guests), booking.currency) : '–'}
          </output>
        </p>
        <Button variant="primary" name="intent" value="book" disabled={busy || (hydrated && !ready)}>
          {busy ? 'Changing …' : hydrated ? label : 'Change Booking'}
        </Button>
      </div>
    </aside>
  )
}

const people = (count: number) => `${count} ${count === 1 ? 'guest' : 'guests'}`
