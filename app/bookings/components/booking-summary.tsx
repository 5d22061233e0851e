import type { ReactNode } from 'react'
import { href, Link } from 'react-router'

import { type Slot, formatSlotValue } from '../../availability/slot.ts'
import type { Experience } from '../../experiences/experience.ts'
import { pictureOf } from '../../media/picture.ts'
import { type Day, formatDay, formatTime } from '../../platform/days.ts'
import { formatMoney, timesGuests } from '../../platform/money.ts'
import { Button } from '../../ui/button.tsx'
import { PictureFrame } from '../../ui/picture-frame.tsx'
import { useSendsEmail } from '../../ui/sends-email.ts'
import { Facts } from '../../ui/ticket.tsx'
import type { BookingView } from '../booking.server.ts'
import { fitsGroup } from '../booking-request.ts'
import type { ChangeBounds } from '../change-request.ts'
import { BookingTerms } from './booking-terms.tsx'

/** What is chosen so far. Without JavaScript (`hydrated` false) the button is never disabled. */
export type SummaryState = {
  date: Day | undefined
  slot: Slot | undefined
  guests: number
  now: Date
  waiting: boolean
  hydrated: boolean
  busy: boolean
}

/** What is about to be booked, what it costs, and the button. */
export function BookingSummary({
  vineyard,
  experience,
  date,
  slot,
  guests,
  now,
  hydrated,
  busy,
}: SummaryState & {
  vineyard: { name: string; cover_image_url: string | null }
  experience: Experience
}) {
  const fits = fitsGroup(experience, guests)
  const ready = !hydrated || slot !== undefined
  const label = ready ? `Book for ${count(guests)}` : 'Choose a time first'
  return (
    <Summary
      vineyard={vineyard}
      facts={[
        { term: 'Where', value: vineyard.name },
        { term: 'Day', value: date ? formatDay(date) : 'Still to choose' },
        { term: 'Time', value: slot ? timesOf(slot) : 'Still to choose' },
      ]}
      guests={fits ? guests : undefined}
      price={experience.price_per_person}
      currency={experience.currency}
      label={busy ? 'Booking …' : fits ? label : 'Enter the number of guests'}
      disabled={!ready || busy || (!fits && hydrated)}
    >
      <BookingTerms experience={experience} startsAt={slot?.starts_at} now={now} />
    </Summary>
  )
}

/** What a booking is to become, what that costs, and the button. */
export function ChangeSummary({
  booking,
  bounds,
  currentSlot,
  date,
  slot,
  guests,
  hydrated,
  waiting,
  busy,
}: SummaryState & { booking: BookingView; bounds: ChangeBounds; currentSlot: string | undefined }) {
  const emails = useSendsEmail()
  const fits = guests === booking.number_of_guests || fitsGroup(bounds, guests)
  // Without a chosen time the booking keeps its start, provided the day stays the same.
  const keepsTime = !slot && date === booking.booking_date && !waiting
  const differs =
    guests !== booking.number_of_guests || (slot !== undefined && formatSlotValue(slot) !== currentSlot)
  const label = !fits
    ? 'Enter the number of guests'
    : !slot && !keepsTime
      ? 'Choose a time first'
      : differs
        ? 'Change Booking'
        : 'Nothing changed yet'
  const ready = fits && differs && (slot !== undefined || keepsTime)
  return (
    <Summary
      vineyard={booking.experience.vineyard}
      facts={[
        {
          term: 'Now',
          value: `${formatDay(booking.booking_date)}, ${booking.booking_time}, ${count(booking.number_of_guests)}`,
        },
        { term: 'Day', value: date ? formatDay(date) : 'Still to choose' },
        {
          term: 'Time',
          value: slot ? timesOf(slot) : keepsTime ? `${booking.booking_time} (unchanged)` : 'Still to choose',
        },
      ]}
      guests={fits ? guests : undefined}
      price={booking.price_per_person}
      currency={booking.currency}
      label={busy ? 'Changing …' : hydrated ? label : 'Change Booking'}
      disabled={busy || (hydrated && !ready)}
    >
      <ul className="terms">
        <li>
          <strong>You keep your current places until the new ones are booked.</strong>
        </li>
        <li>You keep the price you booked at, and pay at the vineyard.</li>
        <li>
          {emails
            ? 'We tell the vineyard, and email you the new calendar entry.'
            : 'The vineyard sees the change. We cannot send emails at the moment, so download the new calendar entry from your booking’s page.'}
        </li>
      </ul>
      <p className="space-above-small">
        <Link to={href('/booking-confirmation/:id', { id: booking.id })}>Keep it as it is</Link>
      </p>
    </Summary>
  )
}

function Summary({
  vineyard,
  facts,
  guests,
  price,
  currency,
  label,
  disabled,
  children,
}: {
  vineyard: { cover_image_url: string | null }
  facts: { term: string; value: string }[]
  /** Undefined while the party is not one that can be booked. */
  guests: number | undefined
  price: number
  currency: string
  label: string
  disabled: boolean
  children: ReactNode
}) {
  const each = formatMoney(price, currency)
  const party = guests === undefined ? 'Still to choose' : `${guests} × ${each}`
  return (
    <aside className="book-aside" aria-label="Your booking">
      <div className="summary">
        <PictureFrame picture={pictureOf(vineyard.cover_image_url)} sizes="(min-width: 62rem) 24rem, 0px" />
        <div className="summary-body">
          <h2 className="as-h3">Your booking</h2>
          <Facts variant="sumlist" items={[...facts, { term: 'Guests', value: party }]} />
          {children}
        </div>
      </div>
      <div className="pay">
        <p>
          <span className="small soft">Total</span>{' '}
          <output className="sum num" htmlFor="guests">
            {guests === undefined ? '–' : formatMoney(timesGuests(price, guests), currency)}
          </output>
        </p>
        <Button variant="primary" name="intent" value="book" disabled={disabled}>
          {label}
        </Button>
      </div>
    </aside>
  )
}

const count = (guests: number) => `${guests} ${guests === 1 ? 'guest' : 'guests'}`

/** '12:00 PM to 1:30 PM', and whether the end is on the next day. */
function timesOf({ start_time, end_time }: Slot): string {
  return `${formatTime(start_time)} to ${formatTime(end_time)}${end_time <= start_time ? ' next day' : ''}`
}
