import { useEffect, useRef, useState } from 'react'
import { Form, useFetcher, useNavigation } from 'react-router'

import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import './lists.css'

const shownFor = 6000

/** What an act came to; `undo` is the form that takes it back. */
type Done = { said: string; failed: boolean; undo?: Record<string, string> | null }

/**
 * What an act came to, at the foot of the window, for six seconds; it stays while somebody is on it, and where nothing was
 * done. Every act hands in an object of its own. With `fetcherKey` its undoing goes beside the page, as the act did.
 */
export function Toast({ about, fetcherKey }: { about: Done | undefined; fetcherKey?: string }) {
  const [gone, setGone] = useState<object>()
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (!about || about.failed || held) return
    const timer = setTimeout(() => setGone(about), shownFor)
    return () => clearTimeout(timer)
  }, [about, held])

  const shown = about && about !== gone ? about : undefined
  const before = useRef<HTMLElement | null>(null)
  const undoing = useRef(false)
  const goBack = () => {
    if (before.current?.isConnected) before.current.focus()
  }
  // The button that was pressed went with what it undid.
  useEffect(() => {
    if (undoing.current && about && document.activeElement === document.body) goBack()
    undoing.current = false
  }, [about])
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only keeps it from going while it is looked at
    <div
      className="toasts"
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        setHeld(true)
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          before.current = relatedTarget
      }}
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
      {shown?.undo && (
        <Undo
          fields={shown.undo}
          fetcherKey={fetcherKey}
          onPress={() => {
            undoing.current = true
          }}
        />
      )}
      {shown && (
        <button
          type="button"
          className="toast-close"
          onClick={() => {
            setGone(about)
            goBack()
          }}
        >
          <Icon name="cross" />
          <span className="sr">Dismiss</span>
        </button>
      )}
    </div>
  )
}

function Undo({
  fields,
  fetcherKey,
  onPress,
}: {
  fields: Record<string, string>
  fetcherKey: string | undefined
  onPress: () => void
}) {
  const beside = useFetcher(fetcherKey ? { key: fetcherKey } : {})
  const busy = useNavigation().formMethod === 'POST' || (fetcherKey !== undefined && beside.state !== 'idle')
  return (
    <Form
      method="post"
      onSubmit={onPress}
      {...(fetcherKey ? { navigate: false, fetcherKey } : {})}
      preventScrollReset
    >
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button small disabled={busy}>
        Undo
      </Button>
    </Form>
  )
}
