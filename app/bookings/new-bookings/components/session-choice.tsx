import { Form } from 'react-router'

import { countPlacesLeft } from '../../../availability/slot.ts'
import { formatTime } from '../../../platform/days.ts'
import type { ActionResult } from '../../../staff-client/action-result.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import type { Session } from '../../sessions/session.ts'

/** A day's start times, including full sessions, because staff may overbook in a second step. */
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
            defaultChecked={session.id === chosen || open.length === 1}
            required
          />
          <span>
            <strong className="serif">{session.start_time && formatTime(session.start_time)}</strong>{' '}
            <span className="soft small">{placesLeft(session)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function placesLeft({ remaining, guests, capacity }: Session): string {
  if (remaining === 0) return `full, ${guests} of ${capacity}`
  return countPlacesLeft(remaining)
}

/** A form that was refused because too few places are left. */
export type OverbookRefusal = { remaining: number; form: Record<string, string> }

/** Returns the refused form if staff may overbook, that is, if too few places are the only problem. */
export function overbookRefusal({ problem }: ActionResult, form: FormData): OverbookRefusal | null {
  const remaining = problem?.kind === 'refused' ? problem.body.remaining : undefined
  if (typeof remaining !== 'number') return null
  return { remaining, form: Object.fromEntries([...form].map(([name, value]) => [name, String(value)])) }
}

/** The second step of overbooking, which explains the consequence. */
export function OverbookAnyway({ overbooking: { remaining, form } }: { overbooking: OverbookRefusal }) {
  const left =
    remaining === 0 ? 'No places are' : remaining === 1 ? 'Only one place is' : `Only ${remaining} places are`
  return (
    <Notice tone="wait" role="alert">
      <p>
        <strong>{left} left.</strong> You can book the party anyway: this overbooks the session, and the
        history records who decided it.
      </p>
      <Form method="post" preventScrollReset className="row">
        {Object.entries(form).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button name="overbook" value="on">
          Overbook anyway
        </Button>
      </Form>
    </Notice>
  )
}
