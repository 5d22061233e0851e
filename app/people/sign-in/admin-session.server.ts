import { hkdfSync, randomBytes } from 'node:crypto'

import type { Config } from '../../platform/config.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { AdminSession, AdminUser, AdminNeeds } from '../../staff-client/account-types.ts'
import { hashToken, isToken, makeToken } from './session.server.ts'
import { giveAttemptBack, takeAttempts } from './attempt-limit.server.ts'
import { type Caller, endFormerSession, findKnownCaller, rememberCaller } from './known-caller.server.ts'
import { verifyPassword } from '../accounts/password.server.ts'
import { signInLimits } from './sign-in-limits.ts'
import {
  offerTwoStep,
  turnTwoStepOn,
  decryptSecret,
  hashRecoveryCode,
  stepOfCode,
} from './two-step.server.ts'
import type { SignInRefusal } from './winemaker-session.server.ts'

/** The lifetime of an access token, and how long a used refresh token still returns the tokens that replaced it. */
const accessLifetimeMs = 10 * 60_000
const graceMs = 10_000

type Proof = {
  password_hash: string
  two_step: boolean
  step: number | null
  recovery_hash: Buffer | null
}

/** Opens a sign-in for an admin. Returns undefined if the account was changed, or the code was used, since the check. */
async function openAdminSession(
  sql: Queryable,
  user: AdminUser,
  proof: Proof,
  browser: string | null,
  now: Date,
): Promise<AdminSession | undefined> {
  const [access_token, refresh_token] = [makeToken(), makeToken()]
  const expires = new Date(now.getTime() + accessLifetimeMs)
  const { opened } = await rowFrom(sql)<{ opened: string | null }>`
    select open_admin_session(
      ${user.id}, ${proof.password_hash}, ${proof.two_step}, ${proof.step}, ${proof.recovery_hash},
      ${randomBytes(32)}, ${hashToken(refresh_token)}, ${hashToken(access_token)}, ${expires}, ${browser}, ${now}
    ) as opened`
  return opened ? { access_token, refresh_token, expires_at: expires.toISOString(), user } : undefined
}

/**
 * Returns the next pair of tokens. The pair is computed from the old token and the seed of the sign-in, so that
 * concurrent requests get the same pair.
 */
export async function refreshAdminSession(
  sql: Queryable,
  refresh_token: string,
  { production }: Pick<Config, 'production'>,
  now: Date,
): Promise<Result<AdminSession, 'ended' | 'reused'>> {
  if (!isToken(refresh_token)) return refused('ended')
  const hash = hashToken(refresh_token)
  const [session] = await sql<(AdminUser & { seed: Buffer })[]>`
    select a.id, a.name, a.email, a.two_step_since is not null as two_step, s.seed
    from admin_tokens t
      join admin_sessions s on s.id = t.session_id
      join admins a on a.id = s.admin_id
    where t.refresh_hash = ${hash} and not (a.is_demo and ${production})`
  if (!session) return refused('ended')
  const { seed, ...user } = session
  const secret = Buffer.from(refresh_token, 'base64url')
  const derive = (label: string) =>
    Buffer.from(hkdfSync('sha256', secret, seed, label, 32)).toString('base64url')
  const next = { access_token: derive('access'), refresh_token: derive('refresh') }
  type Row = { outcome: SqlEnums['refresh_outcome']; access_expires_at: Date }
  const { outcome, access_expires_at } = await rowFrom(sql)<Row>`
    select outcome, access_expires_at from refresh_admin_session(
      ${hash}, ${hashToken(next.refresh_token)}, ${hashToken(next.access_token)},
      ${new Date(now.getTime() + accessLifetimeMs)}, make_interval(secs => ${graceMs / 1000}), ${now}
    )`
  return outcome === 'refreshed'
    ? ok({ ...next, expires_at: access_expires_at.toISOString(), user })
    : refused(outcome)
}

/** Ends the sign-in to which an access or refresh token belongs. */
export async function endAdminSession(sql: Queryable, token: string, now: Date): Promise<void> {
  if (!isToken(token)) return
  await sql`select end_session_of_token(${hashToken(token)}, ${now})`
}

export type AdminSignedIn = AdminNeeds | (AdminSession & { recovery_codes?: string[] })

/**
 * Signs an admin in, in one step or two. The second request repeats the credentials, so that no half-finished sign-in is
 * stored. Where two steps are required, an admin without an authenticator app sets one up here, and gets recovery codes once.
 */
export async function signAdminIn(
  sql: Sql,
  config: Pick<Config, 'production' | 'limits' | 'require_two_step' | 'secrets_keys'>,
  { email, password, code, ...caller }: { email: string; password: string; code: string | null } & Caller,
  now: Date,
): Promise<Result<AdminSignedIn, SignInRefusal | { kind: 'wrong_code' }>> {
  const known_by = await findKnownCaller(sql, 'admin', email, caller)
  const counted = signInLimits(config.limits, 'admin', email, caller, known_by)
  const allowed = await takeAttempts(sql, counted.limits, now)
  if (!allowed.ok) return allowed

  const [account] = await sql<
    (AdminUser & { password_hash: string | null; two_step_secret: string | null; may_sign_in: boolean })[]
  >`
    select id, name, email, password_hash, two_step_since is not null as two_step, two_step_secret,
      is_active and not (is_demo and ${config.production}) as may_sign_in
    from admins
    where lower(email) = lower(${email})`
  const verified = await verifyPassword(password, account?.password_hash)
  if (!verified.ok) return refused({ kind: 'busy' })
  if (!account?.password_hash || !account.may_sign_in || !verified.value) return refused({ kind: 'wrong' })

  const { password_hash, two_step_secret, may_sign_in: _, ...user } = account
  const setsUp = config.require_two_step && !user.two_step
  const two_step = user.two_step || setsUp
  if (two_step && code === null) {
    // A correct password without a code does not count as an attempt.
    await giveAttemptBack(sql, counted.account)
    if (counted.address !== null) await giveAttemptBack(sql, counted.address)
    const offer = setsUp ? await offerTwoStep(sql, config.secrets_keys, user) : null
    return ok(offer?.ok ? offer.value : { needs: 'code' })
  }

  const proof = two_step
    ? await proveCode(decryptSecret(config.secrets_keys, two_step_secret, user.id), code ?? '', setsUp, now)
    : { step: null, recovery_hash: null }
  if (!proof) return refused({ kind: 'wrong_code' })
  const signedIn = await inTransaction(sql, async (transaction) => {
    const recovery_codes = setsUp ? await turnTwoStepOn(transaction, user.id, now) : undefined
    const fullProof = { password_hash, two_step, ...proof }
    const session = await openAdminSession(transaction, { ...user, two_step }, fullProof, caller.browser, now)
    return session && { ...session, ...(recovery_codes && { recovery_codes }) }
  })
  if (!signedIn) return refused(two_step ? { kind: 'wrong_code' } : { kind: 'wrong' })
  await endFormerSession(sql, caller, now)
  await rememberCaller(sql, 'admin', email, caller, now)
  await giveAttemptBack(sql, counted.account, { all: true })
  if (counted.address !== null) await giveAttemptBack(sql, counted.address)
  return ok(signedIn)
}

/** Returns the time step of an app's code, or the hash of a recovery code. While the app is set up, only its code counts. */
async function proveCode(secret: string | undefined, code: string, setsUp: boolean, now: Date) {
  const step = await stepOfCode(secret, code, now)
  if (step !== undefined) return { step, recovery_hash: null }
  const recovery_hash = setsUp ? undefined : hashRecoveryCode(code)
  return recovery_hash && { step: null, recovery_hash }
}
