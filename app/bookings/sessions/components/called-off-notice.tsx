import { href, Link } from 'react-router'

import { clockOf, dayOf, formatDay, formatTime } from '../../../platform/days.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import type { BookingView } from '../../booking.server.ts'
import { useOutcomeAfter } from '../../changes/components/being-cancelled.tsx'
import { useGuestPages } from '../../new-bookings/guest-pages.tsx'
import { becauseOf } from '../call-off.ts'

/** Says that a session was called off and why, with the vineyard's message. */
export function CalledOffNotice({ booking }: { booking: BookingView }) {
  const { booking_date, booking_time, called_off_reason, called_off_message } = booking
  const { name } = booking.experience.vineyard
  return (
    <Notice tone="wait" icon="alert">
      <p>
        <strong>
          {name} had to call off the session on {formatDay(booking_date)}, {booking_time}
          {becauseOf(called_off_reason)}.
        </strong>
      </p>
      {called_off_message && <blockquote className="called-off-message">{called_off_message}</blockquote>}
    </Notice>
  )
}

/** Says that the vineyard can still undo the call-off, and loads the outcome when the time to undo is over. */
export function BeingCalledOff({ vineyard, seconds }: { vineyard: string; seconds: number }) {
  useOutcomeAfter(seconds)
  return (
    <Notice tone="wait" icon="clock">
      {vineyard} is calling this session off. They can still undo this for up to half a minute. Then you can
      choose another time here.
    </Notice>
  )
}

type News = { booking: BookingView; now: Date; isKept: boolean; seconds: number | null }

/** Says that a booking's session was called off or moved. `seconds` is how long the call-off can still be undone. */
export default function SessionNews({ seconds, ...news }: News) {
  if (news.booking.called_off_at === null) return <MovedNotice {...news} />
  return seconds === null ? (
    <CalledOffNotice booking={news.booking} />
  ) : (
    <BeingCalledOff vineyard={news.booking.experience.vineyard.name} seconds={seconds} />
  )
}

/** Says that the vineyard moved the session, with a link to answer. Hidden once the session begins. */
function MovedNotice({ booking, now, isKept }: Omit<News, 'seconds'>) {
  const { id, moved_from, starts_at, experience } = booking
  const { isFramed } = useGuestPages()
  if (!moved_from || !starts_at || starts_at <= now) return null
  return (
    <Notice tone={isKept ? 'good' : 'wait'} role="status">
      <strong>
        {isKept ? 'Thank you: you keep the new time.' : `${experience.vineyard.name} has moved this visit.`}
      </strong>{' '}
      Before, it was {formatDay(dayOf(moved_from))}, {formatTime(clockOf(moved_from).slice(11))}.{' '}
      {!isFramed && !isKept && <Link to={href('/booking/:id/new-time', { id })}>Keep, change or cancel</Link>}
    </Notice>
  )
}
