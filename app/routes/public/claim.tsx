import { data, Form, href } from 'react-router'

import { attempt, readForPage } from '../../platform/attempt.server.ts'
import { clock, database, log } from '../../platform/context.ts'
import { readForm } from '../../platform/text/form.server.ts'
import { proveClaim } from '../../moving-in/claims/claim.server.ts'
import { findLinkHolder } from '../../people/accounts/one-time-link.server.ts'
import { LinkedTo, LinkHolderLine, useLinkToken } from '../../people/accounts/components/link-token.tsx'
import { linkSentences } from '../../staff-client/sign-in-sentences.ts'
import { LoginPage } from '../../staff-client/login-page.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { useHydrated } from '../../ui/page/hydrated.ts'
import { Notice } from '../../ui/page/notice.tsx'
import type { Route } from './+types/claim.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Your claim', 'noindex, nofollow')

/** Reads who made the claim. In links that earlier releases emailed, the token is in the fragment instead of the path. */
export async function loader({ context, params: { token } }: Route.LoaderArgs) {
  if (token === undefined) return data({ token: null, holder: null })
  const holder = await readForPage(
    context.get(log),
    'The link of a claim could not be read',
    () => findLinkHolder(context.get(database), token, context.get(clock)()),
    { message: 'This page could not be loaded. Please try again.' },
  )
  return data({ token, holder: holder ?? null }, { status: holder ? 200 : 404 })
}

/** Confirms the address only after a click, because mail scanners open every link. */
export async function action({ context, request }: Route.ActionArgs) {
  const token = String((await readForm(request)).get('token') ?? '')
  const proved = await attempt(context.get(log), 'A claim could not be confirmed', () =>
    proveClaim(context.get(database), token, context.get(clock)()),
  )
  if (!proved.ok) return data({ problem: 'That did not work. Please try again.' }, { status: 503 })
  if (!proved.value.ok) return data({ problem: linkSentences.spent_claim }, { status: 410 })
  return data({ proved: proved.value.value }, { status: 200 })
}

/** The page of a claim's link. It works without JavaScript, because the form that makes a claim does so too. */
export default function ProveClaim({ loaderData, actionData }: Route.ComponentProps) {
  const { token, holder } = loaderData
  const fragment = useLinkToken()
  const isHydrated = useHydrated()
  const isMissing = token === null ? isHydrated && !fragment : holder === null
  if (actionData && 'proved' in actionData) {
    const { vineyard_id: id, vineyard_name } = actionData.proved
    return (
      <LoginPage title="Thank you" needsScript={false}>
        <Notice tone="good" role="status">
          Your address is confirmed, and we’ve received your claim of {vineyard_name}. We’ll review it and
          write back to you.
        </Notice>
        {id && (
          <p>
            <ButtonLink to={href('/vineyard/:id', { id })}>Back to {vineyard_name}</ButtonLink>
          </p>
        )}
      </LoginPage>
    )
  }
  if (isMissing)
    return (
      <LoginPage title="Your claim" needsScript={false}>
        <Notice tone="info">{linkSentences.spent_claim}</Notice>
        <p>
          <ButtonLink to={href('/explore')}>Find your vineyard</ButtonLink>
        </p>
      </LoginPage>
    )
  return (
    <LoginPage title="Is this your address?" problem={actionData?.problem} needsScript={token === null}>
      {holder ? (
        <LinkHolderLine holder={holder} what="Claim by" />
      ) : (
        <LinkedTo token={fragment} what="Claim by" />
      )}
      <p>Confirm that you can read emails sent to this address. We’ll then review your claim.</p>
      <Form method="post" className="stack">
        <input type="hidden" name="token" value={token ?? fragment} />
        <Button variant="primary" wide>
          Confirm my address
        </Button>
      </Form>
    </LoginPage>
  )
}
