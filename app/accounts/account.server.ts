import { queueEmail } from '../emails/queue-email.server.ts'
import type { Queryable, Sql } from '../platform/database.server.ts'
import type { Config } from '../platform/config.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { Actor, AdminActor, WinemakerActor } from './actor.ts'
import { accountTable, proveOwnPassword } from './own-password.server.ts'
import { readNewPassword } from './password.ts'
import { hashPassword } from './password.server.ts'
import type { HeldUp } from './sign-in-response.server.ts'

/** Where the sessions of each kind of actor stand, and how many idle days they last. */
const shelves = {
  winemaker: { table: 'winemaker_sessions', owner: 'winemaker_id', idle_days: 30 },
  admin: { table: 'admin_sessions', owner: 'admin_id', idle_days: 14 },
  guest: { table: 'user_sessions', owner: 'user_id', idle_days: 90 },
} as const

export type OpenSession = { id: string; browser: string | null; created_at: Date; last_used_at: Date }

/** The sessions of somebody that are open, the last used first. */
export async function listSessions(
  sql: Queryable,
  { actor, actor_id }: Actor,
  now: Date,
): Promise<OpenSession[]> {
  const { table, owner, idle_days } = shelves[actor]
  return sql<OpenSession[]>`
    select id, browser, created_at, last_used_at
    from ${sql(table)}
    where ${sql(owner)} = ${actor_id} and ended_at is null and last_used_at > ${now}::timestamptz - make_interval(days => ${idle_days})
    order by last_used_at desc, id`
}

/** Ends one of somebody's own sessions; false where there is none of that id. */
export async function endSession(
  sql: Queryable,
  { actor, actor_id }: Actor,
  id: string,
  now: Date,
): Promise<boolean> {
  const { table, owner } = shelves[actor]
  const ended = await sql`
    update ${sql(table)} set ended_at = ${now}
    where id = ${id} and ${sql(owner)} = ${actor_id} and ended_at is null
    returning id`
  return ended.length > 0
}

export type PasswordRefusal = { kind: 'wrong' } | { kind: 'password'; message: string } | HeldUp

/** Changes somebody's own password, who gives the current one. Every session but `session_id` ends. */
export async function changePassword(
  sql: Sql,
  config: Pick<Config, 'limits'>,
  by: WinemakerActor | AdminActor,
  asked: { current: string; wanted: string; session_id: string },
  now: Date,
): Promise<Result<undefined, PasswordRefusal>> {
  const read = readNewPassword(asked.wanted)
  if (!read.ok) return refused({ kind: 'password', message: read.problem })
  const proved = await proveOwnPassword(sql, config, by, asked.current, now)
  if (!proved.ok) return proved
  const { name, email, password_hash } = proved.value
  const hashed = await hashPassword(read.value)
  if (!hashed.ok) return refused({ kind: 'busy' })

  const { table: sessions } = shelves[by.actor]
  const changed = await sql.begin(async (transaction) => {
    // A trigger ends every session with the old password; the one that asked is opened again.
    const rows = await transaction`
      update ${transaction(accountTable(by.actor))} set password_hash = ${hashed.value}, is_demo = false
      where id = ${by.actor_id} and password_hash = ${password_hash}
      returning id`
    if (rows.length === 0) return false
    await transaction`update ${transaction(sessions)} set ended_at = null where id = ${asked.session_id}`
    await queueEmail(
      transaction,
      { email_type: 'password_changed', to_address: email, payload: { name } },
      now,
    )
    return true
  })
  return changed ? ok(undefined) : refused({ kind: 'wrong' })
}
