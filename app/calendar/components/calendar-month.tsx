import { Link } from 'react-router'

import { type Day, formatDay, monthOf } from '../../platform/days.ts'
import { MonthTable } from '../../ui/month-table.tsx'
import { PlacesBar } from '../../ui/places.tsx'
import { cameTo, overBy, placesOf, type Session } from '../../bookings/session.ts'
import '../../ui/month.css'

/** A month as a table: each day leads to its sessions and says how many places are left, or how many guests came. */
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
  return (
    <>
      <MonthTable
        month={monthOf(on)}
        variant="month sessions"
        caption="Sessions by day"
        cell={(day) =>
          day === undefined ? (
            <td className="out">
              <span className="sr">Another month</span>
            </td>
          ) : (
            <DayCell
              day={day}
              isToday={day === today}
              sessions={sessions.filter(({ slot_date }) => slot_date === day)}
              reason={closed.get(day)}
              to={toDay(day)}
            />
          )
        }
      />
      <p className="month-key small soft">The numbers are places left; on days gone by, guests who came.</p>
    </>
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
  const isOver = sessions.every(({ has_begun }) => has_begun)
  const over = isOver ? 0 : sessions.reduce((sum, session) => sum + overBy(session), 0)
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
            <PlacesBar taken={taken} of={places} />
            {isOver ? (
              <Came sessions={sessions} />
            ) : over > 0 ? (
              <em>{reason === undefined ? `over by ${over}` : `${taken} booked`}</em>
            ) : (
              <Left sessions={sessions} />
            )}
            {!isOver && taken > 0 && reason === undefined && (
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

/** What can still be sold, which of a session that has begun is nothing. */
function Left({ sessions }: { sessions: Session[] }) {
  const left = sessions.reduce((sum, { remaining, has_begun }) => sum + (has_begun ? 0 : remaining), 0)
  return (
    <span>
      {left}
      <span className="long"> left</span>
    </span>
  )
}

function Came({ sessions }: { sessions: Session[] }) {
  const { came, missed } = cameTo(sessions)
  if (came + missed === 0) return <span className="long soft">No guests</span>
  return (
    <span className="soft">
      {came}
      <span className="long"> came{missed > 0 && `, ${missed} did not`}</span>
    </span>
  )
}
