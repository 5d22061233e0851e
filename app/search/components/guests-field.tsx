import { Icon } from '../../ui/icon.tsx'
import { mostGuests } from '../filters.ts'

/** How many guests to find places for: part of the search, so it is shown beside it. */
export function GuestsField({ guests }: { guests: number | null }) {
  return (
    <div className="guests">
      <label className="sr" htmlFor="guests">
        Guests
      </label>
      <Icon name="people" />
      <input
        className="in"
        id="guests"
        name="guests"
        type="number"
        inputMode="numeric"
        min={1}
        max={mostGuests}
        placeholder="Guests"
        defaultValue={guests ?? ''}
        autoComplete="off"
      />
    </div>
  )
}
