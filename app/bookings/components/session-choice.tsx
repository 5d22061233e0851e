import { countPlacesLeft } from '../../availability/slot.ts'
import { formatTime } from '../../platform/days.ts'
import type { Session } from '../session.ts'

/** The starts of a day to choose from, full ones too: staff may overbook, in a step of its own. */
export function SessionChoice({
  sessions,
  chosen,
  label,
}: {
  sessions: Session[]
  chosen: string | null
  label: string
}) {
  const open = sessions.filter(({ id, capacity }) => id !== null && capacity !== null)
  if (open.length === 0)
    return (
      <p className="soft">
        No sessions are planned that day. Another day has some, or add one to the experience.
      </p>
    )
  return (
    <fieldset className="session-choice">
      <legend>{label}</legend>
      {open.map((session) => (
        <label key={session.id}>
          <input
            type="radio"
            name="slot"
            value={session.id ?? ''}
            defaultChecked={session.id === chosen || open.length === 1}
            required
          />
          <span>
            <strong className="serif">{session.start_time && formatTime(session.start_time)}</strong>{' '}
            <span className="soft small">{leftOf(session)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function leftOf({ remaining, guests, capacity }: Session): string {
  if (remaining === 0) return `full, ${guests} of ${capacity}`
  return countPlacesLeft(remaining)
}
