import { useEffect } from 'react'
import { useBlocker } from 'react-router'

import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

let isDropped = false

/** Loads the page anew, for somebody who has said that what is typed may go. */
export function dropTyped(): void {
  isDropped = true
  location.reload()
}

/** Asks before what somebody typed is left behind: by a link, by Back, or by closing the page. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!isDropped) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])

  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
    >
      <p>What you changed here is not saved, and would be gone.</p>
      <div className="row">
        <Button type="button" onClick={() => blocker.reset?.()}>
          Stay here
        </Button>
        <Button type="button" look="danger" onClick={() => blocker.proceed?.()}>
          Leave without saving
        </Button>
      </div>
    </Dialog>
  )
}
