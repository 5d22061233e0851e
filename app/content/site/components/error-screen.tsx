import { href, useLocation } from 'react-router'

import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Screen } from '../../../ui/lists/empty.tsx'
import { failureOf, headingOf } from '../failure.tsx'

/** Replaces a page that threw an error. The site's header and footer stay. */
export default function ErrorScreen({ error }: { error: unknown }) {
  const failure = failureOf(error)
  if (failure.kind === 'not-found') return <NotFoundScreen />
  const title = headingOf(failure)
  if (failure.kind === 'failed' || failure.kind === 'offline')
    return (
      <FailedScreen title={title}>
        {failure.kind === 'offline'
          ? 'The page opens as soon as you are back online.'
          : 'The error is ours, and it has been logged. Trying again in a moment often works.'}
      </FailedScreen>
    )
  const {
    title: ownTitle,
    message,
    to = href('/explore'),
    label = 'Back to Explore',
    typed,
  } = failure.refusal
  if (typed) return <TypedScreen title={title} typed={typed} />
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

/**
 * A form that sends the typed values again. Visitors without JavaScript need it, because this screen has
 * replaced the page with their form.
 */
function TypedScreen({ title, typed }: { title: string; typed: [string, string][] }) {
  const { pathname, search } = useLocation()
  return (
    <form method="post" action={pathname + search}>
      {typed.map(([name, value], n) => (
        <input key={n} type="hidden" name={name} value={value} />
      ))}
      <Screen title={title} actions={<Button variant="primary">Try Again</Button>}>
        What you typed is kept on this page. Nothing has been booked or changed.
      </Screen>
    </form>
  )
}

function FailedScreen({ title, children }: { title: string; children: string }) {
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
      {children}
    </Screen>
  )
}
