import { type Day, formatDayShort, formatMonth, formatTime, type Month } from '../../platform/days.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { MonthTable } from '../../ui/lists/month-table.tsx'
import { countPlacesLeft, dayState, formatSlotValue, type OpenDay, type Slot, slotState } from '../slot.ts'

/**
 * A month of days as radio buttons named `date`, each with its places left. Without JavaScript, submit buttons named
 * `intent` with the value `month:<yyyy-MM>` change the month.
 */
export function DayPicker({
  month,
  today,
  days,
  chosen,
  guests,
  earlier,
  later,
  onDay,
  onMonth,
  formAction,
}: {
  month: Month
  today: Day
  days: OpenDay[]
  chosen: Day | undefined
  guests: number
  earlier: Month | undefined
  later: Month | undefined
  onDay: (day: Day) => void
  onMonth: (month: Month) => void
  /** Where the month buttons submit the form without JavaScript. */
  formAction: string
}) {
  const open = new Map(days.map((day) => [day.slot_date, day]))
  const monthButton = (to: Month | undefined, icon: 'back' | 'next', disabledLabel: string) =>
    to ? (
      <button
        className="sq"
        name="intent"
        value={`month:${to}`}
        formNoValidate
        formAction={formAction}
        aria-label={formatMonth(to)}
        onClick={(event) => {
          event.preventDefault()
          onMonth(to)
        }}
      >
        <Icon name={icon} />
      </button>
    ) : (
      <span className="sq" role="img" aria-label={disabledLabel}>
        <Icon name={icon} />
      </span>
    )
  const dayCell = (day: Day) => {
    const number = <b>{Number(day.slice(8))}</b>
    const openDay = open.get(day)
    if (!openDay)
      return (
        <span className="day off">
          {number}
          <span className="sr">{day < today ? 'past' : 'no sessions'}</span>
        </span>
      )
    const { remaining, largest_party } = openDay
    const state = dayState(openDay, guests)
    if (state === 'full' || state === 'small')
      return (
        <span className="day full">
          {number}
          {state === 'full' ? (
            <i>Full</i>
          ) : (
            <i>
              {largest_party}
              <span> at most</span>
              <span className="sr"> together</span>
            </i>
          )}
        </span>
      )
    return (
      <label className={state === 'few' ? 'day few' : 'day'}>
        <input
          type="radio"
          name="date"
          value={day}
          checked={day === chosen}
          onChange={() => onDay(day)}
          aria-label={`${formatDayShort(day, today)}, ${countPlacesLeft(remaining)}`}
        />
        {number}
        <i>
          {remaining}
          <span> left</span>
        </i>
      </label>
    )
  }
  return (
    <>
      <div className="cal-head">
        {monthButton(earlier, 'back', 'Earlier months have passed')}
        <h3 id="month">{formatMonth(month)}</h3>
        {monthButton(later, 'next', 'Later months are not open yet')}
      </div>
      <MonthTable
        month={month}
        variant="cal"
        labelledBy="month"
        cell={(day) => <td aria-current={day === today ? 'date' : undefined}>{day && dayCell(day)}</td>}
      />
      <p className="key">
        <span>The small number shows places left.</span>
        <span>
          <i className="few" />
          Last few
        </span>
      </p>
    </>
  )
}

/** A day's start times as radio buttons named `slot`. Slots that are full or too small are shown but disabled. */
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
  onSlot: (value: string) => void
  describedBy: string | undefined
}) {
  return (
    <div className="slots">
      {slots.map((slot) => {
        const state = slotState(slot, guests)
        const isDisabled = state === 'full' || state === 'small'
        return (
          <div className="slot" key={slot.id}>
            <input
              type="radio"
              name="slot"
              id={slot.id}
              value={formatSlotValue(slot)}
              required
              disabled={isDisabled}
              checked={!isDisabled && formatSlotValue(slot) === chosen}
              onChange={() => onSlot(formatSlotValue(slot))}
              aria-describedby={describedBy}
            />
            <label htmlFor={slot.id}>
              <b>{formatTime(slot.start_time)}</b>
              <small className={state === 'few' ? 'few' : undefined}>{formatPlacesLeft(slot, guests)}</small>
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

/** '8 places left', 'Last 4 places', 'Full', 'Only 2 left for your party of 4'. */
export function formatPlacesLeft(slot: Pick<Slot, 'remaining'>, guests: number): string {
  switch (slotState(slot, guests)) {
    case 'full':
      return 'Full'
    case 'small':
      return `Only ${slot.remaining} left for your party of ${guests}`
    case 'few':
      return slot.remaining === 1 ? 'Last place' : `Last ${slot.remaining} places`
    case 'free':
      return countPlacesLeft(slot.remaining)
  }
}
