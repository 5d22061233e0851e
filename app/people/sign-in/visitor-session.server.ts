import type { Config } from '../../platform/config.server.ts'
import type { Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { takeAttempts } from './attempt-limit.server.ts'
import { type Caller, endFormerSession } from './known-caller.server.ts'
import { mailLink } from '../accounts/one-time-link.server.ts'
import { linkLimits } from './sign-in-limits.ts'
import { hashToken, isToken, makeToken, findActor } from './session.server.ts'
import { type VisitorSession } from '../../staff-client/account-types.ts'
import { visitorField } from '../../staff-client/local-storage.ts'

/** Emails a sign-in link to any address. The account is created when the link is used. */
export async function sendSignInLink(
  { sql, config }: { sql: Sql; config: Config },
  { email, address }: { email: string; address: string },
  now: Date,
): ReturnType<typeof takeAttempts> {
  const allowed = await takeAttempts(sql, linkLimits(config.limits, 'visitor', email, address), now)
  if (!allowed.ok) return allowed
  const recipient = { purpose: 'visitor', email } as const
  await inTransaction(sql, (transaction) =>
    mailLink({ sql: transaction, config }, 'sign_in_link', recipient, { to: email }, now),
  )
  return allowed
}

/** Signs a visitor in with a one-time link. */
export async function signVisitorIn(
  sql: Sql,
  { token, ...caller }: { token: string } & Pick<Caller, 'browser' | 'former_token'>,
  now: Date,
): Promise<Result<VisitorSession, 'link'>> {
  if (!isToken(token)) return refused('link')
  const session_token = makeToken()
  const [signedIn] = await sql<{ user_id: string; email: string; joined: number }[]>`
    select * from sign_in_visitor(${hashToken(token)}, ${hashToken(session_token)}, ${caller.browser}, ${now})`
  if (!signedIn) return refused('link')
  await endFormerSession(sql, caller, now)
  const { user_id: id, email, joined } = signedIn
  return ok({ session_token, user: { id, email }, joined })
}

/** Returns the id of the signed-in visitor who sent a form, or null if nobody is signed in. */
export async function visitorInForm(sql: Sql, form: FormData, now: Date): Promise<string | null> {
  const token = form.get(visitorField)
  if (typeof token !== 'string' || token === '') return null
  const actor = await findActor(sql, `Bearer ${token}`, now)
  return actor !== 'invalid' && actor.actor === 'guest' ? actor.actor_id : null
}
