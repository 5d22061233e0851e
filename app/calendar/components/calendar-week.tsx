import { Link } from 'react-router'

import { addDays, type Day, formatDayBrief, formatTime, formatWeekday } from '../../platform/days.ts'
import { PlacesBar } from '../../ui/places.tsx'
import { placesSentence } from './running-order.tsx'
import type { Session } from '../../bookings/session.ts'

/** A week, day by day, each with its starts. */
export function CalendarWeek({
  monday,
  today,
  sessions,
  closed,
  toDay,
}: {
  monday: Day
  today: Day
  sessions: Session[]
  closed: Map<Day, string>
  toDay: (day: Day) => string
}) {
  return (
    <ol className="week-days">
      {Array.from({ length: 7 }, (_, n) => addDays(monday, n)).map((day) => {
        const held = sessions.filter(({ slot_date }) => slot_date === day)
        const reason = closed.get(day)
        return (
          <li key={day} className={reason === undefined ? undefined : 'closed'}>
            <h2>
              <Link to={toDay(day)} aria-current={day === today ? 'date' : undefined}>
                <span>{formatWeekday(day)}</span> <span>{formatDayBrief(day, today)}</span>
              </Link>
            </h2>
            {reason !== undefined && <p className="small">{reason || 'Closed'}</p>}
            {held.length === 0 && reason === undefined && <p className="soft small">No sessions</p>}
            <ul className="week-starts">
              {held.map((session, n) => (
                <li key={n}>
                  <strong className="serif">
                    {session.start_time ? formatTime(session.start_time) : 'No time'}
                  </strong>
                  <span>{session.title}</span>
                  <span className="soft small">
                    {placesSentence(session)}
                    {session.waiting > 0 && `, ${session.waiting} waiting`}
                  </span>
                  <PlacesBar taken={session.guests} of={session.capacity ?? 0} />
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ol>
  )
}
