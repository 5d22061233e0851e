import { data, href, Link, redirect, useNavigate } from 'react-router'

import { SkeletonBlocks, Skeleton } from '../../ui/page/skeleton.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useRefusalFocus } from '../../ui/focus.tsx'
import { Notice } from '../../ui/page/notice.tsx'
import { createClient } from '../../platform/api/client.ts'
import { ok } from '../../platform/result.ts'
import { headOf } from '../../ui/page/head.ts'
import { accountOf, changeAccount } from '../../people/accounts/account-actions.ts'
import { admits, peoplePolicy } from '../../people/sign-in/policy.ts'
import { findOwnPasskeys } from '../../people/passkeys/passkey-actions.ts'
import { PasskeysPart } from '../../people/passkeys/components/passkey-parts.tsx'
import { isJustSignedIn } from '../../staff-client/account-types.ts'
import { MailsPart, PasswordPart, TwoStepPart } from '../../people/accounts/components/account-parts.tsx'
import { SessionsPart } from '../../people/sign-in/components/sessions-part.tsx'
import { statusAfter } from '../../staff-client/action-result.tsx'
import { type CallProblem, isSignedOut, problemSentence, resultOf } from '../../staff-client/call.ts'
import { pickRole, type Role, roles, signedInRoles } from '../../staff-client/signed-in.ts'
import type { meApi } from '../../people/accounts/account.api.ts'
import '../../staff-client/login.css'
import type { Route } from './+types/account.ts'

export const meta = headOf({
  title: 'Your account',
  description: 'Where you’re signed in, your password and your emails.',
  path: href('/account'),
  robots: 'noindex',
})

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const role = roleAt(request)
  if (!role.ok) throw redirect(href('/sign-in'))
  // Staff see their account page inside the layout of their own area.
  if (accountPaths[role.value] !== new URL(request.url).pathname) throw redirect(accountPaths[role.value])
  const account = accountOf(role.value)
  const [me, sessions] = await Promise.all([
    resultOf(createClient<typeof meApi>('/api/me', roles[role.value].session).index.$get()),
    resultOf(account.sessions.$get()),
  ])
  if (!me.ok) throw failed(role.value, me.problem)
  if (me.value === null) throw redirectToLogin(role.value)
  if (!sessions.ok) throw failed(role.value, sessions.problem)
  const who = 'role' in me.value ? me.value.role : role.value === 'admin' ? 'admin' : 'visitor'
  const mails = admits(peoplePolicy.own_mails, who) ? await resultOf(account.mails.$get()) : ok(null)
  if (!mails.ok) throw failed(role.value, mails.problem)
  const passkeys = role.value === 'visitor' ? await findOwnPasskeys() : ok(null)
  if (!passkeys.ok) throw failed(role.value, passkeys.problem)
  return {
    role: role.value,
    passkeys: passkeys.value?.items,
    others: signedInRoles().filter((other) => other !== role.value),
    me: me.value,
    sessions: sessions.value,
    wanted: mails.value?.wanted,
    now: new Date(performance.timeOrigin + performance.now()),
  }
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const role = roleAt(request)
  if (!role.ok) throw redirect(href('/sign-in'))
  const result = await changeAccount(role.value, await request.formData())
  if (result.problem && isSignedOut(result.problem)) throw redirectToLogin(role.value)
  return data(result, { status: statusAfter(result.problem) })
}

const accountPaths: Record<Role, string> = {
  winemaker: href('/winemaker/account'),
  admin: href('/admin/account'),
  visitor: href('/account'),
}

/**
 * Returns the role whose account is shown: the role in `?as=`, otherwise the role of the staff area, otherwise the first
 * signed-in role.
 */
function roleAt(request: Request) {
  const { pathname, searchParams } = new URL(request.url)
  const ofArea = (Object.keys(accountPaths) as Role[]).find((role) => accountPaths[role] === pathname)
  return pickRole(searchParams.get('as') ?? (ofArea === 'visitor' ? null : (ofArea ?? null)))
}

const loginPaths: Record<Role, string> = {
  winemaker: href('/winemaker/login'),
  admin: href('/login'),
  visitor: href('/sign-in'),
}

/** Redirects to the sign-in page, which explains that the sign-in has ended and then leads back here. */
function redirectToLogin(role: Role) {
  const from = accountPaths[role]
  return redirect(`${loginPaths[role]}?${new URLSearchParams({ from, ended: '' })}`)
}

function failed(role: Role, problem: CallProblem) {
  if (isSignedOut(problem)) return redirectToLogin(role)
  const failure = { message: problemSentence(problem), to: accountPaths[role], label: 'Try Again' }
  return data(failure, { status: 503 })
}

export function HydrateFallback() {
  return (
    <div className="wrap page">
      <noscript>
        <Notice tone="info">
          <p>Your account needs JavaScript, which is switched off in this browser.</p>
          <p>
            <ButtonLink to={href('/my-bookings')}>My bookings works without it</ButtonLink>
          </p>
        </Notice>
      </noscript>
      <Skeleton label="Loading your account" className="needs-script">
        <SkeletonBlocks shapes={['big', 'line', 'line', 'part']} />
      </Skeleton>
    </div>
  )
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  const { role, others, me, sessions, passkeys, wanted, now } = loaderData
  const current = sessions.find(({ is_current }) => is_current)
  const navigate = useNavigate()
  const page = useRefusalFocus<HTMLDivElement>(actionData?.fields)
  const logOut = () => void roles[role].signOut().then(() => navigate(loginPaths[role]))
  const resultOn = (part: string) => (actionData?.part === part ? actionData : undefined)
  const isStaff = role !== 'visitor'
  return (
    <div className={isStaff ? undefined : 'wrap page'} ref={page}>
      <div className="page-head">
        <h1>Your account</h1>
        <p className="lede">
          {'name' in me ? `${me.name}, ${me.email}` : me.email}
          <br />
          <span className="soft small">Signed in as {roles[role].label.toLowerCase()}</span>
        </p>
        <div className="row">
          {!isStaff && <Link to={href('/my-bookings')}>My bookings</Link>}
          {others.map((other) => (
            <Link key={other} to={accountPaths[other] + (other === 'visitor' ? '?as=visitor' : '')}>
              {roles[other].label} account
            </Link>
          ))}
          {!isStaff && (
            <Button type="button" small onClick={logOut}>
              Log out
            </Button>
          )}
        </div>
      </div>
      <div className="account measure">
        <SessionsPart sessions={sessions} result={resultOn('sessions')} asksPassword={isStaff} now={now} />
        {passkeys && (
          <PasskeysPart
            passkeys={passkeys}
            mayAdd={current !== undefined && isJustSignedIn(new Date(current.created_at), now)}
          />
        )}
        {isStaff && wanted && <MailsPart role={role} wanted={wanted} result={resultOn('mails')} />}
        {isStaff && <PasswordPart result={resultOn('password')} />}
        {'two_step' in me && <TwoStepPart isOn={me.two_step} result={resultOn('two_step')} />}
      </div>
    </div>
  )
}
