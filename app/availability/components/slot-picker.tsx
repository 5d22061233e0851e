import { formatTime } from '../../platform/days.ts'
import { Icon } from '../../ui/icon.tsx'
import { countPlacesLeft, type Slot, slotShown, slotState } from '../slot.ts'

/** A day's times as radios named `slot`, each with its places. What is full or too small for the party stays shown. */
export function SlotPicker({
  slots,
  guests,
  chosen,
  onSlot,
  describedBy,
}: {
  slots: Slot[]
  guests: number
  chosen: string | undefined
  onSlot: (shown: string) => void
  describedBy: string | undefined
}) {
  return (
    <div className="slots">
      {slots.map((slot) => {
        const state = slotState(slot, guests)
        const off = state === 'full' || state === 'small'
        return (
          <div className="slot" key={slot.id}>
            <input
              type="radio"
              name="slot"
              id={slot.id}
              value={slotShown(slot)}
              required
              disabled={off}
              checked={!off && slotShown(slot) === chosen}
              onChange={() => onSlot(slotShown(slot))}
              aria-describedby={describedBy}
            />
            <label htmlFor={slot.id}>
              <b>{formatTime(slot.start_time)}</b>
              <small className={state === 'few' ? 'few' : undefined}>{placesLeft(slot, guests)}</small>
            </label>
            <span className="tick">
              <Icon name="tick" />
            </span>
          </div>
        )
      })}
    </div>
  )
}

/** '8 places left', 'Last 4 places', 'Full', 'Only 2, you are 4'. */
export function placesLeft(slot: Pick<Slot, 'remaining'>, guests: number): string {
  switch (slotState(slot, guests)) {
    case 'full':
      return 'Full'
    case 'small':
      return `Only ${slot.remaining}, you are ${guests}`
    case 'few':
      return slot.remaining === 1 ? 'Last place' : `Last ${slot.remaining} places`
    case 'free':
      return countPlacesLeft(slot.remaining)
  }
}
