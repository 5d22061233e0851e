import type { Config } from '../platform/config.server.ts'
import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { AdminActor, WinemakerActor } from './actor.ts'
import { giveAttemptBack, takeAttempts } from './attempt-limit.server.ts'
import { verifyPassword } from './password.server.ts'
import { proofLimits } from '../staff-client/sign-in.ts'
import type { HeldUp } from './sign-in-response.server.ts'

export type PasswordProof = { name: string; email: string; password_hash: string }

const accounts = { winemaker: 'winemakers', admin: 'admins' } as const

/** The table of an account by its role. */
export function accountTable(role: keyof typeof accounts): string {
  return accounts[role]
}

/** Checks that somebody signed in knows their password: an open session alone does not change how they sign in. */
export async function proveOwnPassword(
  sql: Queryable,
  { limits }: Pick<Config, 'limits'>,
  by: WinemakerActor | AdminActor,
  password: string,
  now: Date,
): Promise<Result<PasswordProof, { kind: 'wrong' } | HeldUp>> {
  const [own] = await sql<(Omit<PasswordProof, 'password_hash'> & { password_hash: string | null })[]>`
    select name, email, password_hash from ${sql(accountTable(by.actor))} where id = ${by.actor_id}`
  const counted = proofLimits(limits, 'password', by)
  const allowed = await takeAttempts(sql, counted.limits, now)
  if (!allowed.ok) return refused({ kind: 'wait', ...allowed.problem })
  const verified = await verifyPassword(password, own?.password_hash)
  if (!verified.ok) return refused({ kind: 'busy' })
  if (!own?.password_hash || !verified.value) return refused({ kind: 'wrong' })
  await giveAttemptBack(sql, counted.subject, { all: true })
  return ok({ ...own, password_hash: own.password_hash })
}

/** Takes one of the few guesses at a code of one's own authenticator app; `giveBack` returns it when the code was right. */
export async function takeCodeAttempt(
  sql: Queryable,
  { limits }: Pick<Config, 'limits'>,
  by: AdminActor,
  now: Date,
): Promise<Result<{ giveBack: () => Promise<void> }, HeldUp>> {
  const counted = proofLimits(limits, 'code', by)
  const allowed = await takeAttempts(sql, counted.limits, now)
  if (!allowed.ok) return refused({ kind: 'wait', ...allowed.problem })
  return ok({ giveBack: () => giveAttemptBack(sql, counted.subject, { all: true }) })
}
