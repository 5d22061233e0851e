import { useEffect, useState } from 'react'
import { Form } from 'react-router'

import { nearestStart } from '../../../availability/nearest-start.ts'
import { countOf } from '../../../platform/text/counts.ts'
import { formatTime, type Time } from '../../../platform/days.ts'
import type { ActionResult } from '../../../staff-client/action-result.tsx'
import { Button } from '../../../ui/button.tsx'
import { useRefusalFocus } from '../../../ui/focus.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { sessionPlaces, type Session } from '../../sessions/session.ts'
import { beyondSentence, mostBeyondLimits } from '../../../catalogue/experiences/experience.ts'

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
  /** The start of a booking that moves to another day: the same start is chosen, or the nearest is marked. */
  near?: Time | null | undefined
}) {
  const open = sessions.filter(({ id, capacity }) => id !== null && capacity !== null)
  const nearest = near ? nearestStart(open, near) : undefined
  const isSame = ({ start_time }: Session) => start_time?.slice(0, 5) === near?.slice(0, 5)
  if (open.length === 0) return <OwnStart />
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
              {session.has_begun && 'has begun, '}
              {placesOf(session)}
              {session === nearest && !isSame(session) && ', nearest to the previous time'}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** Lets staff add a start for this party alone, on a day without a session to choose. */
function OwnStart() {
  const [isWanted, setWanted] = useState(false)
  return (
    <>
      <p className="soft">No sessions can be booked that day. Choose another day.</p>
      {isWanted ? (
        <TextField
          label="Start for this party alone"
          name="own_start"
          type="time"
          hint="The day stays closed for other guests. The history records who decided this."
          required
        />
      ) : (
        <p>
          <Button type="button" small onClick={() => setWanted(true)}>
            Book the party that day anyway
          </Button>
        </p>
      )}
    </>
  )
}

/** Returns the fields of a form that name the slot: the chosen slot, or a day and a start for this party alone. */
export function slotFields(form: FormData, day: string): { slot?: string; beyond_limits: boolean } {
  const own = form.get('own_start')
  const slot = own ? `${day}T${String(own)}` : form.get('slot')
  return {
    ...(slot !== null && { slot: String(slot) }),
    beyond_limits: Boolean(own) || form.get('beyond_limits') === 'on',
  }
}

function placesOf(session: Session): string {
  const { remaining, guests, capacity, host_guests } = session
  if (remaining === 0 && host_guests === null) return `full, ${guests} of ${capacity}`
  return sessionPlaces(remaining, session)
}

/** A form that was refused because too few places are left, the party size is outside the limits, or the start is past. */
export type OverbookRefusal = Refused & { form: [name: string, value: string][] }
type Refused =
  | { remaining: number }
  | { is_past: true }
  | { limits: Parameters<typeof beyondSentence>[0]; guests: number }

/** Returns the refused form if staff may send it again on purpose, otherwise null. */
export function overbookRefusal({ problem }: ActionResult, form: FormData): OverbookRefusal | null {
  const { past, remaining, limits } = problem?.kind === 'refused' ? problem.body : {}
  const sent = [...form].map(([name, value]): [string, string] => [name, String(value)])
  if (past === true) return { is_past: true, form: sent }
  if (typeof remaining === 'number') return { remaining, form: sent }
  const guests = Number(form.get('number_of_guests'))
  return Array.isArray(limits) && guests <= mostBeyondLimits
    ? { limits: limits as [number, number], guests, form: sent }
    : null
}

/**
 * The second step, in which staff exceed the places or limits, or move a booking to a session that has begun. Gets the focus,
 * because the form that was refused may be far below. Disappears when a field changes, so that staff send the form again.
 */
export function OverbookAnyway({ overbooking }: { overbooking: OverbookRefusal }) {
  const { why, consequence, name, label } = secondStep(overbooking)
  const part = useRefusalFocus<HTMLDivElement>(overbooking)
  const [outdated, setOutdated] = useState<OverbookRefusal>()
  useEffect(() => {
    const change = () => setOutdated(overbooking)
    document.addEventListener('input', change)
    return () => document.removeEventListener('input', change)
  }, [overbooking])
  if (outdated === overbooking) return null
  return (
    <div ref={part}>
      <div data-refusal tabIndex={-1}>
        <Notice tone="wait" role="alert">
          <p>
            <strong>{why}</strong> {consequence}
          </p>
          <Form method="post" preventScrollReset className="row">
            {overbooking.form.map(([name, value], n) => (
              <input key={n} type="hidden" name={name} value={value} />
            ))}
            <Button name={name} value="on">
              {label}
            </Button>
          </Form>
        </Notice>
      </div>
    </div>
  )
}

function secondStep(refusal: Refused) {
  if ('is_past' in refusal)
    return {
      why: 'That session has begun.',
      consequence: 'You can move the party there anyway, for your records. The guest is not emailed.',
      name: 'into_past',
      label: 'Move into the past',
    }
  if ('limits' in refusal)
    return {
      why: beyondSentence(refusal.limits),
      consequence: `You can book ${countOf(refusal.guests, 'guest')} anyway; the history records who decided this.`,
      name: 'beyond_limits',
      label: 'Book anyway',
    }
  return {
    why: leftSentence(refusal.remaining),
    consequence:
      'You can book the party anyway. This overbooks the session, and the history records who decided this.',
    name: 'overbook',
    label: 'Overbook anyway',
  }
}

function leftSentence(remaining: number): string {
  if (remaining === 0) return 'No places are left.'
  return remaining === 1 ? 'Only one place is left.' : `Only ${remaining} places are left.`
}
