import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import {
  addDays,
  addMonths,
  type Day,
  daysOfMonth,
  formatDay,
  formatMonth,
  monthOf,
  weekdayNumber,
} from '../../../platform/days.ts'
import { Icon } from '../../../ui/pictures/icon.tsx'
import { MonthTable } from '../../../ui/lists/month-table.tsx'

/**
 * A calendar to pick a day from today on. One day is in the tab order; the arrow keys, Home, End, Page Up and Page Down move
 * to others.
 */
export default function DayCalendar({
  chosen,
  today,
  onDay,
}: {
  chosen: Day | null
  today: Day
  onDay: (day: Day) => void
}) {
  const [at, setAt] = useState(chosen ?? today)
  const grid = useRef<HTMLTableElement>(null)
  const movesFocus = useRef(true)
  // The focus follows the keys and enters on opening, but stays on the month buttons.
  useEffect(() => {
    if (movesFocus.current) grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus()
  }, [at])

  const month = monthOf(at)
  const go = (day: Day, focused: boolean) => {
    movesFocus.current = focused
    setAt(day < today ? today : day)
  }
  const onKey = (event: KeyboardEvent) => {
    const to = keys[event.key]?.(at)
    if (!to) return
    event.preventDefault()
    go(to, true)
  }

  return (
    <>
      <div className="cal-head">
        {month > monthOf(today) ? (
          <button
            type="button"
            className="sq"
            aria-label={formatMonth(addMonths(month, -1))}
            onClick={() => go(inMonth(at, -1), false)}
          >
            <Icon name="back" />
          </button>
        ) : (
          <span className="sq" role="img" aria-label="Earlier months have passed">
            <Icon name="back" />
          </span>
        )}
        <h3 id="date-month" aria-live="polite">
          {formatMonth(month)}
        </h3>
        <button
          type="button"
          className="sq"
          aria-label={formatMonth(addMonths(month, 1))}
          onClick={() => go(inMonth(at, 1), false)}
        >
          <Icon name="next" />
        </button>
      </div>
      <MonthTable
        month={month}
        variant="cal"
        labelledBy="date-month"
        letters={2}
        ref={grid}
        cell={(day) => (
          <td>
            {day && (
              <button
                type="button"
                className={day < today ? 'day off' : 'day'}
                data-day={day}
                aria-label={formatDay(day)}
                aria-pressed={day === chosen}
                onKeyDown={onKey}
                disabled={day < today}
                tabIndex={day === at ? 0 : -1}
                onClick={() => onDay(day)}
              >
                <b>{Number(day.slice(8))}</b>
              </button>
            )}
          </td>
        )}
      />
    </>
  )
}

/** The day that each key moves to. */
const keys: Partial<Record<string, (at: Day) => Day>> = {
  ArrowLeft: (at) => addDays(at, -1),
  ArrowRight: (at) => addDays(at, 1),
  ArrowUp: (at) => addDays(at, -7),
  ArrowDown: (at) => addDays(at, 7),
  Home: (at) => addDays(at, 1 - weekdayNumber(at)),
  End: (at) => addDays(at, 7 - weekdayNumber(at)),
  PageUp: (at) => inMonth(at, -1),
  PageDown: (at) => inMonth(at, 1),
}

/** The same day of another month, or its last day. */
function inMonth(at: Day, months: number): Day {
  const days = daysOfMonth(addMonths(monthOf(at), months))
  return days[Math.min(Number(at.slice(8)), days.length) - 1] ?? at
}
