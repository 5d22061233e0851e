import { type Day, formatDayShort, formatMonth, type Month } from '../../platform/days.ts'
import { Icon } from '../../ui/icon.tsx'
import { MonthTable } from '../../ui/month-table.tsx'
import { countPlacesLeft, dayState, type OpenDay } from '../slot.ts'

/**
 * A month of days as radios named `date`, each with the places left on it. Without a script its months turn by submit
 * buttons named `intent` with the value `month:<yyyy-MM>`; with one, `onMonth` and `onDay` are told instead.
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
  /** Where the month buttons send the form when no script runs. */
  formAction: string
}) {
  const open = new Map(days.map((day) => [day.slot_date, day]))
  return (
    <>
      <div className="cal-head">
        <Turn
          to={earlier}
          icon="back"
          idle="Earlier months have passed"
          onMonth={onMonth}
          formAction={formAction}
        />
        <h3 id="month">{formatMonth(month)}</h3>
        <Turn
          to={later}
          icon="next"
          idle="Later months are not open yet"
          onMonth={onMonth}
          formAction={formAction}
        />
      </div>
      <MonthTable
        month={month}
        variant="cal"
        labelledBy="month"
        cell={(day) => (
          <td>
            {day && (
              <DayCell
                day={day}
                today={today}
                open={open.get(day)}
                guests={guests}
                chosen={day === chosen}
                onDay={onDay}
              />
            )}
          </td>
        )}
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

function DayCell({
  day,
  today,
  open,
  guests,
  chosen,
  onDay,
}: {
  day: Day
  today: Day
  open: OpenDay | undefined
  guests: number
  chosen: boolean
  onDay: (day: Day) => void
}) {
  const number = Number(day.slice(8))
  if (!open)
    return (
      <span className="day off">
        <b>{number}</b>
        <span className="sr">{day < today ? 'past' : 'no sessions'}</span>
      </span>
    )
  const state = dayState(open, guests)
  if (state === 'full')
    return (
      <span className="day full">
        <b>{number}</b>
        <i>Full</i>
      </span>
    )
  if (state === 'small')
    return (
      <span className="day full">
        <b>{number}</b>
        <i>
          {open.largest_party}
          <span> at most</span>
          <span className="sr"> together</span>
        </i>
      </span>
    )
  return (
    <label className={state === 'few' ? 'day few' : 'day'}>
      <input
        type="radio"
        name="date"
        value={day}
        checked={chosen}
        onChange={() => onDay(day)}
        aria-label={`${formatDayShort(day, today)}, ${countPlacesLeft(open.remaining)}`}
      />
      <b>{number}</b>
      <i>
        {open.remaining}
        <span> left</span>
      </i>
    </label>
  )
}

function Turn({
  to,
  icon,
  idle,
  onMonth,
  formAction,
}: {
  to: Month | undefined
  icon: 'back' | 'next'
  idle: string
  onMonth: (month: Month) => void
  formAction: string
}) {
  if (!to)
    return (
      <span className="sq" role="img" aria-label={idle}>
        <Icon name={icon} />
      </span>
    )
  return (
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
  )
}
