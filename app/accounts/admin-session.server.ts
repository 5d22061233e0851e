import { hkdfSync, randomBytes } from 'node:crypto'

import type { Config } from '../platform/config.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { AdminSession, AdminUser } from '../staff-client/admin.ts'
import { hashToken, isToken, makeToken } from './token.server.ts'

/** In milliseconds: how long an access token speaks, and how long a replaced refresh token still gets its successor. */
const accessLife = 10 * 60_000
const grace = 10_000

type Proof = {
  password_hash: string
  two_step: boolean
  step: number | null
  recovery_hash: Buffer | null
}

/** Opens a session for an admin who proved all they have to; undefined where one proof was spent meanwhile. */
export async function openAdminSession(
  sql: Queryable,
  user: AdminUser,
  proof: Proof,
  browser: string | null,
  now: Date,
): Promise<AdminSession | undefined> {
  const [access_token, refresh_token] = [makeToken(), makeToken()]
  const expires = new Date(now.getTime() + accessLife)
  const [{ opened }] = await sql<[{ opened: string | null }]>`
    select open_admin_session(
      ${user.id}, ${proof.password_hash}, ${proof.two_step}, ${proof.step}, ${proof.recovery_hash},
      ${randomBytes(32)}, ${hashToken(refresh_token)}, ${hashToken(access_token)}, ${expires}, ${browser}, ${now}
    ) as opened`
  return opened ? { access_token, refresh_token, expires_at: expires.toISOString(), user } : undefined
}

/**
 * The next pair of tokens. It is derived from the old token and the session's seed: the same for everybody who comes
 * with that token at the same time, and made by nobody who knows only one of the two.
 */
export async function refreshAdminSession(
  sql: Queryable,
  refresh_token: string,
  { production }: Pick<Config, 'production'>,
  now: Date,
): Promise<Result<AdminSession, 'ended' | 'reused'>> {
  if (!isToken(refresh_token)) return refused('ended')
  const hash = hashToken(refresh_token)
  const [known] = await sql<(AdminUser & { seed: Buffer })[]>`
    select a.id, a.name, a.email, a.two_step_since is not null as two_step, s.seed
    from admin_tokens t
      join admin_sessions s on s.id = t.session_id
      join admins a on a.id = s.admin_id
    where t.refresh_hash = ${hash} and not (a.is_demo and ${production})`
  if (!known) return refused('ended')
  const { seed, ...user } = known
  const derive = (what: string) =>
    Buffer.from(hkdfSync('sha256', Buffer.from(refresh_token, 'base64url'), seed, what, 32)).toString(
      'base64url',
    )
  const next = { access_token: derive('access'), refresh_token: derive('refresh') }
  const [{ outcome, access_expires_at }] = await sql<
    [{ outcome: 'refreshed' | 'ended' | 'reused'; access_expires_at: Date }]
  >`
    select outcome, access_expires_at from refresh_admin_session(
      ${hash}, ${hashToken(next.refresh_token)}, ${hashToken(next.access_token)},
      ${new Date(now.getTime() + accessLife)}, make_interval(secs => ${grace / 1000}), ${now}
    )`
  return outcome === 'refreshed'
    ? ok({ ...next, expires_at: access_expires_at.toISOString(), user })
    : refused(outcome)
}

/** Ends the session that a token, of either kind, belongs to. */
export async function endAdminSession(sql: Queryable, token: string, now: Date): Promise<void> {
  if (!isToken(token)) return
  await sql`
    update admin_sessions s set ended_at = ${now}
    from admin_tokens t
    where t.session_id = s.id and s.ended_at is null and ${hashToken(token)} in (t.refresh_hash, t.access_hash)`
}
