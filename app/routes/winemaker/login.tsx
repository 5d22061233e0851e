import { redirect } from 'react-router'

import { loginMeta, StaffLogin, StaffLoginSkeleton } from '../../people/sign-in/components/staff-login.tsx'
import { readLogin } from '../../people/sign-in/page-after-sign-in.tsx'
import {
  countStoredEntries,
  currentWinemaker,
  signInAsWinemaker,
} from '../../staff-client/winemaker-session.ts'
import type { Route } from './+types/login.ts'

export const meta: Route.MetaFunction = ({ matches }) => loginMeta('winemaker', matches)

/** Redirects winemakers who are signed in already. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const login = readLogin('winemaker', request)
  const signedIn = await currentWinemaker()
  if (signedIn.ok) throw redirect(login.next)
  return { ...login, unsent: (await countStoredEntries()).unsent }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const email = String(form.get('email') ?? '')
  const signedIn = await signInAsWinemaker(email, String(form.get('password') ?? ''))
  return signedIn.ok ? redirect(readLogin('winemaker', request).next) : { problem: signedIn.problem }
}

export function HydrateFallback() {
  return <StaffLoginSkeleton area="winemaker" />
}

export default function WinemakerLogin({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <StaffLogin
      area="winemaker"
      login={loaderData}
      hasAnswer={actionData !== undefined}
      problem={actionData?.problem}
      unsent={loaderData?.unsent}
      hint={
        <p className="soft">
          No account yet? Open your vineyard’s page and claim it there, or ask a colleague for an invitation.
        </p>
      }
    />
  )
}
