import { href, Link } from 'react-router'

import {
  cameTo,
  fewerLeft,
  hasClosedGuests,
  overBy,
  placesOf,
  type Session,
} from '../../../bookings/sessions/session.ts'
import type { StaffBooking } from '../../../bookings/booking-list.server.ts'
import { FailedEmail } from '../../../bookings/components/failed-email.tsx'
import { sourceProblems } from '../../../partners/calendar-feeds/calendar-source.ts'
import { reportSentences } from '../../../partners/calendar-feeds/read-report.ts'
import { countOf, formatCount } from '../../../platform/text/counts.ts'
import { addDays, type Day, formatDayInList, formatDayShort, formatTime } from '../../../platform/days.ts'
import { formatPounds } from '../../../platform/money.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import { PlacesBar } from '../../../ui/page/places.tsx'
import type { Dashboard } from '../dashboard.server.ts'

/** Returns '3 of 6 sessions booked, 25 guests today', or when the next guests come. `date` is today. */
export function dayHeadline(today: Session[], coming: Session[], date: Day): string {
  const guestsOf = (session: Session) => session.guests - cameTo([session]).missed
  const guests = today.reduce((sum, session) => sum + guestsOf(session), 0)
  if (guests > 0) {
    const visited = today.filter((session) => guestsOf(session) > 0).length
    return `${visited} of ${countOf(today.length, 'session')} booked, ${countOf(guests, 'guest')} today`
  }
  const next = coming.find((session) => session.guests > 0)
  if (!next)
    return today.some(({ capacity }) => capacity !== null)
      ? 'No guests booked for today yet'
      : 'No sessions today'
  const at = next.start_time ? ` at ${formatTime(next.start_time)}` : ''
  return `No guests today; the next guests come on ${formatDayShort(next.slot_date, date)}${at}`
}

/** Returns the next session with places left, or undefined if no session of the week has places left. */
export function nextFree(sessions: Session[]): Session | undefined {
  return sessions.find(
    ({ has_begun, ...session }) =>
      !has_begun && session.capacity !== null && session.remaining > 0 && overBy(session) === 0,
  )
}

type Figures = Pick<Dashboard, 'sessions' | 'this_week' | 'last_week'>

/** Shows four figures: guests and revenue of this week, places of today and the next seven days, and the next free places. */
export function DashboardStrip({ sessions, this_week, last_week }: Figures) {
  const { taken, places } = placesOf(sessions)
  const free = nextFree(sessions)
  const hasComing = sessions.some(({ has_begun, capacity }) => !has_begun && capacity !== null)
  const revenue = revenueOf(this_week)
  return (
    <Strip
      className="dashboard-figures"
      figures={[
        {
          term: 'Guests this week',
          value: formatCount(this_week.guests),
          note:
            (this_week.not_marked > 0 ? `${formatCount(this_week.not_marked)} not marked, ` : '') +
            comparison(this_week.guests, last_week.guests, formatCount),
        },
        {
          term: 'Revenue this week',
          value: formatPounds(revenue),
          note:
            (this_week.earned > 0 && this_week.expected > 0
              ? `${formatPounds(this_week.expected)} still expected, `
              : '') + comparison(revenue, revenueOf(last_week), formatPounds),
        },
        {
          term: 'Today and the next 7 days',
          value: formatCount(taken),
          note: hasClosedGuests(sessions) ? 'guests booked' : `of ${countOf(places, 'place')}`,
        },
        {
          term: 'Next free places',
          value: free ? formatCount(free.remaining) : 'None',
          note: free ? whenOf(free) : hasComing ? 'the week is full' : 'in the next 7 days',
        },
      ]}
    />
  )
}

/** A row of figures, each with a note. */
export function Strip({
  figures,
  className,
}: {
  figures: { term: string; value: string; note: string }[]
  className: string
}) {
  return (
    <dl className={`strip ${className}`}>
      {figures.map(({ term, value, note }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd className="num">
            {value}
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const revenueOf = ({ earned, expected }: Figures['this_week']) => earned + expected

function whenOf({ slot_date, start_time }: Session): string {
  return `${formatDayInList(slot_date)}${start_time ? `, ${formatTime(start_time)}` : ''}`
}

function comparison(now: number, before: number, format: (amount: number) => string): string {
  if (now === before) return 'same as last week'
  return now > before
    ? `${format(now - before)} up on last week`
    : `${format(before - now)} down on last week`
}

const maxNamed = 4

type UnreachedGuest = Pick<
  StaffBooking,
  'id' | 'guest_name' | 'guest_phone' | 'booking_date' | 'failed_email'
>

/** Lists warnings: overbooked sessions, closed days with guests, calendars with a problem, and guests whose email failed. */
export function DashboardWarnings({
  today,
  overfull: overbooked,
  failed_emails,
  calendars,
}: Pick<Dashboard, 'today' | 'overfull' | 'calendars'> & {
  failed_emails: { items: UnreachedGuest[]; total: number }
}) {
  if (overbooked.length === 0 && failed_emails.total === 0 && calendars.length === 0) return null
  return (
    <div className="stack-sm warnings">
      {overbooked.length > 0 && (
        <Notice tone="wait" icon="alert">
          <ul className="plain">
            {overbooked.slice(0, maxNamed).map((slot) => (
              <li key={`${slot.pattern_id}${slot.availability_id}${slot.slot_date}`}>
                <Link to={`${href('/winemaker/bookings')}?from=${slot.slot_date}&until=${slot.slot_date}`}>
                  {formatDayShort(slot.slot_date, today)}, {formatTime(slot.start_time)}
                </Link>
                {slot.capacity === 0
                  ? ` is closed, but ${countOf(slot.sold, 'place is', 'places are')} booked`
                  : ` is overbooked by ${slot.over_by}`}
              </li>
            ))}
            {overbooked.length > maxNamed && <li>and {overbooked.length - maxNamed} more sessions</li>}
          </ul>
        </Notice>
      )}
      {calendars.map(({ id, host, problem, succeeded_at, read_report }) => (
        <Notice key={id} tone="wait" icon="alert">
          <Link to={href('/winemaker/calendar-sync')}>{host}</Link>:{' '}
          {[
            ...(problem ? [sourceProblems[problem]] : []),
            ...(problem && succeeded_at ? ['The closures from its last successful check still apply.'] : []),
            ...(read_report ? reportSentences(read_report) : []),
          ].join(' ')}
        </Notice>
      ))}
      {failed_emails.total > 0 && (
        <Notice tone="wait" icon="mail">
          <ul className="plain stack-sm">
            {failed_emails.items.map((booking) => (
              <li key={booking.id}>
                <Link to={href('/winemaker/bookings/:id', { id: booking.id })}>{booking.guest_name}</Link>,{' '}
                {formatDayShort(booking.booking_date, today)}
                <br />
                <FailedEmail {...booking} />
              </li>
            ))}
            {failed_emails.total > failed_emails.items.length && (
              <li>
                <Link to={`${href('/winemaker/bookings')}?email=failed&from=${today}`}>
                  All {formatCount(failed_emails.total)} guests whose email failed
                </Link>
              </li>
            )}
          </ul>
        </Notice>
      )}
    </div>
  )
}

/** Shows the seven days after today with their places. */
export function WeekAhead({ today, sessions }: { today: Day; sessions: Session[] }) {
  return (
    <section className="dashboard-week" aria-labelledby="week">
      <h2 id="week">The week ahead</h2>
      <ul className="week">
        {Array.from({ length: 7 }, (_, n) => addDays(today, n + 1)).map((day) => {
          const onDay = sessions.filter(({ slot_date }) => slot_date === day)
          const { taken, places } = placesOf(onDay)
          const left = fewerLeft(onDay)
          return (
            <li key={day}>
              <span>{formatDayInList(day).split(' ').slice(0, 2).join(' ')}</span>
              {places + taken === 0 ? (
                <span className="soft">
                  {onDay.length === 0
                    ? 'No sessions'
                    : onDay.some(({ called_off }) => called_off > 0)
                      ? 'Called off'
                      : 'Closed'}
                </span>
              ) : (
                <PlacesBar taken={taken} of={places} />
              )}
              <span className="num">
                {places + taken > 0 && (hasClosedGuests(onDay) ? `${taken} booked` : `${taken} of ${places}`)}
                {left !== null && `, ${left} left`}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
