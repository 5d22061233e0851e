import type { MouseEvent } from 'react'

import { type Day, formatDayShort, formatMonth, formatTime, type Month } from '../../platform/days.ts'
import { Icon } from '../../ui/pictures/icon.tsx'
import { MonthCalendar } from '../../ui/lists/month-calendar.tsx'
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
  /** The URL to which the month buttons submit the form when there is no JavaScript. */
  formAction: string
}) {
  const open = new Map(days.map((day) => [day.slot_date, day]))
  const show = (to: Month | undefined) => to && onMonth(to)
  const monthButton = (to: Month | undefined, whyNot: string) => ({
    label: to ? formatMonth(to) : whyNot,
    disabled: !to,
    name: 'intent',
    value: `month:${to}`,
    formNoValidate: true,
    formAction,
    onClick: (event: MouseEvent) => {
      event.preventDefault()
      show(to)
    },
  })
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
          data-day={day}
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
      <MonthCalendar
        month={month}
        variant="cal"
        heading={{
          id: 'month',
          level: 'h3',
          earlier: monthButton(earlier, 'Earlier months have passed'),
          later: monthButton(later, 'Later months are not open yet'),
        }}
        turn={(by) => show(by < 0 ? earlier : later)}
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

/** A day's start times as radio buttons named `slot`. Slots that are full or too small for the party are disabled. */
export function SlotPicker({
  slots,
  guests,
  chosen,
  onSlot,
  describedBy,
  nearest,
}: {
  slots: Slot[]
  guests: number
  chosen: string | undefined
  onSlot: (value: string) => void
  describedBy: string | undefined
  /** While a booking is changed, the id of the slot nearest to its present time. The slot is marked, but not chosen. */
  nearest?: string | undefined
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
              {slot.id === nearest && <small>Nearest to the booked time</small>}
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

/** Returns '8 places left', 'Last 4 places', 'Full' or 'Only 2 left for your party of 4'. */
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
