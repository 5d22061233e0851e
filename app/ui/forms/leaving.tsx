import { useEffect } from 'react'
import { useBlocker } from 'react-router'

import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { forgetDraftsAt } from './drafts.ts'

let leaving = false

/** Returns whether our own code started loading a page. */
export const isLeaving = () => leaving

/** Loads a page without asking about unsaved changes. */
export function leaveFor(to: string): void {
  leaving = true
  if (to === location.pathname + location.search) location.reload()
  else location.assign(to)
}

/** Discards the draft and reloads the page. */
export function dropTyped(): void {
  forgetDraftsAt(location.pathname)
  leaveFor(location.pathname + location.search)
}

/** Returns whether a page is the sign-in page for an ended sign-in, which leads back to the form with its draft. */
export const isSignInEnded = ({ search }: { search: string }) => new URLSearchParams(search).has('ended')

/** Asks before unsaved changes are lost by a link, Back or closing the page. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation: { pathname }, nextLocation: next }) =>
      dirty && pathname !== next.pathname && !isSignInEnded(next),
  )

  useEffect(() => {
    if (!dirty) return
    const warn = (event: BeforeUnloadEvent) => {
      if (!leaving) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
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
      <p>Your changes on this page aren’t saved and will be lost.</p>
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
