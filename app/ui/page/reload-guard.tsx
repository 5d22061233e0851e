import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPath, useLocation, useNavigate, useNavigation } from 'react-router'

import { Button } from '../button.tsx'
import { Notice } from './notice.tsx'
import { isLeaving, leaveFor } from '../forms/leaving.tsx'

/** Why the page `on` is still shown: the page `to` cannot be opened without a connection, or the site has a newer version. */
type OpenFailure = { on: string } & ({ kind: 'offline'; to: string } | { kind: 'newer' })

/**
 * Stops the router from reloading the page when code fails to load. Without a connection, that reload would show the
 * browser's error page. Shows a message with a retry button instead. Needs the Navigation API; other browsers warn before losing
 * unsaved text.
 */
export function ReloadGuard() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const pending = useNavigation()
  const target = pending.location && !pending.formMethod ? createPath(pending.location) : null
  const [failure, setFailure] = useState<OpenFailure | null>(null)
  // Whether code has failed to load. The router never loads that code again, so the browser itself loads the following pages.
  const hasFailed = useRef(false)

  const open = async (to: string | null) => {
    const next = afterFailedLoad(to, await isSiteReachable())
    if (next?.kind === 'load') leaveFor(next.to)
    else if (next) setFailure({ ...next, on: location.pathname })
  }

  const stay = useEffectEvent(() => {
    hasFailed.current = true
    if (target !== null) {
      // A hash change ends the pending navigation and loads nothing.
      void navigate({ pathname, search, hash: '#main' }, { replace: true, preventScrollReset: true })
    }
    void open(target)
  })

  useEffect(() => {
    if (!('navigation' in window)) return
    const stopReload = (event: NavigateEvent) => {
      if (isLeaving() || !isByTheRouter(event, location.origin)) return
      event.preventDefault()
      stay()
    }
    navigation.addEventListener('navigate', stopReload)
    return () => navigation.removeEventListener('navigate', stopReload)
  }, [])

  // The router may fail before React has rendered the pending state.
  useEffect(() => {
    if (hasFailed.current && target !== null) stay()
  }, [target])

  if (failure?.on !== pathname) return null
  return (
    <div className="no-print reload-notice">
      <Notice tone="wait" role="alert">
        <p>
          {failure.kind === 'offline'
            ? 'There’s no connection, so that page can’t be opened. You’re still on this page, and what you typed is still here.'
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

/**
 * Returns how the guard reacts when code did not load. If the site is reachable, returns `load` for the page `to`, and `newer`
 * if `to` is null, because no page was being opened. If the site is unreachable, returns `offline`, and null without `to`.
 */
export function afterFailedLoad(to: string | null, isReachable: boolean) {
  if (to === null) return isReachable ? { kind: 'newer' as const } : null
  return isReachable ? { kind: 'load' as const, to } : { kind: 'offline' as const, to }
}

/** Returns whether the router, not the user, is loading a page of this site (`origin`), and can be stopped. */
export function isByTheRouter(
  {
    cancelable,
    userInitiated,
    destination,
    navigationType,
    downloadRequest,
  }: Pick<
    NavigateEvent,
    'cancelable' | 'userInitiated' | 'destination' | 'navigationType' | 'downloadRequest'
  >,
  origin: string,
): boolean {
  return (
    cancelable &&
    !userInitiated &&
    !destination.sameDocument &&
    downloadRequest === null &&
    navigationType !== 'traverse' &&
    new URL(destination.url).origin === origin
  )
}

const isSiteReachable = (): Promise<boolean> =>
  fetch('/healthz', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  )
