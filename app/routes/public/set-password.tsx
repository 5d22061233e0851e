import { data, href, redirect } from 'react-router'

import { attempt } from '../../platform/attempt.server.ts'
import { clock, database, log } from '../../platform/context.ts'
import { readForm } from '../../platform/text/form.server.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { headOf } from '../../ui/page/head.ts'
import { useHydrated } from '../../ui/page/hydrated.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { call, isSpent, problemSentence } from '../../staff-client/call.ts'
import { LoginForm, LoginPage } from '../../staff-client/login-page.tsx'
import { knownBrowserHeaders } from '../../staff-client/sign-in-headers.ts'
import { LinkedTo, useLinkToken } from '../../people/accounts/components/link-token.tsx'
import { setPasswordByLink, tokenIn } from '../../people/accounts/one-time-link.server.ts'
import { passwordLength } from '../../people/accounts/password.ts'
import { linkSentences, signInSentences } from '../../staff-client/sign-in-sentences.ts'
import type { Route } from './+types/set-password.ts'

export const meta = headOf({
  title: 'Choose a password',
  description: 'Set a password with the link in your email.',
  path: href('/set-password'),
  robots: 'noindex',
})

/** The staff area of the account whose password was set, or why it was not set. `link` is the link that the user pasted. */
type Answer = {
  set?: 'winemaker' | 'admin'
  field?: string | undefined
  problem?: string | undefined
  is_spent?: boolean
  link?: string
}

/**
 * Sets the password if the browser runs no JavaScript. The user pastes the link, because browsers do not send the token in its
 * fragment.
 */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const [link, password] = [String(form.get('link') ?? ''), String(form.get('password') ?? '')]
  const used = await attempt(context.get(log), 'A password could not be set', () =>
    setPasswordByLink(
      { sql: context.get(database), log: context.get(log) },
      { token: tokenIn(link), password },
      null,
      context.get(clock)(),
    ),
  )
  const refuse = (why: Answer, status: number) => data<Answer>({ ...why, link }, { status })
  if (!used.ok) return refuse({ problem: 'That did not work. Please try again.' }, 503)
  if (used.value.ok) return data<Answer>({ set: used.value.value.door })
  const { problem } = used.value
  if (problem.kind === 'password') return refuse({ field: problem.message }, 422)
  return problem.kind === 'busy'
    ? refuse({ problem: signInSentences.busy }, 503)
    : refuse({ problem: linkSentences.spent }, 410)
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const body = { token: String(form.get('token') ?? ''), password: String(form.get('password') ?? '') }
  const set = await call<{ door: 'winemaker' | 'admin' }>('links/password/use', {
    method: 'POST',
    body,
    headers: knownBrowserHeaders(),
  })
  if (set.ok) return redirect(`${set.value.door === 'admin' ? href('/login') : href('/winemaker/login')}?set`)
  const field = set.problem.kind === 'refused' ? set.problem.fields.password : undefined
  const problem = field ? undefined : problemSentence(set.problem)
  return { field, problem, is_spent: isSpent(set.problem) } satisfies Answer
}

export default function SetPassword(props: Route.ComponentProps) {
  const actionData: Answer | undefined = props.actionData
  const token = useLinkToken()
  // The token is in the fragment, which only the browser sees, so it is unknown until hydration.
  const isMissing = useHydrated() && !token
  if (actionData?.set)
    return (
      <LoginPage title="Your password is set" needsScript={false}>
        <Notice tone="good">
          You can now sign in with it, in a browser that has JavaScript switched on.
        </Notice>
        <ButtonLink wide to={actionData.set === 'admin' ? href('/login') : href('/winemaker/login')}>
          Sign in
        </ButtonLink>
      </LoginPage>
    )
  if (isMissing || actionData?.is_spent)
    return (
      <LoginPage title="Choose a password" problem={actionData?.problem}>
        {!actionData?.problem && <Notice tone="info">{linkSentences.needed}</Notice>}
        <ButtonLink variant="primary" wide to={href('/forgotten-password')}>
          Ask for a new link
        </ButtonLink>
      </LoginPage>
    )
  return (
    <LoginPage title="Choose a password" problem={actionData?.problem} needsScript={false}>
      <LinkedTo token={token} what="For" />
      <LoginForm label="Set the password" busyLabel="Setting …" worksWithoutScript>
        <input type="hidden" name="token" value={token} />
        <noscript>
          <TextField
            label="Link from the email"
            name="link"
            required
            autoComplete="off"
            defaultValue={actionData?.link}
            hint="Copy the link from the email and paste it here. Without JavaScript, this page cannot read it by itself."
          />
        </noscript>
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={passwordLength.shortest}
          maxLength={passwordLength.longest}
          error={actionData?.field}
          hint={`At least ${passwordLength.shortest} characters. Three unrelated words are easy to remember.`}
        />
      </LoginForm>
    </LoginPage>
  )
}
