import { useEffect, useState } from 'react'
import { href, Link, redirect } from 'react-router'

import { returnPath } from '../../platform/http/return-path.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { pageHead } from '../../ui/head.ts'
import { currentAdmin, signInAsAdmin } from '../../staff-client/admin-session.ts'
import { LoginPage } from '../../staff-client/login-page.tsx'
import { LoginForm } from '../../staff-client/login-form.tsx'
import { LoginBones } from '../../staff-client/login-skeleton.tsx'
import { RecoveryCodes, TwoStepOffer } from '../../accounts/components/two-step-parts.tsx'
import { linkSentences } from '../../staff-client/sign-in.ts'
import type { Route } from './+types/login.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageHead({
    title: 'Admin sign-in',
    description: 'Where those sign in who run the marketplace.',
    path: href('/login'),
    matches,
  }),
  { name: 'robots', content: 'noindex' },
]

/** Whoever is signed in already goes on. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const onto = onwards(searchParams)
  const signedIn = await currentAdmin()
  if (signedIn.ok) throw redirect(onto)
  return { is_set: searchParams.has('set'), has_ended: searchParams.has('ended'), onto }
}

/** The codes that are shown once must not be navigated away from. */
export const shouldRevalidate = () => false

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const signedIn = await signInAsAdmin(text('email'), text('password'), text('code') || null)
  if (!signedIn.ok) return { problem: signedIn.problem }
  if ('needs' in signedIn.value) return { needs: signedIn.value }
  const { recovery_codes } = signedIn.value
  return recovery_codes ? { recovery_codes } : redirect(onwards(new URL(request.url).searchParams))
}

/** Back to where one was sent here from, within the admins' area. */
function onwards(search: URLSearchParams): string {
  const fallback = href('/admin/dashboard')
  const from = returnPath(search.get('from'), fallback)
  return from.startsWith('/admin/') || from.startsWith('/account') ? from : fallback
}

export function HydrateFallback() {
  return <LoginBones staff="For those who run the marketplace" title="Admin sign-in" />
}

export default function AdminLogin({ loaderData, actionData }: Route.ComponentProps) {
  const { problem, needs, recovery_codes } = {
    problem: undefined,
    needs: undefined,
    recovery_codes: undefined,
    ...actionData,
  }
  // What is needed stays needed while a code is mistyped.
  const [needed, setNeeded] = useState(needs)
  if (needs && needs !== needed) setNeeded(needs)
  useEffect(() => {
    if (needed) document.getElementById('code')?.focus()
  }, [needed])

  if (recovery_codes)
    return (
      <LoginPage staff="For those who run the marketplace" title="Your recovery codes">
        <RecoveryCodes codes={recovery_codes} />
        <ButtonLink variant="primary" wide to={loaderData?.onto ?? href('/admin/dashboard')}>
          I have written them down
        </ButtonLink>
      </LoginPage>
    )
  return (
    <LoginPage
      staff="For those who run the marketplace"
      title={needed ? 'One step more' : 'Admin sign-in'}
      problem={problem}
      news={
        loaderData?.is_set
          ? linkSentences.set
          : loaderData?.has_ended && !actionData
            ? linkSentences.ended
            : undefined
      }
      foot={
        <p>
          <Link to={href('/forgotten-password')}>Forgotten your password?</Link>
        </p>
      }
    >
      <LoginForm press="Sign in" pressing="Signing in …">
        <div hidden={needed !== undefined} className="stack">
          <TextField
            label="Email"
            name="email"
            type="email"
            autoComplete="username"
            required
            maxLength={254}
          />
          <TextField
            label="Password"
            name="password"
            type="password"
            autoComplete="current-password"
            required
            maxLength={1000}
          />
        </div>
        {needed?.needs === 'two_step' && <TwoStepOffer {...needed} />}
        {needed && (
          <TextField
            label="Code"
            name="code"
            inputMode="text"
            autoComplete="one-time-code"
            required
            maxLength={40}
            id="code"
            hint={
              needed.needs === 'code'
                ? 'The six digits your authenticator app shows now, or one of your recovery codes.'
                : 'The six digits the app shows now.'
            }
          />
        )}
      </LoginForm>
    </LoginPage>
  )
}
