import { useEffect } from 'react'
import { useBlocker } from 'react-router'

import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { forgetDraftsAt } from './draft-store.ts'

let leaving = false

/** Whether a page is being loaded because we said so. */
export const isLeaving = () => leaving

/** Has the browser load a page of this site, for somebody who agreed to leave this one. */
export function leaveFor(to: string): void {
  leaving = true
  if (to === location.pathname + location.search) location.reload()
  else location.assign(to)
}

/** Loads the page again without its draft, for somebody who said that what is typed may go. */
export function dropTyped(): void {
  forgetDraftsAt(location.pathname)
  leaveFor(location.pathname + location.search)
}

/** Asks before what somebody typed is left behind: by a link, by Back, or by closing the page. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
  )

  useEffect(() => {
    if (!dirty) return
    const ask = (event: BeforeUnloadEvent) => {
      if (!leaving) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [dirty])

  const leave = () => {
    forgetDraftsAt(location.pathname)
    blocker.proceed?.()
  }

  return (
    <Dialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="Leave without saving?"
    >
      <p>What you changed here isn’t saved, and will be lost.</p>
      <div className="row">
        <Button type="button" onClick={() => blocker.reset?.()}>
          Stay here
        </Button>
        <Button type="button" variant="danger" onClick={leave}>
          Leave without saving
        </Button>
      </div>
    </Dialog>
  )
}
