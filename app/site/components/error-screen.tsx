import { href, useLocation } from 'react-router'

import { ButtonLink } from '../../ui/button.tsx'
import { Screen } from '../../ui/screen.tsx'
import { failureOf, headingOf, type PageRefusal } from '../failure.ts'

/** What a visitor sees instead of a page that threw; the frame round it stays. */
export function ErrorScreen({ error }: { error: unknown }) {
  const failure = failureOf(error)
  if (failure.kind === 'not-found') return <NotFoundScreen />
  if (failure.kind === 'refused') return <RefusedScreen refusal={failure.refusal} />
  return <FailedScreen />
}

export function NotFoundScreen() {
  return (
    <Screen
      title={headingOf({ kind: 'not-found' })}
      actions={
        <ButtonLink variant="primary" to={href('/')}>
          Return to Home
        </ButtonLink>
      }
    >
      The path you followed ends in a hedge. The gate is back the way you came.
    </Screen>
  )
}

function RefusedScreen({ refusal }: { refusal: PageRefusal }) {
  const { title, message, to = href('/explore'), label = 'Back to Explore' } = refusal
  return (
    <Screen
      title={headingOf({ kind: 'refused', refusal })}
      actions={
        <ButtonLink variant="primary" to={to}>
          {label}
        </ButtonLink>
      }
    >
      {title === undefined ? null : message}
    </Screen>
  )
}

function FailedScreen() {
  return (
    <Screen
      title={headingOf({ kind: 'failed' })}
      actions={
        <>
          <ButtonLink variant="primary" to={useLocation()} reloadDocument>
            Try Again
          </ButtonLink>
          <ButtonLink to={href('/')}>Return to Home</ButtonLink>
        </>
      }
    >
      It is our fault, not yours, and it has been noted. A moment later it often works.
    </Screen>
  )
}
