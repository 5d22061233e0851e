import { z } from 'zod'

import { queueEmail } from '../../mail/queue-email.server.ts'
import { id } from '../../platform/api/fields.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import type { Config } from '../../platform/config.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { AdminActor, Person, StaffMember } from '../sign-in/actor.ts'
import {
  accountTable,
  checkNewPassword,
  hashPassword,
  ownWordsOf,
  proveOwnPassword,
} from './password.server.ts'
import type { AttemptRefusal } from '../sign-in/attempt-limit.server.ts'
import { type WantedMail, wantedMails } from './email-preferences.ts'
import { isJustSignedIn, winemakerRoles } from '../../staff-client/account-types.ts'

/** The table with the sign-ins of each kind of actor. */
const sessionTables = {
  winemaker: { table: 'winemaker_sessions', owner: 'winemaker_id' },
  admin: { table: 'admin_sessions', owner: 'admin_id' },
  guest: { table: 'user_sessions', owner: 'user_id' },
} as const

/** Returns an actor's open sign-ins. The sign-in that was used last comes first. */
export async function listSessions(sql: Queryable, { actor, actor_id }: Person, now: Date) {
  const { table, owner } = sessionTables[actor]
  return sql<{ id: string; browser: string | null; created_at: Date; last_used_at: Date }[]>`
    select id, browser, created_at, last_used_at
    from ${sql(table)}
    where ${sql(owner)} = ${actor_id} and is_session_open(${actor}, created_at, last_used_at, ended_at, ${now})
    order by last_used_at desc, id`
}

/** Ends one of the actor's own sign-ins. Returns false if the actor has no open sign-in with this id. */
export async function endSession(
  sql: Queryable,
  { actor, actor_id }: Person,
  id: string,
  now: Date,
): Promise<boolean> {
  const { table, owner } = sessionTables[actor]
  const ended = await sql`
    update ${sql(table)} set ended_at = ${now}
    where id = ${id} and ${sql(owner)} = ${actor_id} and ended_at is null
    returning id`
  return ended.length > 0
}

/** Returns whether a visitor opened this sign-in recently enough to end other sign-ins. */
export async function hasJustSignedIn(
  sql: Queryable,
  visitor: Person,
  session_id: string | undefined,
  now: Date,
): Promise<boolean> {
  const sessions = await listSessions(sql, visitor, now)
  const current = sessions.find(({ id }) => id === session_id)
  return current !== undefined && isJustSignedIn(current.created_at, now)
}

/** Ends all sign-ins of an account except one. Returns how many it ended. */
export async function endOtherSessions(
  sql: Queryable,
  { actor, actor_id }: Person,
  kept: string | undefined,
  now: Date,
): Promise<number> {
  const [{ ended }] = await sql<[{ ended: number }]>`
    select end_open_sessions(array[${actor}], ${actor_id}, null, ${kept ?? null}, ${now}) as ended`
  return ended
}

/**
 * Ends the open sign-ins of a winemaker, of all accounts with one email address, or of everybody. The admin's own
 * current sign-in stays open. Returns how many it ended.
 */
export async function endSessionsOf(
  sql: Queryable,
  { winemaker_id, email }: { winemaker_id: string | null; email: string | null },
  { by, kept }: { by: AdminActor; kept: string | undefined },
  now: Date,
): Promise<number> {
  const actors = winemaker_id === null ? Object.keys(sessionTables) : ['winemaker']
  const [{ ended }] = await sql<[{ ended: number }]>`
    select end_sessions_by_admin(
      ${actors}::text[], ${winemaker_id}, ${email}, ${kept ?? null}, ${by.actor_id}, ${now}
    ) as ended`
  return ended
}

export async function isWinemaker(sql: Queryable, id: string): Promise<boolean> {
  const found = await sql`select from winemakers where id = ${id} and removed_at is null`
  return found.length > 0
}

type PasswordRefusal = { kind: 'wrong' } | { kind: 'password'; message: string } | AttemptRefusal

/** Changes the actor's own password after checking the current one. Ends every sign-in except `session_id`. */
export async function changePassword(
  sql: Sql,
  config: Pick<Config, 'limits'>,
  by: StaffMember,
  request: { current: string; wanted: string; session_id: string | undefined },
  now: Date,
): Promise<Result<undefined, PasswordRefusal>> {
  const read = await checkNewPassword(request.wanted, await ownWordsOf(sql, by.actor, by.actor_id))
  if (!read.ok) return read
  const proved = await proveOwnPassword(sql, config, by, request.current, now)
  if (!proved.ok) return proved
  const { name, email, password_hash } = proved.value
  const hashed = await hashPassword(read.value)
  if (!hashed.ok) return refused({ kind: 'busy' })

  const changed = await inTransaction(sql, async (transaction) => {
    // A trigger ends every other sign-in when the password changes.
    await transaction`select set_config('accounts.current_session', ${request.session_id ?? ''}, true)`
    const rows = await transaction`
      update ${transaction(accountTable(by.actor))} set password_hash = ${hashed.value}, is_demo = false
      where id = ${by.actor_id} and password_hash = ${password_hash}
      returning id`
    if (rows.length === 0) return false
    await queueEmail(
      transaction,
      { email_type: 'password_changed', to_address: email, payload: { name } },
      now,
    )
    return true
  })
  return changed ? ok(undefined) : refused({ kind: 'wrong' })
}

const person = { id, name: z.string(), email: z.string() }
/** The signed-in user in the form of `GET /api/me`. */
export const meShape = z
  .union([
    z.object({
      actor: z.literal('winemaker'),
      ...person,
      vineyard_id: id,
      position: z.string().nullable(),
      role: z.enum(winemakerRoles),
    }),
    z.object({ actor: z.literal('admin'), ...person, two_step: z.boolean() }),
    z.object({ actor: z.literal('guest'), id, email: z.string() }),
    z.null(),
  ])
  .describe('The signed-in user, or null.')
type Me = NonNullable<z.output<typeof meShape>>

const meColumns = (sql: Queryable, actor: Person['actor']) =>
  ({
    winemaker: sql`vineyard_id, name, email, position, role from winemakers`,
    admin: sql`name, email, two_step_since is not null as two_step from admins`,
    guest: sql`email from users`,
  })[actor]

/** Returns the user behind an actor, or null if the caller is not signed in. */
export async function findMe(sql: Queryable, { actor, actor_id }: Person): Promise<Me | null> {
  if (actor_id === null) return null
  const [me] = await sql<Me[]>`select ${actor} as actor, id, ${meColumns(sql, actor)} where id = ${actor_id}`
  return me ?? null
}

/** Returns the active admins, sorted by name. */
export async function listAdmins(sql: Queryable) {
  return sql<{ id: string; name: string }[]>`select id, name from admins where is_active order by name, id`
}

/** Returns the optional emails that a member of staff receives. */
export async function findWantedMails(sql: Queryable, by: StaffMember): Promise<WantedMail[]> {
  const [row] = await sql<{ unwanted_mails: string[] }[]>`
    select unwanted_mails from ${sql(accountTable(by.actor))} where id = ${by.actor_id}`
  return mailsOf(by).filter((mail) => !row?.unwanted_mails.includes(mail))
}

/** Sets and returns the optional emails of a member of staff. Ignores emails for the other kind of staff. */
export async function setWantedMails(
  sql: Queryable,
  by: StaffMember,
  wanted: readonly WantedMail[],
): Promise<WantedMail[]> {
  const unwanted = mailsOf(by).filter((mail) => !wanted.includes(mail))
  await sql`update ${sql(accountTable(by.actor))} set unwanted_mails = ${unwanted}::text[] where id = ${by.actor_id}`
  return mailsOf(by).filter((mail) => wanted.includes(mail))
}

function mailsOf({ actor }: StaffMember): WantedMail[] {
  return Object.keys(wantedMails[actor]) as WantedMail[]
}
