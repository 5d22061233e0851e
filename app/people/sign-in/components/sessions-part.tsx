import { useEffect, useRef, useState } from 'react'
import { href, Link } from 'react-router'
import type { z } from 'zod'

import { formatMoment } from '../../../platform/days.ts'
import { isJustSignedIn } from '../../../staff-client/account-types.ts'
import { Button } from '../../../ui/button.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { HiddenFields } from '../../../ui/forms/form-parts.tsx'
import type { AccountResult } from '../../accounts/account-actions.ts'
import type { sessionShape } from '../../accounts/account.shapes.ts'
import { CurrentPasswordField, Part } from '../../accounts/components/account-parts.tsx'

export function SessionsPart({
  sessions,
  result,
  asksPassword,
  now,
}: {
  sessions: z.infer<typeof sessionShape>[]
  result: AccountResult | undefined
  /** Whether ending a sign-in needs the password. Visitors have no password, and must have signed in recently. */
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
          To sign out another browser, <Link to={href('/sign-in')}>sign in again</Link> first.
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

/** A button that ends another sign-in, or all other sign-ins. Staff must first enter their password. */
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
      <HiddenFields values={{ id, browser: name }} />
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
