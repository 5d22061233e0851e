import { useEffect, useState } from 'react'
import { Form } from 'react-router'

import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Outcome } from './outcome.tsx'

const shownFor = 6000

/**
 * What an act came to, at the foot of the window, with the way to take it back. It goes after a while, but neither while
 * somebody is on it nor when it says that nothing was done.
 */
export function Said({ outcome, fetcherKey }: { outcome: Outcome | undefined; fetcherKey?: string }) {
  const [gone, setGone] = useState<Outcome>()
  const [held, setHeld] = useState(false)
  const stays = outcome?.problem != null
  useEffect(() => {
    if (!outcome || stays || held) return
    const timer = setTimeout(() => setGone(outcome), shownFor)
    return () => clearTimeout(timer)
  }, [outcome, stays, held])

  const shown = outcome && outcome !== gone ? outcome : undefined
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only keeps it from going while it is looked at
    <div
      className="said"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div role={stays ? 'alert' : 'status'}>
        {shown && (
          <p className={stays ? 'said-bad' : 'said-good'}>
            <Icon name={stays ? 'alert' : 'tick'} />
            {shown.said}
          </p>
        )}
      </div>
      {shown?.undo && (
        <Form method="post" {...(fetcherKey ? { navigate: false, fetcherKey } : {})} preventScrollReset>
          {Object.entries(shown.undo).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Button small>Undo</Button>
        </Form>
      )}
      {shown && (
        <button type="button" className="said-close" onClick={() => setGone(outcome)}>
          <Icon name="cross" />
          <span className="sr">Dismiss</span>
        </button>
      )}
    </div>
  )
}
