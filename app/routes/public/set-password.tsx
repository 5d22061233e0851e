import { href, redirect } from 'react-router'

import { ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import { headOf } from '../../ui/page/head.ts'
import { useHydrated } from '../../ui/page/hydrated.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { call, isSpent, problemSentence } from '../../staff-client/call.ts'
import { LoginForm, LoginPage } from '../../staff-client/login-page.tsx'
import { knownBrowserHeader } from '../../staff-client/sign-in-headers.ts'
import { LinkedTo, useLinkToken } from '../../people/accounts/components/link-token.tsx'
import { passwordLength } from '../../people/accounts/password.ts'
import { linkSentences } from '../../staff-client/sign-in-sentences.ts'
import type { Route } from './+types/set-password.ts'

export const meta = headOf({
  title: 'Choose a password',
  description: 'Set a password with the link in your email.',
  path: href('/set-password'),
  robots: 'noindex',
})

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const body = { token: String(form.get('token') ?? ''), password: String(form.get('password') ?? '') }
  const set = await call<{ door: 'winemaker' | 'admin' }>('links/password/use', {
    method: 'POST',
    body,
    headers: knownBrowserHeader(),
  })
  if (set.ok) return redirect(`${set.value.door === 'admin' ? href('/login') : href('/winemaker/login')}?set`)
  const field = set.problem.kind === 'refused' ? set.problem.fields.password : undefined
  return { field, problem: field ? undefined : problemSentence(set.problem), is_spent: isSpent(set.problem) }
}

export default function SetPassword({ actionData }: Route.ComponentProps) {
  const token = useLinkToken()
  // The token is in the fragment, which only the browser sees, so it is unknown until hydration.
  const isMissing = useHydrated() && !token
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
    <LoginPage title="Choose a password" problem={actionData?.problem}>
      <LinkedTo token={token} what="For" />
      <LoginForm label="Set the password" busyLabel="Setting …">
        <input type="hidden" name="token" value={token} />
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
