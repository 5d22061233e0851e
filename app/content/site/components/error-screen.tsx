import { href, useLocation } from 'react-router'

import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Screen } from '../../../ui/lists/empty.tsx'
import { failureOf, headingOf } from '../failure.tsx'

/** Replaces a page that threw an error. The site's header and footer stay. */
export default function ErrorScreen({ error }: { error: unknown }) {
  const location = useLocation()
  const failure = failureOf(error)
  if (failure.kind === 'not-found') return <NotFoundScreen />
  const title = headingOf(failure)
  if (failure.kind !== 'refused')
    return (
      <Screen
        title={title}
        actions={
          <>
            <ButtonLink variant="primary" to={location} reloadDocument>
              Try Again
            </ButtonLink>
            <ButtonLink to={href('/')}>Return to Home</ButtonLink>
          </>
        }
      >
        {failure.kind === 'offline'
          ? 'The page opens as soon as you are back online.'
          : 'The error is ours, and it has been logged. Trying again in a moment often works.'}
      </Screen>
    )
  const { message, to = href('/explore'), label = 'Back to Explore', typed } = failure.refusal
  if (typed)
    return (
      // Sends the typed values again. Visitors without JavaScript need this form, because this screen has replaced the page
      // that had their form.
      <form method="post" action={location.pathname + location.search}>
        {typed.map(([name, value], n) => (
          <input key={n} type="hidden" name={name} value={value} />
        ))}
        <Screen title={title} actions={<Button variant="primary">Try Again</Button>}>
          What you typed is kept on this page. Nothing has been booked or changed.
        </Screen>
      </form>
    )
  return (
    <Screen title={title} actions={<PrimaryLink to={to}>{label}</PrimaryLink>}>
      {failure.refusal.title && message}
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
