import { type ReactNode, useState } from 'react'

import { parseSlotId } from '../../../availability/slot.ts'
import { type Day, formatTime } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { type ClosureOutcome, formatExceptionDays, type ListedException } from '../closure-actions.tsx'
import type { Session } from '../session.ts'
import { useClosures } from './affected-bookings.tsx'
import { ExceptionForm, type ExceptionScope, useOpenException, wholeVineyard } from './exceptions.tsx'
import '../../components/staff-availability.css'

/** Buttons with forms that close the vineyard on a day, change the day's places, or open the day or some hours again. */
export function CloseVineyard({
  vineyardId,
  on,
  sessions,
  closure,
  closedHours,
  isCalledOff,
  undoable,
  children,
  last,
}: {
  vineyardId: string
  on: Day
  /** The sessions of one day, whose places staff may change, or null for a span of several days. */
  sessions: Session[] | null
  closure: ListedException | undefined
  /** The closures of some hours of the day, which staff can open again. */
  closedHours: ListedException[]
  /** Whether a call-off closed the whole day. The list of call-offs then opens the day and tells the guests. */
  isCalledOff: boolean
  /** The closures that can still be undone. */
  undoable: ListedException[]
  /** Further buttons for the day, which come first. */
  children?: ReactNode
  /** A button that comes last. */
  last?: ReactNode
}) {
  const [changing, setChanging] = useOpenException()
  const { act, busy, outcome, question, undoButtons } = useClosures('calendar closure', undoable)
  const [before, setBefore] = useState<ClosureOutcome>()
  // Closes the form after a successful change.
  if (outcome !== before && !busy) {
    setBefore(outcome)
    if (outcome && !outcome.failed) setChanging(null)
  }
  const scopes = sessions ? scopesOf(sessions) : []
  const [isFolded, setFolded] = useState(sessions !== null)
  const toggle = () => setFolded(!isFolded)
  return (
    <div className="no-print stack-sm space-below">
      <div className="row">
        {[...(closure?.source === 'staff' ? [closure] : []), ...closedHours].map(
          (exception) =>
            !isCalledOff && (
              <Button
                key={exception.id}
                type="button"
                small
                disabled={busy}
                onClick={() => act({ intent: 'open', exception })}
              >
                Open again: {formatExceptionDays(exception)}
              </Button>
            ),
        )}
        {children}
        {sessions !== null && (
          <Button type="button" small className="unfold-narrow" aria-expanded={!isFolded} onClick={toggle}>
            More …
          </Button>
        )}
        <span className="folds" data-folded={isFolded || undefined}>
          {!isCalledOff && closure?.source !== 'staff' && (
            <Button
              type="button"
              small
              aria-expanded={changing === 'close'}
              onClick={() => setChanging('close')}
            >
              Close the vineyard …
            </Button>
          )}
          {scopes.length > 0 && (
            <Button
              type="button"
              small
              aria-expanded={changing === 'places'}
              onClick={() => setChanging('places')}
            >
              Change this day’s places …
            </Button>
          )}
          {last}
        </span>
      </div>
      {changing && (
        <div>
          <ExceptionForm
            key={`${changing} ${on}`}
            vineyardId={vineyardId}
            closes={changing === 'close'}
            title={changing === 'close' ? 'Close the vineyard' : 'Change this day’s places'}
            scopes={changing === 'close' ? [wholeVineyard, ...scopes] : [...scopes, wholeVineyard]}
            on={on}
            problems={(!busy && outcome?.fields) || {}}
            busy={busy}
            onSubmit={(exception) => act({ intent: 'close', exception })}
          />
          <Button type="button" variant="text" onClick={() => setChanging(null)}>
            Change nothing
          </Button>
        </div>
      )}
      {undoButtons}
      {question}
    </div>
  )
}

/** Returns the scopes of a day's exceptions: its start times, followed by its experiences. */
function scopesOf(sessions: Session[]): ExceptionScope[] {
  const starts = sessions.flatMap(({ id, experience_id, title, start_time }) => {
    const slot = id === null ? null : parseSlotId(id)
    return slot && 'pattern_id' in slot && start_time
      ? [{ label: `Only ${formatTime(start_time)}, ${title}`, experience_id, pattern_id: slot.pattern_id }]
      : []
  })
  const titles = new Map(sessions.map(({ experience_id, title }) => [experience_id, title]))
  const experiences = [...titles].map(([experience_id, title]) => ({
    label: title,
    experience_id,
    pattern_id: null,
  }))
  return [...starts, ...experiences]
}
