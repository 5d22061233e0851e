import { type ReactNode, useEffect, useState } from 'react'

import { Button } from './button.tsx'

/**
 * The foot of an editor: what was last saved, and the way to save. `savedAt` is a moment of `performance.now()`, null
 * where nothing was saved since the page opened.
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
  /** Other ways on, left of the button. */
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

/** In milliseconds. */
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
