import { Form } from 'react-router'

import { formatTime, type Time } from '../../../platform/days.ts'
import type { ActionResult } from '../../../staff-client/action-result.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { sessionPlaces, type Session } from '../../sessions/session.ts'

/** A day's start times, including full sessions, because staff may overbook in a second step. */
export function SessionChoice({
  sessions,
  chosen,
  label,
  near,
}: {
  sessions: Session[]
  chosen: string | null
  label: string
  /** The start of the booking, for the sessions of another day. The nearest is proposed if none has this start. */
  near?: Time | null | undefined
}) {
  const open = sessions.filter(({ id, capacity }) => id !== null && capacity !== null)
  const minutesOff = ({ start_time }: Session) =>
    near && start_time ? Math.abs(minutesOf(start_time) - minutesOf(near)) : Infinity
  const nearest = near ? open.toSorted((a, b) => minutesOff(a) - minutesOff(b))[0] : undefined
  const isSame = (session: Session) => minutesOff(session) === 0
  if (open.length === 0)
    return (
      <p className="soft">
        No sessions are planned that day. Choose another day, or add a start time to the experience.
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
            defaultChecked={session.id === chosen || (near ? isSame(session) : open.length === 1)}
            required
          />
          <span>
            <strong className="serif">{session.start_time && formatTime(session.start_time)}</strong>{' '}
            <span className="soft small">
              {placesOf(session)}
              {session === nearest && !isSame(session) && ', the nearest to the time before'}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Returns the minutes since midnight. */
const minutesOf = (time: Time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

function placesOf(session: Session): string {
  const { remaining, guests, capacity, host_guests } = session
  if (remaining === 0 && host_guests === null) return `full, ${guests} of ${capacity}`
  return sessionPlaces(remaining, session)
}

/** A form that was refused because too few places are left, or, if `remaining` is null, because the session has begun. */
export type OverbookRefusal = { remaining: number | null; form: Record<string, string> }

/** Returns the refused form if staff may book anyway: too few places, or a move into the past, are the only problem. */
export function overbookRefusal({ problem }: ActionResult, form: FormData): OverbookRefusal | null {
  const body = problem?.kind === 'refused' ? problem.body : {}
  const remaining = body.past === true ? null : body.remaining
  if (remaining !== null && typeof remaining !== 'number') return null
  return { remaining, form: Object.fromEntries([...form].map(([name, value]) => [name, String(value)])) }
}

/** The second step of overbooking or of a move into the past, which explains the consequence. */
export function OverbookAnyway({ overbooking: { remaining, form } }: { overbooking: OverbookRefusal }) {
  const isPast = remaining === null
  const left =
    remaining === 0 ? 'No places are' : remaining === 1 ? 'Only one place is' : `Only ${remaining} places are`
  return (
    <Notice tone="wait" role="alert">
      <p>
        {isPast ? (
          <>
            <strong>That session has begun.</strong> You can move the party there anyway, for your records.
            The guest is not emailed.
          </>
        ) : (
          <>
            <strong>{left} left.</strong> You can book the party anyway: this overbooks the session, and the
            history records who decided it.
          </>
        )}
      </p>
      <Form method="post" preventScrollReset className="row">
        {Object.entries(form).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button name={isPast ? 'into_past' : 'overbook'} value="on">
          {isPast ? 'Move into the past' : 'Overbook anyway'}
        </Button>
      </Form>
    </Notice>
  )
}
