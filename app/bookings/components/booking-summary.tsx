import type { Slot } from '../../availability/slot.ts'
import type { Experience } from '../../experiences/experience.ts'
import { pictureOf } from '../../media/picture.ts'
import { type Day, formatDay, formatTime } from '../../platform/days.ts'
import { formatMoney, timesGuests } from '../../platform/money.ts'
import { Button } from '../../ui/button.tsx'
import { PictureFrame } from '../../ui/picture-frame.tsx'
import { Facts } from '../../ui/ticket.tsx'
import { fitsGroup } from '../booking-request.ts'
import { BookingTerms } from './booking-terms.tsx'

/** What is about to be booked, what it costs, and the button. */
export function BookingSummary({
  vineyard,
  experience,
  date,
  slot,
  guests,
  now,
  ready,
  enforced,
  busy,
}: {
  vineyard: { name: string; cover_image_url: string | null }
  experience: Experience
  date: Day | undefined
  slot: Slot | undefined
  guests: number
  now: Date
  /** False only where a script runs and a time is still to be chosen. */
  ready: boolean
  /** True where a script runs and may hold the button back. */
  enforced: boolean
  busy: boolean
}) {
  const each = formatMoney(experience.price_per_person, experience.currency)
  const fits = fitsGroup(experience, guests)
  const total = formatMoney(timesGuests(experience.price_per_person, guests), experience.currency)
  return (
    <aside className="book-aside" aria-label="Your booking">
      <div className="summary">
        <PictureFrame picture={pictureOf(vineyard.cover_image_url)} sizes="(min-width: 62rem) 24rem, 0px" />
        <div className="in-sum">
          <h2 className="as-h3">Your booking</h2>
          <Facts
            variant="sumlist"
            items={[
              { term: 'Where', value: vineyard.name },
              { term: 'Day', value: date ? formatDay(date) : 'Still to choose' },
              { term: 'Time', value: slot ? timesOf(slot) : 'Still to choose' },
              { term: 'Guests', value: fits ? `${guests} × ${each}` : 'Still to say' },
            ]}
          />
          <BookingTerms experience={experience} startsAt={slot?.starts_at} now={now} />
        </div>
      </div>
      <div className="pay">
        <p>
          <span className="small soft">Total</span>{' '}
          <output className="sum num" htmlFor="guests">
            {fits ? total : '–'}
          </output>
        </p>
        <Button variant="primary" name="intent" value="book" disabled={!ready || busy || (!fits && enforced)}>
          {busy ? 'Booking …' : !fits ? 'Say how many of you' : ready ? label(guests) : 'Choose a time first'}
        </Button>
      </div>
    </aside>
  )
}

const label = (guests: number) => `Book for ${guests} ${guests === 1 ? 'guest' : 'guests'}`

/** '12:00 PM to 1:30 PM', and whether the end is on the next day. */
export function timesOf({ start_time, end_time }: Pick<Slot, 'start_time' | 'end_time'>): string {
  return `${formatTime(start_time)} to ${formatTime(end_time)}${end_time <= start_time ? ' next day' : ''}`
}
