import { type ReactNode, useId } from 'react'

import { CheckField } from '../../../ui/forms/check-field.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import type { AccountResult } from '../account-actions.ts'
import { passwordLength } from '../password.ts'
import { wantedMails } from '../email-preferences.ts'
import { RecoveryCodes, TwoStepOffer } from './two-step-parts.tsx'

export function Part({
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
          <FormButton variant="primary" name="intent" value="password">
            Change password
          </FormButton>
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
            <FormButton name="intent" value="offer">
              Add an authenticator app
            </FormButton>
          </p>
        </Form>
      )}
      {!isOn && offer && (
        <Form method="post" className="stack" preventScrollReset>
          <TwoStepOffer {...offer} />
          <HiddenFields values={offer} />
          <CodeField error={fields.code} />
          <FormButton variant="primary" name="intent" value="turn_on">
            Turn on two-step sign-in
          </FormButton>
        </Form>
      )}
      {isOn && !recovery_codes && (
        <Form method="post" className="stack" preventScrollReset>
          <p>You sign in with your password and a code from your authenticator app.</p>
          <CurrentPasswordField error={fields.current_password} />
          <CodeField error={fields.code} />
          <FormButton variant="danger" name="intent" value="turn_off">
            Turn off two-step sign-in
          </FormButton>
        </Form>
      )}
    </Part>
  )
}

/** Lets staff choose their optional emails. */
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
        <fieldset>
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
        <FormButton name="intent" value="mails">
          Save
        </FormButton>
      </Form>
    </Part>
  )
}

export function CurrentPasswordField({ error }: { error: string | undefined }) {
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
