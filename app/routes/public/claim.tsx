import { href } from 'react-router'

import { ButtonLink } from '../../ui/button.tsx'
import { pageHead } from '../../ui/head.ts'
import { Notice } from '../../ui/notice.tsx'
import type { ProvedClaim } from '../../claims/claim.server.ts'
import { call, problemSentence } from '../../staff-client/call.ts'
import { LoginPage } from '../../staff-client/login-page.tsx'
import { LoginForm } from '../../staff-client/login-form.tsx'
import { useLinkToken } from '../../accounts/components/link-token.tsx'
import { linkSentences } from '../../staff-client/sign-in.ts'
import type { Route } from './+types/claim.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageHead({
    title: 'Your claim',
    description: 'Show that the address of your claim is yours.',
    path: href('/claim'),
    matches,
  }),
  { name: 'robots', content: 'noindex' },
]

export async function clientAction({ request }: Route.ClientActionArgs) {
  const token = String((await request.formData()).get('token') ?? '')
  const proved = await call<ProvedClaim>('links/claim/use', { method: 'POST', body: { token } })
  return proved.ok ? { proved: proved.value } : { problem: problemSentence(proved.problem) }
}

/** Where the link of a claim leads. A mail scanner that opens it uses nothing up: it waits for a press. */
export default function ProveClaim({ actionData }: Route.ComponentProps) {
  const token = useLinkToken()
  if (actionData?.proved) {
    const { vineyard_id: id, vineyard_name } = actionData.proved
    return (
      <LoginPage title="Thank you">
        <Notice tone="good" role="status">
          Your address is shown to be yours, and your claim of {vineyard_name} is with us. Somebody reads it
          and writes back to you.
        </Notice>
        <p>
          <ButtonLink to={href('/vineyard/:id', { id })}>Back to {vineyard_name}</ButtonLink>
        </p>
      </LoginPage>
    )
  }
  if (!token)
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
      <p>Press once to show that you read what is sent to it. Then we look at your claim.</p>
      <LoginForm press="This is my address" pressing="Sending …">
        <input type="hidden" name="token" value={token} />
      </LoginForm>
    </LoginPage>
  )
}
