import { useEffect, useState } from 'react'
import { href, redirect } from 'react-router'

import {
  loginMeta,
  StaffLogin,
  StaffLoginPage,
  StaffLoginSkeleton,
} from '../../people/sign-in/components/staff-login.tsx'
import { readLogin } from '../../people/sign-in/page-after-sign-in.tsx'
import { RecoveryCodes, TwoStepOffer } from '../../people/accounts/components/two-step-parts.tsx'
import { currentAdmin, signInAsAdmin } from '../../staff-client/admin-session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import type { Route } from './+types/login.ts'

export const meta: Route.MetaFunction = ({ matches }) => loginMeta('admin', matches)

/** Redirects admins who are signed in already. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const login = readLogin('admin', request)
  const signedIn = await currentAdmin()
  if (signedIn.ok) throw redirect(login.next)
  return login
}

/** Never reloads: recovery codes are shown only once, so the page must not redirect away from them. */
export const shouldRevalidate = () => false

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '')
  const signedIn = await signInAsAdmin(text('email'), text('password'), text('code') || null)
  if (!signedIn.ok) return { problem: signedIn.problem }
  if ('needs' in signedIn.value) return { needs: signedIn.value }
  const { recovery_codes } = signedIn.value
  return recovery_codes ? { recovery_codes } : redirect(readLogin('admin', request).next)
}

export const HydrateFallback = () => <StaffLoginSkeleton area="admin" />

export default function AdminLogin({ loaderData, actionData }: Route.ComponentProps) {
  const { problem, needs, recovery_codes } = actionData ?? {}
  // The second step stays on the screen after a wrong code.
  const [secondStep, setSecondStep] = useState(needs)
  if (needs && needs !== secondStep) setSecondStep(needs)
  useEffect(() => {
    if (secondStep) document.getElementById('code')?.focus()
  }, [secondStep])

  if (recovery_codes)
    return (
      <StaffLoginPage area="admin" title="Your recovery codes">
        <RecoveryCodes codes={recovery_codes} />
        <ButtonLink variant="primary" wide to={loaderData?.next ?? href('/admin/dashboard')}>
          I have written them down
        </ButtonLink>
      </StaffLoginPage>
    )
  return (
    <StaffLogin
      area="admin"
      title={secondStep && 'One more step'}
      login={loaderData}
      hasAnswer={actionData !== undefined}
      problem={problem}
      secondStep={
        secondStep && (
          <>
            {secondStep.needs === 'two_step' && <TwoStepOffer {...secondStep} />}
            <TextField
              label="Code"
              name="code"
              autoComplete="one-time-code"
              required
              maxLength={40}
              id="code"
              hint={
                secondStep.needs === 'code'
                  ? 'The six digits your authenticator app shows now, or one of your recovery codes.'
                  : 'The six digits the app shows now.'
              }
            />
          </>
        )
      }
    />
  )
}
