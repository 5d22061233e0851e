import { Link } from 'react-router'

import { formatSlotValue, slotId, type Slot } from '../../../availability/slot.ts'
import { formatDayShort, formatTime, type Day } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { useGuestPages } from '../guest-pages.tsx'
import type { BookingRefusal } from '../booking-request.ts'

export type RefusalProps = {
  today: Day
  refusal: BookingRefusal & {
    alternatives?: Slot[]
    first_booking?: string | null | undefined
    other_visits?: { to?: string; label?: string }
  }
  /** Called when a start is chosen. Without JavaScript the button submits the form, which then shows the start as chosen. */
  onAlternative: (slot: Slot) => void
}

/** Shows other starts with places, the booking that the form had made before, or the vineyard’s other visits. */
export default function WaysOut({ today, refusal, onAlternative }: RefusalProps) {
  const { alternatives = [], first_booking, other_visits } = refusal
  const pages = useGuestPages()
  return (
    <>
      {alternatives.length > 0 && (
        <>
          <p>These times still have places:</p>
          <ul className="row plain">
            {alternatives.map((slot) => (
              <li key={slotId(slot)}>
                <Button
                  small
                  name="intent"
                  value={`slot:${formatSlotValue(slot)}`}
                  formNoValidate
                  onClick={(event) => {
                    event.preventDefault()
                    onAlternative(slot)
                  }}
                >
                  {formatDayShort(slot.slot_date, today)}, {formatTime(slot.start_time)}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {first_booking !== undefined && (
        <p className="row">
          {first_booking && <Link to={pages.booking(first_booking)}>See that booking</Link>}
          <Button small name="intent" value="book">
            Book another
          </Button>
        </p>
      )}
      {other_visits?.to && <Link to={other_visits.to}>{other_visits.label}</Link>}
    </>
  )
}
