import { type Day, formatDay, formatMonth, type Month } from '../../platform/days.ts'
import { Icon } from '../../ui/icon.tsx'
import { MonthTable } from '../../ui/month-table.tsx'
import type { PlannedDay } from '../planned-start.ts'
import '../../ui/month.css'

/** A month of a plan: on each day who has a place and how many there are. A press opens the day. */
export function PlanCalendar({
  month,
  today,
  days,
  chosen,
  reasonOn,
  onMonth,
  onDay,
}: {
  month: Month
  today: Day
  days: Map<Day, PlannedDay>
  chosen: Day | null
  /** Why a day is closed, in a word or two. */
  reasonOn: (day: PlannedDay) => string | null
  onMonth: (by: 1 | -1) => void
  onDay: (day: Day) => void
}) {
  return (
    <section aria-labelledby="plan-month">
      <div className="cal-head plan-head">
        <button className="sq" type="button" aria-label="The month before" onClick={() => onMonth(-1)}>
          <Icon name="back" />
        </button>
        <h2 id="plan-month" aria-live="polite">
          {formatMonth(month)}
        </h2>
        <button className="sq" type="button" aria-label="The month after" onClick={() => onMonth(1)}>
          <Icon name="next" />
        </button>
      </div>
      <MonthTable
        month={month}
        variant="month plan"
        labelledBy="plan-month"
        cell={(day) => (
          <td
            className={[!(day && days.has(day)) && 'out', day === today && 'is-today']
              .filter(Boolean)
              .join(' ')}
          >
            {day && (
              <DayCell
                day={day}
                today={today}
                planned={days.get(day)}
                chosen={day === chosen}
                reasonOn={reasonOn}
                onDay={onDay}
              />
            )}
          </td>
        )}
      />
      <p className="key">
        <span>Guests booked / places that day</span>
        <span>
          <i className="closed" />
          Closed
        </span>
      </p>
    </section>
  )
}

function DayCell({
  day,
  today,
  planned,
  chosen,
  reasonOn,
  onDay,
}: {
  day: Day
  today: Day
  planned: PlannedDay | undefined
  chosen: boolean
  reasonOn: (day: PlannedDay) => string | null
  onDay: (day: Day) => void
}) {
  const reason = planned?.closed ? (reasonOn(planned) ?? '') : ''
  const look = planned?.over ? 'over' : planned?.closed ? 'closed' : undefined
  return (
    <button type="button" className={look} aria-pressed={chosen} onClick={() => onDay(day)}>
      <b aria-hidden="true">{Number(day.slice(8))}</b>
      <span className="sr">
        {formatDay(day)}
        {day === today && ', today'}
        {planned ? ': ' : ': nothing is planned'}
      </span>
      {planned?.closed && (
        <em>
          Closed<span className="long">{reason && `, ${reason}`}</span>
        </em>
      )}
      {planned && !planned.closed && (
        <span className="num">
          {planned.taken}/{planned.capacity}
          <span className="sr"> places taken</span>
        </span>
      )}
      {planned && !planned.closed && planned.capacity > 0 && (
        <progress
          aria-hidden="true"
          value={Math.min(planned.taken, planned.capacity)}
          max={planned.capacity}
        />
      )}
      {planned && planned.over > 0 && <em>over by {planned.over}</em>}
    </button>
  )
}
