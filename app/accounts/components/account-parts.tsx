import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useNavigation } from 'react-router'

import { formatMoment } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { AccountResult } from '../account-actions.ts'
import { passwordLength } from '../password.ts'
import { wantedMails } from '../email-preferences.ts'
import { RecoveryCodes, TwoStepOffer } from './two-step-parts.tsx'

export type SessionLine = {
  id: string
  browser: string | null
  created_at: string
  last_used_at: string
  is_current: boolean
}

function Part({
  title,
  acted,
  children,
}: {
  title: string
  acted: AccountResult | undefined
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {acted?.said && (
        <Notice tone={acted.problem ? 'bad' : 'good'} role={acted.problem ? 'alert' : 'status'}>
          {acted.said}
        </Notice>
      )}
      {children}
    </section>
  )
}

function Press({
  intent,
  say,
  variant = 'line',
}: {
  intent: string
  say: string
  variant?: 'line' | 'danger' | 'primary'
}) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Button variant={variant} name="intent" value={intent} disabled={busy}>
      {say}
    </Button>
  )
}

export function SessionsPart({
  sessions,
  acted,
  asksPassword,
}: {
  sessions: SessionLine[]
  acted: AccountResult | undefined
  /** False for visitors, who have no password. */
  asksPassword: boolean
}) {
  return (
    <Part title="Where you’re signed in" acted={acted}>
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
            {!is_current && (
              <SignOutThere
                {...{ id, browser, asksPassword }}
                problem={acted?.session === id ? acted.fields?.current_password : undefined}
              />
            )}
          </li>
        ))}
      </ul>
    </Part>
  )
}

/** Ends another session. Staff must enter their password first. */
function SignOutThere({
  id,
  browser,
  asksPassword,
  problem,
}: {
  id: string
  browser: string | null
  asksPassword: boolean
  problem: string | undefined
}) {
  const [isAsking, setAsking] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (isAsking) form.current?.querySelector<HTMLElement>('[type="password"]')?.focus()
  }, [isAsking])
  const name = browser ?? 'unknown browser'
  if (asksPassword && !isAsking)
    return (
      <Button type="button" small variant="danger" onClick={() => setAsking(true)}>
        Sign out<span className="sr"> {name}</span>
      </Button>
    )
  return (
    <Form ref={form} method="post" className="stack" preventScrollReset>
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="browser" value={name} />
      {asksPassword && <CurrentPasswordField error={problem} />}
      <p className="row">
        <Button small variant="danger" name="intent" value="end">
          Sign out<span className="sr"> {name}</span>
        </Button>
        {asksPassword && (
          <Button type="button" small onClick={() => setAsking(false)}>
            Cancel
          </Button>
        )}
      </p>
    </Form>
  )
}

export function PasswordPart({ acted }: { acted: AccountResult | undefined }) {
  const { fields = {} } = acted ?? {}
  return (
    <Part title="Password" acted={acted}>
      <Form
        method="post"
        className="form-grid"
        preventScrollReset
        key={acted?.problem ? 'again' : acted?.said}
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
          <Press intent="password" say="Change password" variant="primary" />
        </div>
      </Form>
    </Part>
  )
}

export function TwoStepPart({ isOn, acted }: { isOn: boolean; acted: AccountResult | undefined }) {
  const { offer, recovery_codes, fields = {} } = acted ?? {}
  return (
    <Part title="Two-step sign-in" acted={acted}>
      {recovery_codes && <RecoveryCodes codes={recovery_codes} />}
      {!isOn && !offer && (
        <Form method="post" className="stack" preventScrollReset>
          <p>With an authenticator app, a stolen password is not enough to sign in as you.</p>
          <CurrentPasswordField error={fields.current_password} />
          <p>
            <Press intent="offer" say="Add an authenticator app" />
          </p>
        </Form>
      )}
      {!isOn && offer && (
        <Form method="post" className="stack" preventScrollReset>
          <TwoStepOffer {...offer} />
          <input type="hidden" name="secret" value={offer.secret} />
          <input type="hidden" name="address" value={offer.address} />
          <CodeField error={fields.code} />
          <Press intent="turn_on" say="Turn on two-step sign-in" variant="primary" />
        </Form>
      )}
      {isOn && !recovery_codes && (
        <Form method="post" className="stack" preventScrollReset>
          <p>You sign in with your password and a code from your authenticator app.</p>
          <CurrentPasswordField error={fields.current_password} />
          <CodeField error={fields.code} />
          <Press intent="turn_off" say="Turn off two-step sign-in" variant="danger" />
        </Form>
      )}
    </Part>
  )
}

/** The choice of optional emails. */
export function MailsPart({
  role,
  wanted,
  acted,
}: {
  role: 'winemaker' | 'admin'
  wanted: readonly string[]
  acted: AccountResult | undefined
}) {
  return (
    <Part title="Which emails you get" acted={acted}>
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
        <Press intent="mails" say="Save" />
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
