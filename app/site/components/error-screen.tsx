import { href, isRouteErrorResponse, type MetaDescriptor, useLocation } from 'react-router'

import { ButtonLink } from '../../ui/button.tsx'
import { Screen } from '../../ui/empty.tsx'
import { siteName } from '../../ui/head.ts'

/** Shown instead of a page that threw an error, inside the frame. */
export function ErrorScreen({ error }: { error: unknown }) {
  const failure = failureOf(error)
  if (failure.kind === 'not-found') return <NotFoundScreen />
  const title = headingOf(failure)
  if (failure.kind === 'failed') return <FailedScreen title={title} />
  const { title: ownTitle, message, to = href('/explore'), label = 'Back to Explore' } = failure.refusal
  return (
    <Screen title={title} actions={<PrimaryLink to={to}>{label}</PrimaryLink>}>
      {ownTitle === undefined ? null : message}
    </Screen>
  )
}

function PrimaryLink({ to, children }: { to: string; children: string }) {
  return (
    <ButtonLink variant="primary" to={to}>
      {children}
    </ButtonLink>
  )
}

export function NotFoundScreen() {
  return (
    <Screen
      title={headingOf({ kind: 'not-found' })}
      actions={<PrimaryLink to={href('/')}>Return to Home</PrimaryLink>}
    >
      There’s no page at this address. It may have moved.
    </Screen>
  )
}

function FailedScreen({ title }: { title: string }) {
  return (
    <Screen
      title={title}
      actions={
        <>
          <ButtonLink variant="primary" to={useLocation()} reloadDocument>
            Try Again
          </ButtonLink>
          <ButtonLink to={href('/')}>Return to Home</ButtonLink>
        </>
      }
    >
      The error is ours, and it has been logged. Trying again in a moment often works.
    </Screen>
  )
}

/** What a page may throw besides a plain message: `throw data({ title, message, to, label }, { status })`. */
export type PageRefusal = {
  message: string
  /** The heading; defaults to the message. */
  title?: string
  /** The target of the link, from `href()`, and its label. */
  to?: string
  label?: string
}

export type Failure = { kind: 'not-found' } | { kind: 'refused'; refusal: PageRefusal } | { kind: 'failed' }

/** What to show for a thrown error: its own message, the 404 screen, or "Something went wrong." */
export function failureOf(error: unknown): Failure {
  if (!isRouteErrorResponse(error)) return { kind: 'failed' }
  // Text of a 5xx error comes from a proxy or library, unless a page put it in an object.
  const refusal = error.status >= 500 && typeof error.data === 'string' ? null : refusalIn(error.data)
  if (refusal) return { kind: 'refused', refusal }
  return error.status === 404 ? { kind: 'not-found' } : { kind: 'failed' }
}

function refusalIn(thrown: unknown): PageRefusal | null {
  // The router's own messages, such as for a wrong method, start like this and are for developers.
  if (typeof thrown === 'string')
    return thrown === '' || thrown.startsWith('Error: ') ? null : { message: thrown }
  if (typeof thrown !== 'object' || thrown === null) return null
  return 'message' in thrown && typeof thrown.message === 'string' ? (thrown as PageRefusal) : null
}

/** The heading of a failure's screen. */
export function headingOf(failure: Failure): string {
  if (failure.kind === 'refused') return failure.refusal.title ?? failure.refusal.message
  return failure.kind === 'not-found' ? 'Oops! Page not found' : 'Something went wrong.'
}

/** The head of an error screen, with noindex. */
export function failureHead(failure: Failure): MetaDescriptor[] {
  return [
    { title: `${headingOf(failure).replace(/\.$/, '')} · ${siteName}` },
    { name: 'robots', content: 'noindex' },
  ]
}
