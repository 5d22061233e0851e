import { type ReactNode, useState } from 'react'
import { useFetcher } from 'react-router'

import { parseSlotId } from '../../../availability/slot.ts'
import { type Day, formatTime } from '../../../platform/days.ts'
import { Button } from '../../../ui/button.tsx'
import { Toast } from '../../../ui/page/toast.tsx'
import {
  actionFields,
  type ClosureAction,
  type ClosureOutcome,
  formatExceptionDays,
  type ListedException,
} from '../closure-actions.tsx'
import type { Session } from '../session.ts'
import { AffectedBookings, UndoClosures } from './affected-bookings.tsx'
import { ExceptionForm, type ExceptionScope, useOpenException, wholeVineyard } from './exceptions.tsx'
import '../../components/staff-availability.css'

/** The key of the fetcher that submits closures. Undo in the toast uses the same fetcher. */
const closureKey = 'calendar closure'

/**
 * Buttons that close the vineyard or change the places of one day, with their forms. If `closure` closes the
 * whole vineyard on `on`, the first button reopens the vineyard instead. Each span of closed hours also has a
 * button that reopens it.
 */
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
  const fetcher = useFetcher<ClosureOutcome>({ key: closureKey })
  const act = (action: ClosureAction) => void fetcher.submit(actionFields(action), { method: 'post' })
  const outcome = fetcher.state === 'idle' ? fetcher.data : undefined
  const [answered, setAnswered] = useState<ClosureOutcome>()
  // Closes the form after a successful change.
  if (outcome !== undefined && outcome !== answered && !outcome.failed) {
    setAnswered(outcome)
    setChanging(null)
  }
  const affected = outcome !== answered ? (outcome?.affected ?? null) : null
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
                disabled={fetcher.state !== 'idle'}
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
            problems={outcome?.fields ?? {}}
            busy={fetcher.state !== 'idle'}
            onSubmit={(exception) => act({ intent: 'close', exception })}
          />
          <Button type="button" variant="text" onClick={() => setChanging(null)}>
            Change nothing
          </Button>
        </div>
      )}
      <UndoClosures
        closures={undoable}
        busy={fetcher.state !== 'idle'}
        onUndo={(exception) => act({ intent: 'undo', exception })}
      />
      <AffectedBookings
        affected={affected}
        busy={fetcher.state !== 'idle'}
        onChoice={(choice) => {
          if (choice && outcome?.draft) act({ intent: 'close', exception: outcome.draft, ...choice })
          else setAnswered(outcome)
        }}
      />
      <Toast about={fetcher.data} isShownByPage={fetcher.data?.message === ''} fetcherKey={closureKey} />
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
