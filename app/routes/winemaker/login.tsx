import { href, Link, redirect } from 'react-router'

import { returnPath } from '../../platform/http/return-path.ts'
import { TextField } from '../../ui/field.tsx'
import { pageHead } from '../../ui/head.ts'
import { LoginPage } from '../../staff-client/login-page.tsx'
import { LoginForm } from '../../staff-client/login-form.tsx'
import { LoginBones } from '../../staff-client/login-skeleton.tsx'
import { linkSentences } from '../../staff-client/sign-in.ts'
import { currentWinemaker, signInAsWinemaker } from '../../staff-client/winemaker-session.ts'
import type { Route } from './+types/login.ts'

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageHead({
    title: 'Winemaker sign-in',
    description: 'Where the staff of a vineyard sign in.',
    path: href('/winemaker/login'),
    matches,
  }),
  { name: 'robots', content: 'noindex' },
]

/** Whoever is signed in already goes on. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { searchParams } = new URL(request.url)
  const signedIn = await currentWinemaker()
  if (signedIn.ok) throw redirect(onwards(searchParams))
  return { is_set: searchParams.has('set'), has_ended: searchParams.has('ended') }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const email = String(form.get('email') ?? '')
  const signedIn = await signInAsWinemaker(email, String(form.get('password') ?? ''))
  if (signedIn.ok) return redirect(onwards(new URL(request.url).searchParams))
  return { problem: signedIn.problem }
}

/** Back to where one was sent here from, within the winemakers' area. */
function onwards(search: URLSearchParams): string {
  const fallback = href('/winemaker/dashboard')
  const from = returnPath(search.get('from'), fallback)
  return from.startsWith('/winemaker/') || from.startsWith('/account') ? from : fallback
}

export function HydrateFallback() {
  return <LoginBones staff="For the staff of a vineyard" title="Winemaker sign-in" />
}

export default function WinemakerLogin({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <LoginPage
      staff="For the staff of a vineyard"
      title="Winemaker sign-in"
      problem={actionData?.problem}
      news={
        loaderData?.is_set
          ? linkSentences.set
          : loaderData?.has_ended && !actionData
            ? linkSentences.ended
            : undefined
      }
      foot={
        <>
          <p>
            <Link to={href('/forgotten-password')}>Forgotten your password?</Link>
          </p>
          <p className="soft">
            No account yet? Open your vineyard's page and claim it there, or ask a colleague to have you
            invited.
          </p>
        </>
      }
    >
      <LoginForm press="Sign in" pressing="Signing in …">
        <TextField label="Email" name="email" type="email" autoComplete="username" required maxLength={254} />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={1000}
        />
      </LoginForm>
    </LoginPage>
  )
}
