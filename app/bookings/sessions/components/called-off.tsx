import { Form, Link, useNavigation } from 'react-router'

import { formatPlacesLeft } from '../../../availability/components/slot-picker.tsx'
import { formatSlotValue, type Slot } from '../../../availability/slot.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { clockOf, type Day, formatDay, formatDayShort, formatTime } from '../../../platform/days.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { phoneLink } from '../../../platform/text/phone-link.ts'
import type { BookingView } from '../../booking.server.ts'
import { choiceSentences } from '../call-off.ts'
import type { HeldTime } from '../call-off.server.ts'
import { zoneSentence } from '../../booking-terms.ts'

/** Shows the time that is held for the guest, with a button that moves the booking to this time. */
export function HeldTimeNotice({
  booking,
  held,
  total,
}: {
  booking: BookingView
  held: HeldTime
  /** The price and how it is paid, as a sentence. */
  total: string
}) {
  const busy = useNavigation().state !== 'idle'
  return (
    <section className="panel held-time" aria-labelledby="held">
      <h2 id="held" className="as-h3">
        {formatDay(held.slot_date)}, {formatTime(held.start_time)}
      </h2>
      <p>
        We’re holding {countOf(booking.number_of_guests, 'place')} for you until{' '}
        <strong>{formatTime(clockOf(held.expires_at).slice(11))}</strong>. You keep the price you booked at:{' '}
        {total}
      </p>
      <Form method="post">
        <input type="hidden" name="slot" value={formatSlotValue(held)} />
        <Button variant="primary" name="intent" value="move" disabled={busy}>
          Move my booking to this time
        </Button>
      </Form>
    </section>
  )
}

/** Lists the times with places for the party as buttons, grouped by day. Pressing a button holds its time. */
export function Times({
  booking,
  today,
  times,
  held,
  isLater,
}: {
  booking: BookingView
  today: Day
  times: { slots: Slot[]; later: Day | undefined; hasEarlier: boolean } | null
  held: HeldTime | undefined
  /** Whether the times start after today. */
  isLater: boolean
}) {
  const busy = useNavigation().state !== 'idle'
  const { number_of_guests: guests } = booking
  if (times === null) return <Notice tone="bad">{choiceSentences.times_failed}</Notice>
  const days = Map.groupBy(times.slots, ({ slot_date }) => slot_date)
  return (
    <section aria-labelledby="times" className="space-above">
      <h2 id="times" className="as-h3">
        {held ? 'Or another time' : 'Times'} with places for{' '}
        {guests === 1 ? 'you' : `your party of ${guests}`}
      </h2>
      {days.size === 0 ? (
        <NoTimes booking={booking} isLater={isLater} />
      ) : (
        <>
          <p className="soft small space-below">Choosing a time holds it for ten minutes. {zoneSentence}</p>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="hold" />
            <ol className="choose-times">
              {[...days].map(([day, slots]) => (
                <li key={day}>
                  <h3>{formatDayShort(day, today)}</h3>
                  <ul>
                    {slots.map((slot) => (
                      <li key={slot.id}>
                        <Button
                          name="slot"
                          value={formatSlotValue(slot)}
                          disabled={busy}
                          aria-pressed={slot.id === held?.id}
                          aria-label={`${formatDayShort(day, today)}, ${formatTime(slot.start_time)}, ${formatPlacesLeft(slot, guests)}`}
                        >
                          <b>{formatTime(slot.start_time)}</b>
                          <small>
                            {slot.id === held?.id ? 'Held for you' : formatPlacesLeft(slot, guests)}
                          </small>
                        </Button>
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ol>
          </Form>
        </>
      )}
      {(times.hasEarlier || times.later) && (
        <p className="row space-above">
          {times.hasEarlier && <Link to={`?from=${today}#times`}>Earlier times</Link>}
          {times.later && <Link to={`?from=${times.later}#times`}>Later times</Link>}
        </p>
      )}
    </section>
  )
}

function NoTimes({ booking, isLater }: { booking: BookingView; isLater: boolean }) {
  const { vineyard } = booking.experience
  return (
    <p>
      {!vineyard.is_visible
        ? `${vineyard.name} cannot be booked online at the moment. They will call you about another time. `
        : isLater
          ? 'There are no later times with enough places. '
          : 'At the moment no other time has enough places. Places may become free later. '}
      {vineyard.phone && (
        <>
          You can also call {vineyard.name} on <a href={phoneLink(vineyard.phone)}>{vineyard.phone}</a>.
        </>
      )}
    </p>
  )
}

/** The query and fragment that open the question whether to cancel, on the page of a booking. */
export const cancelStep = '?cancel=yes#cancel'

/** A link to the page of a booking, which asks before it cancels. */
export function CancelInstead({
  page,
  heading,
  sentence,
}: {
  page: string
  heading: string
  sentence: string
}) {
  return (
    <section className="between after" aria-labelledby="cancel-heading">
      <div>
        <h2 id="cancel-heading" className="as-h3">
          {heading}
        </h2>
        <p className="soft">{sentence}</p>
      </div>
      <ButtonLink variant="danger" to={page + cancelStep}>
        Cancel Booking
      </ButtonLink>
    </section>
  )
}
