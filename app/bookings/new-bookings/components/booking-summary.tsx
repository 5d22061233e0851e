import type { ReactNode } from 'react'

import { formatSlotTimes, type Slot } from '../../../availability/slot.ts'
import { type Experience, type GroupSizes, takesParty } from '../../../catalogue/experiences/experience.ts'
import { pictureOf } from '../../../platform/media/picture.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { type Day, formatDay } from '../../../platform/days.ts'
import { formatMoney, timesGuests } from '../../../platform/money.ts'
import { Button } from '../../../ui/button.tsx'
import { PictureFrame } from '../../../ui/pictures/picture-frame.tsx'
import { Facts } from '../../../ui/pictures/ticket.tsx'
import type { BookingFormView } from '../booking-form.server.ts'
import { BookingTerms } from './booking-terms.tsx'
import { cancellableUntil, cancellationRule } from '../../booking-terms.ts'
import { groupSentence } from '../booking-request.ts'

/** The choices so far. While `hydrated` is false, as without JavaScript, the button is never disabled. */
export type SummaryState = {
  view: Pick<BookingFormView, 'now' | 'slots'>
  date: Day | undefined
  slot: Slot | undefined
  guests: number
  waiting: boolean
  hydrated: boolean
  busy: boolean
}

/** The card that shows the new booking, its price and the Book button. */
export function BookingSummary({
  vineyard,
  experience,
  date,
  slot,
  view: { now, slots },
  guests,
  hydrated,
  busy,
}: SummaryState & {
  vineyard: { name: string; cover_image_url: string | null; poster_url?: string | null }
  experience: Experience
}) {
  const fits = takesParty(experience, guests)
  const ready = !hydrated || slot !== undefined
  const cutoff = experience.cancellation_cutoff_minutes
  // If even the last start of the day can no longer be cancelled, says so before a time is chosen.
  const last = slots?.at(-1)?.starts_at
  const startsAt = slot?.starts_at ?? (last && now >= cancellableUntil(last, cutoff) ? last : undefined)
  const label = ready ? `Book for ${countOf(guests, 'guest')}` : 'Choose a time first'
  return (
    <Summary
      vineyard={vineyard}
      facts={[
        { term: 'Where', value: vineyard.name },
        { term: 'Day', value: date ? formatDay(date) : 'Still to choose' },
        { term: 'Time', value: slot ? formatSlotTimes(slot) : 'Still to choose' },
      ]}
      guests={fits ? guests : undefined}
      price={experience.price_per_person}
      currency={experience.currency}
      label={busy ? 'Booking …' : fits ? label : partyLabel(experience, guests)}
      disabled={!ready || busy || (!fits && hydrated)}
      barTerms={[
        `You pay at the vineyard. ${cancellationRule(cutoff, startsAt, now)}`,
        ...(experience.included ? [`Included: ${experience.included}`] : []),
      ]}
    >
      <BookingTerms experience={experience} startsAt={startsAt} now={now} />
    </Summary>
  )
}

/** Returns the label of the button while the party cannot be booked. */
export function partyLabel(sizes: GroupSizes, guests: number): string {
  return guests > 0 ? groupSentence(sizes) : 'Enter the number of guests'
}

/** The card beside a booking form, which shows the booking, its price and the button. */
export function Summary({
  vineyard,
  facts,
  guests,
  price,
  currency,
  label,
  disabled,
  barTerms,
  children,
}: {
  vineyard: { cover_image_url: string | null; poster_url?: string | null }
  facts: { term: string; value: string }[]
  /** Undefined while the chosen party size cannot be booked. */
  guests: number | undefined
  price: number
  currency: string
  label: string
  disabled: boolean
  /** The terms that the fixed bar on phones repeats, one per line. */
  barTerms: string[]
  children: ReactNode
}) {
  const each = formatMoney(price, currency)
  const party = guests === undefined ? 'Still to choose' : `${guests} × ${each}`
  return (
    <aside className="book-aside" aria-label="Your booking">
      <div className="summary">
        <PictureFrame
          picture={pictureOf(vineyard.cover_image_url ?? vineyard.poster_url)}
          sizes="(min-width: 62rem) 24rem, 0px"
        />
        <div className="summary-body">
          <h2 className="as-h3">Your booking</h2>
          <Facts variant="sumlist" items={[...facts, { term: 'Guests', value: party }]} />
          {children}
        </div>
      </div>
      <div className="pay">
        <ul className="bar-terms">
          {barTerms.map((term) => (
            <li key={term}>{term}</li>
          ))}
        </ul>
        <p>
          <span className="small soft">Total</span>{' '}
          <output className="sum num" htmlFor="guests">
            {guests === undefined ? '–' : formatMoney(timesGuests(price, guests), currency)}
          </output>
        </p>
        <input type="hidden" name="total_for" value={guests ?? ''} />
        <Button variant="primary" name="intent" value="book" disabled={disabled}>
          {label}
        </Button>
      </div>
    </aside>
  )
}
