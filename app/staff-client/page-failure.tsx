import { useLayoutEffect, useRef } from 'react'
import { isRouteErrorResponse, useLocation, useNavigate, useNavigation, useRouteError } from 'react-router'

import { isConnectionLost } from '../platform/connection-lost.ts'
import { referenceTo } from '../platform/request-reference.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { focusOnPage } from '../ui/focus.tsx'
import { Notice } from '../ui/page/notice.tsx'
import { problemSentence } from './call.ts'

/**
 * Replaces a staff page that failed to load. Offers to try again and, for a wrong URL, a link back to the list. Reads
 * the error with a hook, because an error boundary that a route re-exports gets no props.
 */
export function PageFailure({ title }: { title?: string }) {
  const error = useRouteError()
  const { pathname } = useLocation()
  const message = messageOf(error) ?? 'Something went wrong.'
  const request_id = isRouteErrorResponse(error) ? error.data?.request_id : undefined
  const isWrongUrl = isRouteErrorResponse(error) && [400, 404, 422].includes(error.status)
  const list = isWrongUrl ? listOf(pathname) : undefined
  return (
    <div className="stack">
      <h1>{title ?? failureTitle(error)}</h1>
      <Notice tone="bad">{message}</Notice>
      <p className="row">
        {list && (
          <ButtonLink variant="primary" icon="back" to={list.to}>
            Back to {list.name}
          </ButtonLink>
        )}
        <TryAgain variant={list ? 'line' : 'primary'} />
      </p>
      {typeof request_id === 'string' && <p className="soft small">{referenceTo(request_id)}</p>}
    </div>
  )
}

/** Returns the sentence that a loader threw, or the sentence for a lost connection; null after an unforeseen error. */
export function messageOf(error: unknown): string | null {
  // The router asks the site which code a page needs, and throws if it gets no answer.
  if (isConnectionLost(error)) return problemSentence({ kind: 'away' })
  const message: unknown = isRouteErrorResponse(error) && error.data?.message
  return typeof message === 'string' ? message : null
}

/** Returns the heading and the document's title of a page that failed to load. */
export function failureTitle(error: unknown): string {
  return isRouteErrorResponse(error) && error.status === 404
    ? 'Oops! Page not found'
    : 'This page could not be shown'
}

/** Returns the list above a path, such as the customers for '/winemaker/customers/…'. */
function listOf(pathname: string): { to: string; name: string } | undefined {
  const [, area, part] = pathname.split('/')
  return part ? { to: `/${area}/${part}`, name: part.replace('-', ' ') } : undefined
}

/**
 * A button that loads the page again and then focuses the page. The button navigates to the current URL, because a
 * revalidation that ends before the next paint leaves the error on the screen (React Router 8.4.0,
 * remix-run/react-router#11597).
 */
export function TryAgain({ variant = 'primary' }: { variant?: 'primary' | 'line' }) {
  const navigate = useNavigate()
  const { pathname, search, hash, state } = useLocation()
  const busy = useNavigation().state === 'loading'
  const isPressed = useRef(false)
  useLayoutEffect(
    () => () => {
      // The new page enters the document only after this effect.
      if (isPressed.current) queueMicrotask(focusOnPage)
    },
    [],
  )
  return (
    <Button
      type="button"
      variant={variant}
      disabled={busy}
      onClick={() => {
        isPressed.current = true
        void navigate({ pathname, search, hash }, { replace: true, state, preventScrollReset: true })
      }}
    >
      Try Again
    </Button>
  )
}
