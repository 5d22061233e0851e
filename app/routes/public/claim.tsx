import { href } from 'react-router'

import { ButtonLink } from '../../ui/button.tsx'
import { headOf } from '../../ui/page/head.ts'
import { useHydrated } from '../../ui/page/hydrated.ts'
import { Notice } from '../../ui/page/notice.tsx'
import type { ProvedClaim } from '../../moving-in/claims/claim.server.ts'
import { call, problemSentence } from '../../staff-client/call.ts'
import { LoginForm, LoginPage } from '../../staff-client/login-page.tsx'
import { LinkedTo, useLinkToken } from '../../people/accounts/components/link-token.tsx'
import { linkSentences } from '../../staff-client/sign-in-sentences.ts'
import type { Route } from './+types/claim.ts'

export const meta = headOf({
  title: 'Your claim',
  description: 'Confirm the email address of your claim.',
  path: href('/claim'),
  robots: 'noindex',
})

export async function clientAction({ request }: Route.ClientActionArgs) {
  const token = String((await request.formData()).get('token') ?? '')
  const proved = await call<ProvedClaim>('links/claim/use', { method: 'POST', body: { token } })
  return proved.ok ? { proved: proved.value } : { problem: problemSentence(proved.problem) }
}

/** The page of a claim's link. The link is used only after a click, because mail scanners open every link. */
export default function ProveClaim({ actionData }: Route.ComponentProps) {
  const token = useLinkToken()
  const isMissing = useHydrated() && !token
  if (actionData?.proved) {
    const { vineyard_id: id, vineyard_name } = actionData.proved
    return (
      <LoginPage title="Thank you">
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
      <LoginPage title="Your claim">
        <Notice tone="info">{linkSentences.spent_claim}</Notice>
        <p>
          <ButtonLink to={href('/explore')}>Find your vineyard</ButtonLink>
        </p>
      </LoginPage>
    )
  return (
    <LoginPage title="Is this your address?" problem={actionData?.problem}>
      <LinkedTo token={token} what="Claim by" />
      <p>Confirm that you can read emails sent to this address. We’ll then review your claim.</p>
      <LoginForm label="Confirm my address" busyLabel="Sending …">
        <input type="hidden" name="token" value={token} />
      </LoginForm>
    </LoginPage>
  )
}
