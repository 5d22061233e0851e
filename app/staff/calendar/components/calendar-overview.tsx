import { Link } from 'react-router'

import { cameTo, overBy, placesOf, type Session } from '../../../bookings/sessions/session.ts'
import {
  addDays,
  type Day,
  formatDay,
  formatDayBrief,
  formatTime,
  formatWeekday,
  monthOf,
} from '../../../platform/days.ts'
import { MonthCalendar } from '../../../ui/lists/month-calendar.tsx'
import { PlacesBar } from '../../../ui/page/places.tsx'
import { placesSentence } from './running-order.tsx'
import '../../../ui/lists/lists.css'

type Props = {
  today: Day
  sessions: Session[]
  /** The days on which the vineyard is closed, with the reason, which may be empty. */
  closed: Map<Day, string>
  toDay: (day: Day) => string
}

/** A month as a table. Each day links to its sessions, and shows the places left or, once all have begun, the guests who came. */
export function CalendarMonth({
  on,
  today,
  sessions,
  closed,
  toDay,
  turn,
}: Props & { on: Day; turn: (by: 1 | -1) => void }) {
  const dayCell = (day: Day) => {
    const isToday = day === today
    const onDay = sessions.filter(({ slot_date }) => slot_date === day)
    const reason = closed.get(day)
    const { taken, places } = placesOf(onDay)
    const isOver = onDay.every(({ has_begun }) => has_begun)
    // Staff kept the bookings of a closed session on purpose, so its guests do not overbook the day.
    const open = onDay.filter(({ capacity }) => capacity !== 0)
    const over = isOver ? 0 : open.reduce((sum, session) => sum + overBy(session), 0)
    const waiting = onDay.reduce((sum, session) => sum + session.waiting, 0)
    const calledOff = onDay.reduce((sum, session) => sum + session.called_off, 0)
    const classes = [reason !== undefined && 'closed', over > 0 && 'over', isToday && 'is-today']
    return (
      <td className={classes.filter(Boolean).join(' ') || undefined}>
        <Link to={toDay(day)} data-day={day} aria-current={isToday ? 'date' : undefined}>
          <b>
            <span className="sr">{formatDay(day)}</span>
            <span aria-hidden="true">{Number(day.slice(8))}</span>
          </b>
          {onDay.length > 0 && (
            <>
              {(taken > 0 || places > 0) && <PlacesBar taken={taken} of={places} />}
              {isOver ? (
                <GuestsWhoCame sessions={onDay} />
              ) : over > 0 && reason === undefined ? (
                <em>over by {over}</em>
              ) : places === 0 && reason === undefined ? (
                <span className="soft">{calledOff > 0 && taken === 0 ? 'called off' : 'closed'}</span>
              ) : places === 0 ? (
                taken > 0 && <em>{taken} booked</em>
              ) : (
                <span>
                  {onDay.reduce((sum, { remaining, has_begun }) => sum + (has_begun ? 0 : remaining), 0)}
                  <span className="long"> left</span>
                </span>
              )}
              {!isOver && taken > 0 && reason === undefined && (
                <span className="long soft"> · {taken === 1 ? '1 guest' : `${taken} guests`}</span>
              )}
              {waiting > 0 && <span className="long pending"> · {waiting} waiting</span>}
            </>
          )}
          {reason !== undefined && <span className="long closed-reason">{reason || 'Closed'}</span>}
        </Link>
      </td>
    )
  }
  return (
    <>
      <MonthCalendar
        month={monthOf(on)}
        variant="month sessions"
        caption="Sessions by day"
        turn={turn}
        cell={(day) =>
          day ? (
            dayCell(day)
          ) : (
            <td className="out">
              <span className="sr">Another month</span>
            </td>
          )
        }
      />
      <p className="month-key small soft">
        The numbers show places left or, on past days, guests who came. A number with ? counts guests who were
        marked neither as arrived nor as no-shows. The vineyard is closed on striped days.
      </p>
    </>
  )
}

function GuestsWhoCame({ sessions }: { sessions: Session[] }) {
  const { came, missed, unmarked } = cameTo(sessions)
  if (came + missed + unmarked === 0) return <span className="long soft">No guests</span>
  if (came + missed === 0)
    return (
      <span className="soft">
        {unmarked}
        <span className="long"> not marked</span>
        <span className="short" aria-hidden="true">
          ?
        </span>
      </span>
    )
  return (
    <span className="soft">
      {came}
      <span className="long">
        {' '}
        came{missed > 0 && `, ${missed} did not`}
        {unmarked > 0 && `, ${unmarked} not marked`}
      </span>
    </span>
  )
}

/** A week with the sessions of each day. */
export function CalendarWeek({ monday, today, sessions, closed, toDay }: Props & { monday: Day }) {
  return (
    <ol className="week-days">
      {Array.from({ length: 7 }, (_, n) => addDays(monday, n)).map((day) => {
        const onDay = sessions.filter(({ slot_date }) => slot_date === day)
        const reason = closed.get(day)
        return (
          <li key={day} className={reason === undefined ? undefined : 'closed'}>
            <h2>
              <Link to={toDay(day)} aria-current={day === today ? 'date' : undefined}>
                <span>{formatWeekday(day)}</span> <span>{formatDayBrief(day, today)}</span>
              </Link>
            </h2>
            {reason !== undefined && <p className="small">{reason || 'Closed'}</p>}
            {onDay.length === 0 && reason === undefined && <p className="soft small">No sessions</p>}
            <ul className="week-starts">
              {onDay.map((session, n) => (
                <li key={n}>
                  <strong className="serif">
                    {session.start_time ? formatTime(session.start_time) : 'No time'}
                  </strong>
                  <span>{session.title}</span>
                  <span className="soft small">
                    {placesSentence(session)}
                    {session.waiting > 0 && `, ${session.waiting} waiting`}
                  </span>
                  <PlacesBar taken={session.guests} of={session.capacity ?? session.own_places ?? 0} />
                </li>
              ))}
            </ul>
          </li>
        )
      })}
    </ol>
  )
}
