import { overBy, type Session } from '../bookings/session.ts'
import { type Day, formatDayShort, formatTime } from '../platform/days.ts'

const few = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** The day as a fact: 'Three sessions, 25 guests today'. Without guests, when the next ones come. `date` is today's. */
export function dayHeadline(today: Session[], coming: Session[], date: Day): string {
  const guestsOf = ({ guests, no_shows }: Session) => guests - no_shows
  const guests = today.reduce((sum, session) => sum + guestsOf(session), 0)
  if (guests > 0) {
    const held = today.filter((session) => guestsOf(session) > 0).length
    return `${few[held] ?? held} ${held === 1 ? 'session' : 'sessions'}, ${guests} ${guests === 1 ? 'guest' : 'guests'} today`
  }
  const next = coming.find((session) => session.guests > 0)
  if (!next) return today.length > 0 ? 'Nobody is booked for today yet' : 'No sessions today'
  const at = next.start_time ? ` at ${formatTime(next.start_time)}` : ''
  return `Nobody today; the next guests come on ${formatDayShort(next.slot_date, date)}${at}`
}

/** The next start with places that is still to come, undefined where the week has none. */
export function nextFree(sessions: Session[]): Session | undefined {
  return sessions.find(
    ({ has_begun, ...session }) =>
      !has_begun && session.capacity !== null && session.remaining > 0 && overBy(session) === 0,
  )
}
