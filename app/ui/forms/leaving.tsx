import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPath, useBlocker, useLocation, useNavigate, useNavigation } from 'react-router'

import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { forgetDraftsAt } from './drafts.ts'
import { Notice } from '../page/notice.tsx'

let leaving = false

/** Whether our own code started loading a page. */
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

/** Asks before unsaved changes are lost by a link, Back or closing the page. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => dirty && currentLocation.pathname !== nextLocation.pathname,
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

/** Why a page did not open: no connection, or a newer version of the site. `to` is the requested page, if any. */
type OpenFailure = { kind: 'offline' | 'newer'; to: string | null; on: string }

/**
 * Stops the router from reloading the page when code fails to load, which would end on an error page without a
 * connection. Shows a message with a retry button instead. Needs the Navigation API; other browsers warn before losing
 * unsaved text.
 */
export function ReloadGuard() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const pending = useNavigation()
  const target = pending.location && !pending.formMethod ? createPath(pending.location) : null
  const [failure, setFailure] = useState<OpenFailure | null>(null)
  // The router does not retry code that failed to load, so the browser loads the next page.
  const hasFailed = useRef(false)

  const open = useCallback(async (to: string | null) => {
    const isReachable = await isSiteReachable()
    if (isReachable && to !== null) leaveFor(to)
    else if (isReachable) setFailure({ kind: 'newer', to, on: location.pathname })
    else if (to !== null) setFailure({ kind: 'offline', to, on: location.pathname })
  }, [])

  const stay = useEffectEvent((to: string | null) => {
    hasFailed.current = true
    if (to !== null) {
      // A hash change ends the pending navigation and loads nothing.
      void navigate({ pathname, search, hash: '#main' }, { replace: true, preventScrollReset: true })
    }
    void open(to)
  })

  const stayHere = useEffectEvent(() => stay(target))

  useEffect(() => {
    if (!('navigation' in window)) return
    const stopReload = (event: NavigateEvent) => {
      if (!event.cancelable || !isByTheRouter(event)) return
      event.preventDefault()
      stayHere()
    }
    navigation.addEventListener('navigate', stopReload)
    return () => navigation.removeEventListener('navigate', stopReload)
  }, [])

  // The router may fail before React has rendered the pending state.
  useEffect(() => {
    if (hasFailed.current && target !== null) stay(target)
  }, [target])

  if (failure?.on !== pathname) return null
  return (
    <div className="no-print reload-notice">
      <Notice tone="wait" role="alert">
        <p>
          {failure.kind === 'offline'
            ? 'There’s no connection, so that page can’t be opened. You’re still on this one, and what you typed is kept.'
            : 'There is a new version of this site. Save what you typed, then load it.'}
        </p>
        <Button
          type="button"
          small
          onClick={() => (failure.kind === 'newer' ? leaveFor(pathname + search) : void open(failure.to))}
        >
          {failure.kind === 'newer' ? 'Load the new version' : 'Try again'}
        </Button>
      </Notice>
    </div>
  )
}

/** Whether the router, not the user or our code, is loading a page of this site. */
function isByTheRouter({
  userInitiated,
  destination,
  navigationType,
  downloadRequest,
}: NavigateEvent): boolean {
  return (
    !userInitiated &&
    !isLeaving() &&
    !destination.sameDocument &&
    downloadRequest === null &&
    navigationType !== 'traverse' &&
    new URL(destination.url).origin === location.origin
  )
}

async function isSiteReachable(): Promise<boolean> {
  try {
    await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })
    return true
  } catch {
    return false
  }
}
