import type { Config } from '../../platform/config.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { retrying } from '../../platform/database/retry.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { type AttemptRefusal, giveAttemptBack, takeAttempts } from './attempt-limit.server.ts'
import { type Caller, endFormerSession, findKnownCaller, rememberCaller } from './known-caller.server.ts'
import { verifyPassword } from '../accounts/password.server.ts'
import { signInLimits } from './sign-in-limits.ts'
import { hashToken, isToken, makeToken } from './session.server.ts'
import type { Winemaker, WinemakerSession } from '../../staff-client/account-types.ts'

export type SignInRefusal = { kind: 'wrong' } | AttemptRefusal

/** Signs a winemaker in. An unknown address and a wrong password get the same refusal after the same time. */
export async function authenticateWinemaker(
  sql: Queryable,
  { production, limits }: Pick<Config, 'production' | 'limits'>,
  { email, password, ...caller }: { email: string; password: string } & Caller,
  now: Date,
): Promise<Result<WinemakerSession, SignInRefusal>> {
  const known_by = await findKnownCaller(sql, 'winemaker', email, caller)
  const counted = signInLimits(limits, 'winemaker', email, caller, known_by)
  const allowed = await takeAttempts(sql, counted.limits, now)
  if (!allowed.ok) return allowed

  const [account] = await sql<{ password_hash: string | null; may_sign_in: boolean }[]>`
    select password_hash, is_active and not (is_demo and ${production}) as may_sign_in
    from winemakers
    where lower(email) = lower(${email}) and removed_at is null`
  const verified = await verifyPassword(password, account?.password_hash)
  if (!verified.ok) return refused({ kind: 'busy' })
  if (!account || !account.may_sign_in || !verified.value) return refused({ kind: 'wrong' })

  const session_token = makeToken()
  const [winemaker] = await retrying(
    sql,
    (sql) => sql<Winemaker[]>`
      select * from authenticate_winemaker(
        ${email}, ${account.password_hash}, ${hashToken(session_token)}, ${caller.browser}, ${now}
      )`,
  )
  if (!winemaker) return refused({ kind: 'wrong' })
  await endFormerSession(sql, caller, now)
  await rememberCaller(sql, 'winemaker', email, caller, now)
  await giveAttemptBack(sql, counted.account, { all: true })
  if (counted.address !== null) await giveAttemptBack(sql, counted.address)
  return ok({ ...winemaker, session_token })
}

/** Returns the winemaker of a sign-in, or undefined if the sign-in has ended or never existed. */
export async function validateWinemakerSession(
  sql: Queryable,
  token: string,
  now: Date,
): Promise<Winemaker | undefined> {
  if (!isToken(token)) return undefined
  const [winemaker] = await sql<Winemaker[]>`select * from validate_winemaker_session(${token}, ${now})`
  return winemaker
}

/** Ends a sign-in. Returns undefined if there was none. */
export async function logoutWinemaker(
  sql: Queryable,
  token: string,
  now: Date,
): Promise<{ winemaker_id: string } | undefined> {
  if (!isToken(token)) return undefined
  const [ended] = await sql<{ winemaker_id: string }[]>`select * from logout_winemaker(${token}, ${now})`
  return ended
}

/** Returns a list with the account that has this email address, as admins see it. Without an account, the list is empty. */
export async function testWinemakerData(sql: Queryable, email: string) {
  return sql<(Winemaker & { is_active: boolean; has_password: boolean; open_sessions: number })[]>`
    select * from test_winemaker_data(${email})`
}
