import { href, Link, redirect } from 'react-router'

import { TextField } from '../../ui/forms/field.tsx'
import { pageHead } from '../../ui/page/head.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { type CallProblem, isSpent, problemSentence } from '../../staff-client/call.ts'
import { LoginForm, LoginPage } from '../../staff-client/login-page.tsx'
import { useLinkToken } from '../../people/accounts/components/link-token.tsx'
import { askForSignInLink, signInByLink } from '../../staff-client/visitor-session.ts'
import { useSendsEmail } from '../../ui/forms/sends-email.ts'
import { lifetimeSentence } from '../../people/accounts/link-lifetimes.ts'
import type { Route } from './+types/sign-in.ts'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageHead({
    title: 'Sign in by email',
    description: 'One emailed link brings your bookings to every device you use. No password needed.',
    path: href('/sign-in'),
    robots: 'noindex',
    matches,
  })

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const token = String(form.get('token') ?? '')
  if (token) {
    const signedIn = await signInByLink(token)
    return signedIn.ok ? redirect(href('/my-bookings')) : refuse(signedIn.problem)
  }
  const email = String(form.get('email') ?? '')
  const sent = await askForSignInLink(email)
  return sent.ok ? { sent_to: email, problem: undefined, is_spent: false } : refuse(sent.problem)
}

function refuse(problem: CallProblem) {
  return { sent_to: null, problem: problemSentence(problem), is_spent: isSpent(problem) }
}

export default function SignIn({ actionData }: Route.ComponentProps) {
  const emails = useSendsEmail()
  const linkToken = useLinkToken()
  const token = actionData?.is_spent ? '' : linkToken
  if (actionData?.sent_to)
    return (
      <LoginPage
        title={emails ? 'Check your email' : 'We cannot send emails at the moment'}
        foot={
          <p>
            Wrong address? <Link to={href('/sign-in')}>Use another address</Link>
          </p>
        }
      >
        {emails ? (
          <Notice tone="good" role="status">
            We’re sending a link to {actionData.sent_to}. It works once and expires after{' '}
            {lifetimeSentence('sign_in_link')}.
          </Notice>
        ) : (
          <Notice tone="info" role="status">
            We can’t send a link to {actionData.sent_to}. You can still open each booking by its own link.
          </Notice>
        )}
      </LoginPage>
    )
  if (token)
    return (
      <LoginPage title="Sign in on this device" problem={actionData?.problem}>
        <p>Your bookings will be listed here until you sign out.</p>
        <LoginForm label="Sign in" busyLabel="Signing in …">
          <input type="hidden" name="token" value={token} />
        </LoginForm>
      </LoginPage>
    )
  return (
    <LoginPage
      title="Sign in by email"
      problem={actionData?.problem}
      foot={
        <p className="soft">
          Run a vineyard? <Link to={href('/winemaker/login')}>Winemakers sign in here.</Link>
        </p>
      }
    >
      <p>
        You don’t need an account to book. An emailed link brings the bookings made with your address to every
        device you use.
      </p>
      <LoginForm label="Send me the link" busyLabel="Sending …">
        <TextField label="Email" name="email" type="email" autoComplete="email" required maxLength={254} />
      </LoginForm>
    </LoginPage>
  )
}
