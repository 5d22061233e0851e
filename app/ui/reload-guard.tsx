import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPath, useLocation, useNavigate, useNavigation } from 'react-router'

import { Button } from './button.tsx'
import { Notice } from './notice.tsx'
import { isLeaving, leaveFor } from './unsaved.tsx'

/** What stopped a page from opening: no connection, or a newer version of the site. `to` is the page, if somebody asked for one. */
type Trouble = { kind: 'offline' | 'newer'; to: string | null; on: string }

/**
 * Keeps the page when the router would load it anew by itself: it does so when it can't load code, and without a connection that
 * ends on the browser's own error page. Says what happened instead, and offers to try again. Browsers without the Navigation API
 * ask before they leave unsaved text.
 */
export function ReloadGuard() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const going = useNavigation()
  const wanted = going.location && !going.formMethod ? createPath(going.location) : null
  const [trouble, setTrouble] = useState<Trouble | null>(null)
  // The router never asks again for code that it could not load, so the next page is loaded by the browser.
  const isStuck = useRef(false)

  const open = useCallback(async (to: string | null) => {
    const isReachable = await isThere()
    if (isReachable && to !== null) leaveFor(to)
    else if (isReachable) setTrouble({ kind: 'newer', to, on: location.pathname })
    else if (to !== null) setTrouble({ kind: 'offline', to, on: location.pathname })
  }, [])

  const stay = useEffectEvent((to: string | null) => {
    isStuck.current = true
    if (to !== null) {
      // A change of the hash alone ends the navigation under way, and loads nothing.
      void navigate({ pathname, search, hash: '#main' }, { replace: true, preventScrollReset: true })
    }
    void open(to)
  })

  const stayHere = useEffectEvent(() => stay(wanted))

  useEffect(() => {
    if (!('navigation' in window)) return
    const keep = (event: NavigateEvent) => {
      if (!event.cancelable || !isByTheRouter(event)) return
      event.preventDefault()
      stayHere()
    }
    navigation.addEventListener('navigate', keep)
    return () => navigation.removeEventListener('navigate', keep)
  }, [])

  // The router may fail before React has drawn that it is on its way.
  useEffect(() => {
    if (isStuck.current && wanted !== null) stay(wanted)
  }, [wanted])

  if (trouble?.on !== pathname) return null
  return (
    <div className="no-print reload-notice">
      <Notice tone="wait" role="alert">
        <p>
          {trouble.kind === 'offline'
            ? 'There’s no connection, so that page can’t be opened. You’re still on this one, and what you typed is kept.'
            : 'There is a new version of this site. Save what you typed, then load it.'}
        </p>
        <Button
          type="button"
          small
          onClick={() => (trouble.kind === 'newer' ? leaveFor(pathname + search) : void open(trouble.to))}
        >
          {trouble.kind === 'newer' ? 'Load the new version' : 'Try again'}
        </Button>
      </Notice>
    </div>
  )
}

/** Whether a script loads a page of this site, and it is not ours: a link, a form and the browser's own buttons are the user's. */
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

async function isThere(): Promise<boolean> {
  try {
    await fetch('/healthz', { method: 'HEAD', cache: 'no-store' })
    return true
  } catch {
    return false
  }
}
