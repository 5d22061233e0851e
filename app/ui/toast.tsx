import { type ReactNode, useEffect, useState } from 'react'

import { Icon } from './icon.tsx'
import './lists.css'

const shownFor = 6000

/**
 * What an act came to, at the foot of the window, for six seconds; it stays while somebody is on it, and where nothing was
 * done. Every act hands in an object of its own. `undo` is the button or link that takes it back.
 */
export function Toast({
  about,
  undo,
}: {
  about: { said: string; failed: boolean } | undefined
  undo?: ReactNode
}) {
  const [gone, setGone] = useState<object>()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!about || about.failed || held) return
    const timer = setTimeout(() => setGone(about), shownFor)
    return () => clearTimeout(timer)
  }, [about, held])

  const shown = about && about !== gone ? about : undefined
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only keeps it from going while it is looked at
    <div
      className="toasts"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div role={about?.failed ? 'alert' : 'status'}>
        {shown && (
          <p className="toast">
            <Icon name={shown.failed ? 'alert' : 'tick'} />
            <span>{shown.said}</span>
          </p>
        )}
      </div>
      {shown && undo}
      {shown && (
        <button type="button" className="toast-close" onClick={() => setGone(about)}>
          <Icon name="cross" />
          <span className="sr">Dismiss</span>
        </button>
      )}
    </div>
  )
}
