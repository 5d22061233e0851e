import { Link } from 'react-router'

import { formatSlotTimes, formatSlotValue } from '../../../availability/slot.ts'
import { largestParty, takesParty } from '../../../catalogue/experiences/experience.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { formatDay } from '../../../platform/days.ts'
import { timesGuests, addPounds } from '../../../platform/money.ts'
import { useSendsEmail } from '../../../ui/forms/sends-email.ts'
import type { BookingView } from '../../booking.server.ts'
import {
  type Changeable,
  type ChangeBounds,
  currentSlot,
  readChangeRequest,
  versionText,
} from '../change-request.ts'
import { useGuestPages } from '../../new-bookings/guest-pages.tsx'
import { type BookingFields, BookingForm } from '../../new-bookings/components/booking-form.tsx'
import { partyLabel, Summary, type SummaryState } from '../../new-bookings/components/booking-summary.tsx'
import { type PaidAndDue, paidSentence } from '../../payments/paid-sentence.ts'
import { guestCutoff } from '../../booking.ts'
import { cancellationRule } from '../../booking-terms.ts'

/** The form that changes the party size, day and time of a booking. It is filled in with the current values. */
export function ChangeForm({
  booking,
  bounds,
  money,
  view,
  answer,
}: BookingFields & { booking: BookingView & Changeable; bounds: ChangeBounds; money: PaidAndDue }) {
  const slot = currentSlot(booking)
  return (
    <BookingForm
      view={view}
      answer={answer}
      page={useGuestPages().change(booking.id)}
      sizes={bounds}
      limits={{
        min: Math.min(bounds.min_group_size, booking.number_of_guests),
        max: Math.max(largestParty(bounds), booking.number_of_guests),
      }}
      firstSlot={answer?.answers.slot || slot}
      submitLabel="Change Booking"
      read={(form) => readChangeRequest(form, booking, bounds, view.today)}
      hiddenFields={() => <input type="hidden" name="seen" value={versionText(booking)} />}
      summary={(state) => (
        <ChangeSummary {...state} booking={booking} bounds={bounds} money={money} currentSlot={slot} />
      )}
    />
  )
}

function ChangeSummary({
  booking,
  bounds,
  money,
  currentSlot,
  date,
  slot,
  guests,
  hydrated,
  waiting,
  busy,
  view: { now },
}: SummaryState & {
  booking: BookingView
  bounds: ChangeBounds
  money: PaidAndDue
  currentSlot: string | undefined
}) {
  const emails = useSendsEmail()
  const fits = guests === booking.number_of_guests || takesParty(bounds, guests)
  // If no time is chosen and the day stays the same, the booking keeps its start.
  const keepsTime = !slot && date === booking.booking_date && !waiting
  const differs =
    guests !== booking.number_of_guests || (slot !== undefined && formatSlotValue(slot) !== currentSlot)
  const label = !fits
    ? partyLabel(bounds, guests)
    : !slot && !keepsTime
      ? 'Choose a time first'
      : differs
        ? 'Change Booking'
        : 'Nothing changed yet'
  const ready = fits && differs && (slot !== undefined || keepsTime)
  const startsAt = slot?.starts_at ?? (keepsTime ? (booking.starts_at ?? undefined) : undefined)
  const cutoff = booking.experience.cancellation_cutoff_minutes
  const rule = cancellationRule(keepsTime ? guestCutoff(booking, cutoff) : cutoff, startsAt, now)
  const more = timesGuests(booking.price_per_person, fits ? guests - booking.number_of_guests : 0)
  const paying = paidSentence({ ...money, due: addPounds([money.due, more]) }, booking.currency)
  return (
    <Summary
      vineyard={booking.experience.vineyard}
      facts={[
        {
          term: 'Now',
          value: `${formatDay(booking.booking_date)}, ${booking.booking_time}, ${countOf(booking.number_of_guests, 'guest')}`,
        },
        { term: 'Day', value: date ? formatDay(date) : 'Still to choose' },
        {
          term: 'Time',
          value: slot
            ? formatSlotTimes(slot)
            : keepsTime
              ? `${booking.booking_time} (unchanged)`
              : 'Still to choose',
        },
      ]}
      guests={fits ? guests : undefined}
      price={booking.price_per_person}
      currency={booking.currency}
      label={busy ? 'Changing …' : hydrated ? label : 'Change Booking'}
      disabled={busy || (hydrated && !ready)}
      barTerms={[`${paying} ${rule}`]}
    >
      <ul className="terms">
        <li>
          <strong>You keep your current places until the new ones are booked.</strong>
        </li>
        <li>
          {money.paid > 0
            ? `You keep the price you booked at. ${paying}`
            : 'You keep the price you booked at, and pay at the vineyard.'}
        </li>
        <li className="in-bar">{rule}</li>
        <li>
          {emails
            ? 'We tell the vineyard, and email you the new calendar entry.'
            : 'The vineyard sees the change. We cannot send emails at the moment, so download the new calendar entry from your booking’s page.'}
        </li>
      </ul>
      <p className="space-above-small">
        <Link to={useGuestPages().booking(booking.id)}>Keep it as it is</Link>
      </p>
    </Summary>
  )
}
