import { type ReactNode, useEffect, useState } from 'react'

import { Button } from '../button.tsx'
import { Refusal } from '../page/notice.tsx'
import { dropTyped } from './leaving.tsx'

/** Why an edit was not saved: a message, or the differences from a newer version. */
export type EditRefused = {
  message: string | null
  conflict: { version: string; differences: Difference[] } | null
}

/**
 * The message above a form that was not saved. After a conflict, it lists the changes of somebody else. The button that saves
 * anyway sends the version of these changes as `over`, so that only this version is overwritten.
 */
export function EditRefusal({
  refused,
  over = { words: 'Save my changes with theirs', does: '' },
}: {
  refused: EditRefused
  /** The button that saves anyway. `words` is its label. Its value is `does`, followed by the version. */
  over?: { words: string; does: string }
}) {
  if (!refused.conflict) return <Refusal>{refused.message}</Refusal>
  return (
    <Conflict differences={refused.conflict.differences}>
      <Button name="over" value={over.does + refused.conflict.version} formNoValidate={over.does !== ''}>
        {over.words}
      </Button>
      <Button type="button" variant="text" onClick={dropTyped}>
        Use theirs, discard mine
      </Button>
    </Conflict>
  )
}

/** A field that somebody else changed: its value when this page was opened, its value now, and its value in this form. */
export type Difference = { label: string; before: string; theirs: string; mine: string }

/** Shows the changes of somebody else who saved first, beside this form's values. `children` are the choices. */
export function Conflict({ differences, children }: { differences: Difference[]; children: ReactNode }) {
  return (
    <Refusal>
      <p>
        <strong>Somebody else has saved changes meanwhile.</strong> Your changes are still here, and theirs
        are not overwritten.
      </p>
      <table className="differences">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">It was</th>
            <th scope="col">They saved</th>
            <th scope="col">You have</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ label, before, theirs, mine }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              <td data-label="It was:">{before || 'nothing'}</td>
              <td data-label="They saved:">{theirs || 'nothing'}</td>
              <td data-label="You have:">{mine || 'nothing'}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="row">{children}</div>
    </Refusal>
  )
}

/**
 * The bar with the save button. `savedAt` is a `performance.now()` value, or null if nothing was saved since the page
 * opened.
 */
export function SaveBar({
  saving,
  dirty,
  savedAt,
  label = 'Save',
  children,
}: {
  saving: boolean
  dirty: boolean
  savedAt: number | null
  label?: string
  /** Other actions, which are shown on the left of the save button. */
  children?: ReactNode
}) {
  return (
    <div className="save-bar">
      <p className="small soft" role="status">
        {dirty ? 'Not saved yet' : <SavedAgo at={savedAt} />}
      </p>
      <div className="row">
        {children}
        <Button variant="primary" disabled={saving}>
          {saving ? 'Saving …' : label}
        </Button>
      </div>
    </div>
  )
}

/** One minute in milliseconds. */
const minute = 60_000

function SavedAgo({ at }: { at: number | null }) {
  const [now, setNow] = useState(at)
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), minute / 4)
    return () => clearInterval(timer)
  }, [])
  if (at === null) return null
  const minutes = Math.floor(Math.max(0, (now ?? at) - at) / minute)
  if (minutes === 0) return 'Saved just now'
  return minutes === 1 ? 'Saved 1 minute ago' : `Saved ${minutes} minutes ago`
}
