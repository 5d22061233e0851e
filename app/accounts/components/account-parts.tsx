import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { href, Link, useNavigation } from 'react-router'

import { formatMoment } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { isJustSignedIn } from '../../staff-client/account-types.ts'
import { Notice } from '../../ui/notice.tsx'
import type { AccountResult } from '../account-actions.ts'
import { passwordLength } from '../password.ts'
import { wantedMails } from '../email-preferences.ts'
import { RecoveryCodes, TwoStepOffer } from './two-step-parts.tsx'

function Part({
  title,
  result,
  children,
}: {
  title: string
  result: AccountResult | undefined
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {result?.message && (
        <Notice tone={result.problem ? 'bad' : 'good'} role={result.problem ? 'alert' : 'status'}>
          {result.message}
        </Notice>
      )}
      {children}
    </section>
  )
}

function SubmitButton({
  intent,
  label,
  variant = 'line',
}: {
  intent: string
  label: string
  variant?: 'line' | 'danger' | 'primary'
}) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Button variant={variant} name="intent" value={intent} disabled={busy}>
      {label}
    </Button>
  )
}

type Session = {
  id: string
  browser: string | null
  created_at: string
  last_used_at: string
  is_current: boolean
}

export function SessionsPart({
  sessions,
  result,
  asksPassword,
  now,
}: {
  sessions: Session[]
  result: AccountResult | undefined
  /** False for visitors, who have no password: they sign in by email again first. */
  asksPassword: boolean
  now: Date
}) {
  const current = sessions.find(({ is_current }) => is_current)
  const mayEnd = asksPassword || (current !== undefined && isJustSignedIn(new Date(current.created_at), now))
  const problemOf = (session: string) =>
    result?.session === session ? result.fields?.current_password : undefined
  return (
    <Part title="Where you’re signed in" result={result}>
      {!mayEnd && sessions.length > 1 && (
        <p>
          To sign out another browser, <Link to={href('/sign-in')}>sign in by email again</Link> first.
        </p>
      )}
      <ul className="plain">
        {sessions.map(({ id, browser, last_used_at, created_at, is_current }) => (
          <li key={id} className="session-row">
            <p>
              <strong>{browser ?? 'Unknown browser'}</strong>
              <br />
              <span className="soft small">
                {is_current ? 'This browser' : `Last used ${formatMoment(last_used_at)}`}, signed in{' '}
                {formatMoment(created_at)}
              </span>
            </p>
            {!is_current && mayEnd && (
              <SignOutThere
                intent="end"
                id={id}
                name={browser ?? 'unknown browser'}
                asksPassword={asksPassword}
                problem={problemOf(id)}
              />
            )}
          </li>
        ))}
      </ul>
      {mayEnd && sessions.length > 2 && (
        <div className="session-row">
          <SignOutThere
            intent="end_others"
            id="others"
            name="of all other browsers"
            asksPassword={asksPassword}
            problem={problemOf('others')}
          />
        </div>
      )}
    </Part>
  )
}

/** Ends another session, or all others. Staff must enter their password first. */
function SignOutThere({
  intent,
  id,
  name,
  asksPassword,
  problem,
}: {
  intent: 'end' | 'end_others'
  id: string
  name: string
  asksPassword: boolean
  problem: string | undefined
}) {
  const [showsPassword, setShowsPassword] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (showsPassword) form.current?.querySelector<HTMLElement>('[type="password"]')?.focus()
  }, [showsPassword])
  const label =
    intent === 'end' ? (
      <>
        Sign out<span className="sr"> {name}</span>
      </>
    ) : (
      `Sign out ${name}`
    )
  if (asksPassword && !showsPassword)
    return (
      <Button type="button" small variant="danger" onClick={() => setShowsPassword(true)}>
        {label}
      </Button>
    )
  return (
    <Form ref={form} method="post" className="stack" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="browser" value={name} />
      {asksPassword && <CurrentPasswordField error={problem} />}
      <p className="row">
        <Button small variant="danger" name="intent" value={intent}>
          {label}
        </Button>
        {asksPassword && (
          <Button type="button" small onClick={() => setShowsPassword(false)}>
            Cancel
          </Button>
        )}
      </p>
    </Form>
  )
}

export function PasswordPart({ result }: { result: AccountResult | undefined }) {
  const { fields = {} } = result ?? {}
  return (
    <Part title="Password" result={result}>
      <Form
        method="post"
        className="form-grid"
        preventScrollReset
        key={result?.problem ? 'again' : result?.message}
      >
        <CurrentPasswordField error={fields.current_password} />
        <TextField
          label="New password"
          name="new_password"
          type="password"
          autoComplete="new-password"
          required
          minLength={passwordLength.shortest}
          maxLength={passwordLength.longest}
          hint={`At least ${passwordLength.shortest} characters.`}
          error={fields.new_password}
        />
        <div className="full">
          <SubmitButton intent="password" label="Change password" variant="primary" />
        </div>
      </Form>
    </Part>
  )
}

export function TwoStepPart({ isOn, result }: { isOn: boolean; result: AccountResult | undefined }) {
  const { offer, recovery_codes, fields = {} } = result ?? {}
  return (
    <Part title="Two-step sign-in" result={result}>
      {recovery_codes && <RecoveryCodes codes={recovery_codes} />}
      {!isOn && !offer && (
        <Form method="post" className="stack" preventScrollReset>
          <p>With an authenticator app, a stolen password is not enough to sign in as you.</p>
          <CurrentPasswordField error={fields.current_password} />
          <p>
            <SubmitButton intent="offer" label="Add an authenticator app" />
          </p>
        </Form>
      )}
      {!isOn && offer && (
        <Form method="post" className="stack" preventScrollReset>
          <TwoStepOffer {...offer} />
          <input type="hidden" name="secret" value={offer.secret} />
          <input type="hidden" name="address" value={offer.address} />
          <CodeField error={fields.code} />
          <SubmitButton intent="turn_on" label="Turn on two-step sign-in" variant="primary" />
        </Form>
      )}
      {isOn && !recovery_codes && (
        <Form method="post" className="stack" preventScrollReset>
          <p>You sign in with your password and a code from your authenticator app.</p>
          <CurrentPasswordField error={fields.current_password} />
          <CodeField error={fields.code} />
          <SubmitButton intent="turn_off" label="Turn off two-step sign-in" variant="danger" />
        </Form>
      )}
    </Part>
  )
}

/** The choice of optional emails. */
export function MailsPart({
  role,
  wanted,
  result,
}: {
  role: 'winemaker' | 'admin'
  wanted: readonly string[]
  result: AccountResult | undefined
}) {
  return (
    <Part title="Which emails you get" result={result}>
      <Form method="post" className="stack" preventScrollReset>
        <fieldset className="choices">
          <legend className="sr">Emails</legend>
          {Object.entries(wantedMails[role]).map(([mail, label]) => (
            <CheckField
              key={mail}
              label={label}
              name="wanted"
              value={mail}
              defaultChecked={wanted.includes(mail)}
            />
          ))}
        </fieldset>
        <p className="soft small">
          You always get emails about your account, such as a link to set a new password.
        </p>
        <SubmitButton intent="mails" label="Save" />
      </Form>
    </Part>
  )
}

function CurrentPasswordField({ error }: { error: string | undefined }) {
  return (
    <TextField
      label="Current password"
      name="current_password"
      type="password"
      autoComplete="current-password"
      required
      maxLength={1000}
      error={error}
    />
  )
}

function CodeField({ error }: { error: string | undefined }) {
  return (
    <TextField
      label="Code"
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      required
      maxLength={40}
      hint="The six digits your app shows now."
      error={error}
    />
  )
}
