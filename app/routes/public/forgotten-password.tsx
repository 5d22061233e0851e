import { href, Link } from 'react-router'

import { TextField } from '../../ui/forms/field.tsx'
import { headOf } from '../../ui/page/head.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { call, problemSentence } from '../../staff-client/call.ts'
import { LoginForm, LoginPage } from '../../staff-client/login-page.tsx'
import { linkSentences } from '../../staff-client/sign-in-sentences.ts'
import { useSendsEmail } from '../../ui/forms/sends-email.ts'
import { lifetimeSentence } from '../../people/accounts/link-lifetimes.ts'
import type { Route } from './+types/forgotten-password.ts'

export const meta = headOf({
  title: 'Forgotten password',
  description: 'Request a link to set a new password.',
  path: href('/forgotten-password'),
  robots: 'noindex',
})

export async function clientAction({ request }: Route.ClientActionArgs) {
  const email = String((await request.formData()).get('email') ?? '')
  const sent = await call('links/password', { method: 'POST', body: { email } })
  return sent.ok ? { sent: true } : { problem: problemSentence(sent.problem) }
}

export default function ForgottenPassword({ actionData }: Route.ComponentProps) {
  const emails = useSendsEmail()
  const { sent, problem } = actionData ?? {}
  return (
    <LoginPage
      title={sent && emails ? 'Check your email' : 'Forgotten password'}
      problem={problem}
      foot={
        <p>
          Back to the sign-in of <Link to={href('/winemaker/login')}>winemakers</Link> or{' '}
          <Link to={href('/login')}>admins</Link>.
        </p>
      }
    >
      {sent ? (
        <Notice tone={emails ? 'good' : 'info'} role="status">
          {emails
            ? `${linkSentences.sent} It works for ${lifetimeSentence('password_reset')}.`
            : linkSentences.kept}
        </Notice>
      ) : (
        <>
          <p>Enter the email address you sign in with, and we’ll send you a link to set a new password.</p>
          <LoginForm label="Send the link" busyLabel="Sending …">
            <TextField
              label="Email"
              name="email"
              type="email"
              autoComplete="username"
              required
              maxLength={254}
            />
          </LoginForm>
        </>
      )}
    </LoginPage>
  )
}
