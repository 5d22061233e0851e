import { href, Link } from 'react-router'

import { type Slot, slotId, slotShown } from '../../availability/slot.ts'
import { type Day, formatDayShort, formatTime } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { BookingRefusal } from '../booking-request.ts'

/** Why the form was not taken, and what there is instead. */
export function RefusalNotice({
  today,
  refusal,
  onAlternative,
}: {
  today: Day
  refusal: BookingRefusal & { alternatives?: Slot[]; first_booking?: string | null | undefined }
  /** Told where a script runs; without one the button sends the form, which comes back with that start chosen. */
  onAlternative: (slot: Slot) => void
}) {
  const { message, alternatives = [], first_booking } = refusal
  return (
    <div data-refusal tabIndex={-1}>
      <Notice tone="bad">
        <p>{message}</p>
        {alternatives.length > 0 && (
          <>
            <p>These still have room:</p>
            <ul className="row plain">
              {alternatives.map((slot) => (
                <li key={slotId(slot)}>
                  <Button
                    small
                    name="intent"
                    value={`slot:${slotShown(slot)}`}
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
            {first_booking && (
              <Link to={href('/booking-confirmation/:id', { id: first_booking })}>See that booking</Link>
            )}
            <Button small name="intent" value="book">
              Book another
            </Button>
          </p>
        )}
      </Notice>
    </div>
  )
}
