import { useEffect, useRef, useState } from 'react'
import { addMonths, type Day, formatDay, formatMonth, monthOf } from '../../../platform/days.ts'
import { MonthCalendar } from '../../../ui/lists/month-calendar.tsx'

/** A calendar for choosing today or a later day. Takes the focus when it opens. */
export default function DayPicker({
  chosen,
  today,
  onDay,
}: {
  chosen: Day | null
  today: Day
  onDay: (day: Day) => void
}) {
  const [month, setMonth] = useState(monthOf(chosen ?? today))
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  const turn = (by: 1 | -1) =>
    setMonth((shown) => (by < 0 && shown <= monthOf(today) ? shown : addMonths(shown, by)))
  const button = (by: 1 | -1) =>
    ({ type: 'button', label: formatMonth(addMonths(month, by)), onClick: () => turn(by) }) as const
  return (
    <MonthCalendar
      month={month}
      variant="cal"
      letters={2}
      heading={{
        id: 'date-month',
        level: 'h3',
        earlier:
          month > monthOf(today) ? button(-1) : { label: 'Earlier months have passed', disabled: true },
        later: button(1),
      }}
      turn={turn}
      cell={(day) => (
        <td>
          {day && (
            <button
              type="button"
              className={day < today ? 'day off' : 'day'}
              ref={day === (chosen ?? today) ? first : undefined}
              data-day={day}
              aria-label={formatDay(day)}
              aria-pressed={day === chosen}
              aria-current={day === today ? 'date' : undefined}
              disabled={day < today}
              onClick={() => onDay(day)}
            >
              <b>{Number(day.slice(8))}</b>
            </button>
          )}
        </td>
      )}
    />
  )
}
