import { Link } from 'react-router'

import { type Day, formatDay, monthOf, weeksOf } from '../../platform/days.ts'
import { Places } from '../../ui/places.tsx'
import { overBy, placesOf, type Session } from './session.ts'

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** A month as a table: each day leads to its sessions and says how many places are left. */
export function CalendarMonth({
  on,
  today,
  sessions,
  closed,
  toDay,
}: {
  on: Day
  today: Day
  sessions: Session[]
  /** Why a whole day is closed, by day. */
  closed: Map<Day, string>
  toDay: (day: Day) => string
}) {
  const month = monthOf(on)
  return (
    <table className="month">
      <caption className="sr">Sessions by day</caption>
      <thead>
        <tr>
          {weekdays.map((name) => (
            <th key={name} scope="col">
              <abbr title={name}>{name.slice(0, 3)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week, row) => (
          <tr key={row}>
            {week.map((day, n) =>
              day === undefined ? (
                <td key={n} className="out">
                  <span className="sr">Another month</span>
                </td>
              ) : (
                <DayCell
                  key={n}
                  day={day}
                  isToday={day === today}
                  sessions={sessions.filter(({ slot_date }) => slot_date === day)}
                  reason={closed.get(day)}
                  to={toDay(day)}
                />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function DayCell({
  day,
  isToday,
  sessions,
  reason,
  to,
}: {
  day: Day
  isToday: boolean
  sessions: Session[]
  reason: string | undefined
  to: string
}) {
  const { taken, places } = placesOf(sessions)
  const over = sessions.reduce((sum, session) => sum + overBy(session), 0)
  const left = sessions.reduce((sum, { remaining }) => sum + remaining, 0)
  const waiting = sessions.reduce((sum, session) => sum + session.waiting, 0)
  const classes = [reason !== undefined && 'closed', over > 0 && 'over', isToday && 'is-today']
  return (
    <td className={classes.filter(Boolean).join(' ') || undefined}>
      <Link to={to} aria-current={isToday ? 'date' : undefined}>
        <b>
          <span className="sr">{formatDay(day)}</span>
          <span aria-hidden="true">{Number(day.slice(8))}</span>
        </b>
        {sessions.length > 0 && (
          <>
            <Places taken={taken} of={places} />
            {over > 0 ? (
              <em>{reason === undefined ? `over by ${over}` : `${taken} booked`}</em>
            ) : (
              <span>
                {left}
                <span className="long"> left</span>
              </span>
            )}
            {taken > 0 && reason === undefined && (
              <span className="long soft"> · {taken === 1 ? '1 guest' : `${taken} guests`}</span>
            )}
            {waiting > 0 && <span className="long waits"> · {waiting} waiting</span>}
          </>
        )}
        {reason !== undefined && <span className="why">{reason || 'Closed'}</span>}
      </Link>
    </td>
  )
}
