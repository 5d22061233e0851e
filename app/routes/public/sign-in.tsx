import { data, href, Link, redirect, useNavigate, useSearchParams } from 'react-router'

import { attempt } from '../../platform/attempt.server.ts'
import { clock, config, database, log, rateLimited } from '../../platform/context.ts'
import { readForm } from '../../platform/text/form.server.ts'
import { readEmailField } from '../../platform/text/visitor-form.ts'
import { waitSentence } from '../../staff-client/sign-in-sentences.ts'
import { canUsePasskeys, findOwnPasskeys, signInWithPasskey } from '../../people/passkeys/passkey-actions.ts'
import {
  PasskeyQuestion,
  useCanUsePasskeys,
  usePasskeyAction,
} from '../../people/passkeys/components/passkey-parts.tsx'
import { BookingsLinkForm } from '../../people/accounts/components/bookings-link-form.tsx'
import { sendListLink } from '../../people/accounts/opened-list.server.ts'
import { TextField } from '../../ui/forms/field.tsx'
import { Button } from '../../ui/button.tsx'
import { headOf } from '../../ui/page/head.ts'
import { useHydrated } from '../../ui/page/hydrated.ts'
import { Notice } from '../../ui/page/notice.tsx'
import { type CallProblem, isSpent, problemSentence } from '../../staff-client/call.ts'
import { LoginForm, LoginPage } from '../../staff-client/login-page.tsx'
import { useLinkToken } from '../../people/accounts/components/link-token.tsx'
import { askForSignInLink, signInByLink } from '../../staff-client/visitor-session.ts'
import { useSendsEmail } from '../../ui/forms/sends-email.ts'
import { lifetimeSentence } from '../../people/accounts/link-lifetimes.ts'
import type { Route } from './+types/sign-in.ts'

export const meta = headOf({
  title: 'Sign in by email',
  description: 'See your bookings on any device: we email you a link to sign in. No password needed.',
  path: href('/sign-in'),
  robots: 'noindex',
})

const unanswered = { sent_to: null, problem: undefined, field: undefined, typed: '', is_spent: false }

/** Emails a link to the list of bookings. Only browsers without JavaScript send this form; other browsers sign in. */
export async function action({ context, request }: Route.ActionArgs) {
  const form = await readForm(request)
  const typed = String(form.get('email') ?? '')
  const answer = { ...unanswered, typed }
  const limited = context.get(rateLimited)
  if (limited) return data({ ...answer, problem: limited.sentence }, { status: 429 })
  const email = readEmailField(form)
  if (!email.ok) return data({ ...answer, field: email.problem }, { status: 422 })
  const sent = await attempt(context.get(log), 'A link to a list of bookings could not be sent', () =>
    sendListLink(
      { sql: context.get(database), config: context.get(config) },
      email.value,
      context.get(clock)(),
    ),
  )
  if (!sent.ok) return data({ ...answer, problem: 'That did not work. Please try again.' }, { status: 503 })
  if (!sent.value.ok)
    return data({ ...answer, problem: waitSentence(sent.value.problem.wait_seconds) }, { status: 429 })
  return { ...answer, sent_to: email.value }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const token = String(form.get('token') ?? '')
  if (token) {
    const signedIn = await signInByLink(token)
    if (!signedIn.ok) return refuse(signedIn.problem)
    const own = (await canUsePasskeys()) ? await findOwnPasskeys() : undefined
    return own?.ok && own.value.may_ask
      ? { ...unanswered, asks_passkey: true }
      : redirect(href('/my-bookings'))
  }
  const email = String(form.get('email') ?? '')
  const sent = await askForSignInLink(email)
  return sent.ok ? { ...unanswered, sent_to: email } : refuse(sent.problem)
}

function refuse(problem: CallProblem) {
  return { ...unanswered, problem: problemSentence(problem), is_spent: isSpent(problem) }
}

export default function SignIn({ actionData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const openBookings = () => void navigate(href('/my-bookings'))
  const passkey = usePasskeyAction()
  const canPasskey = useCanUsePasskeys()
  const emails = useSendsEmail()
  const linkToken = useLinkToken()
  const token = actionData?.is_spent ? '' : linkToken
  const [search] = useSearchParams()
  const hydrated = useHydrated()
  const opensByLink = token !== '' || (search.has('link') && !hydrated && !actionData)
  if (actionData && 'asks_passkey' in actionData)
    return (
      <LoginPage title="Sign in with your face, finger or screen lock next time?">
        <PasskeyQuestion onDone={openBookings} />
      </LoginPage>
    )
  if (actionData?.sent_to)
    return (
      <LoginPage
        title={emails ? 'Check your email' : 'We cannot send emails at the moment'}
        needsScript={false}
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
  if (opensByLink)
    return (
      <LoginPage title="Sign in on this device" problem={actionData?.problem} needsScript={false}>
        <noscript>
          <BookingsLinkForm />
        </noscript>
        <div className="needs-script">
          <p>Your bookings will be listed here until you sign out.</p>
          <LoginForm label="Sign in" busyLabel="Signing in …">
            <input type="hidden" name="token" value={token} />
          </LoginForm>
        </div>
      </LoginPage>
    )
  return (
    <LoginPage
      title="Sign in by email"
      needsScript={false}
      problem={passkey.problem ?? actionData?.problem}
      foot={
        <p className="soft">
          Run a vineyard? <Link to={href('/winemaker/login')}>Winemakers sign in here.</Link>
        </p>
      }
    >
      <noscript>
        <BookingsLinkForm typed={actionData?.typed} error={actionData?.field} />
      </noscript>
      <p className="needs-script">
        You don’t need an account to book. To list the bookings made with your address on a device, sign in by
        an emailed link.
      </p>
      <div className="needs-script">
        <LoginForm label="Send me the link" busyLabel="Sending …">
          <TextField label="Email" name="email" type="email" autoComplete="email" required maxLength={254} />
        </LoginForm>
      </div>
      {canPasskey && (
        <Button
          type="button"
          wide
          disabled={passkey.busy}
          onClick={() => void passkey.run(signInWithPasskey, openBookings)}
        >
          Sign in with a passkey
        </Button>
      )}
    </LoginPage>
  )
}
