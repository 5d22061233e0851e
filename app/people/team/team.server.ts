import type { SignedInWinemaker } from '../sign-in/actor.ts'
import { type WinemakerRole, winemakerRoles } from '../../staff-client/account-types.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { outcomeFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import { type EmailContext, sendInvitation } from './winemaker.server.ts'
import type { colleagueShape } from './team.shapes.ts'

type Colleague = RowOf<typeof colleagueShape>

/** Returns the colleagues and open invitations of the caller's vineyard, owners first. */
export async function findTeam(
  sql: Queryable,
  { by }: { by: SignedInWinemaker },
  now: Date,
): Promise<Colleague[]> {
  const colleagues = await sql<Colleague[]>`
    select
      w.id, w.name, w.email, w.role, w.is_active, w.password_hash is not null as has_password,
      w.id = ${by.actor_id} as is_you, w.created_at, inviter.name as invited_by,
      (select max(s.last_used_at) from winemaker_sessions s where s.winemaker_id = w.id) as last_used_at,
      (
        select max(l.expires_at) from one_time_links l
        where l.winemaker_id = w.id and l.used_at is null and l.expires_at > ${now}
      ) as link_expires_at
    from winemakers w
      left join winemakers inviter on inviter.id = w.invited_by
    where w.vineyard_id = ${by.vineyard_id} and w.removed_at is null
    order by array_position(${winemakerRoles as unknown as string[]}::text[], w.role), lower(w.name), w.id`
  return [...colleagues]
}

type Invited = { name: string; email: string; role: WinemakerRole }

/** Adds a colleague and writes an email with a link to set the password, in one transaction. */
export async function inviteColleague(
  { sql, ...context }: EmailContext,
  { name, email, role }: Invited,
  { by }: { by: SignedInWinemaker },
  now: Date,
): Promise<Result<{ id: string }, SqlEnums['invitation_problem']>> {
  return inTransaction(sql, async (transaction) => {
    const [invited] = await transaction<[{ problem: SqlEnums['invitation_problem'] | null; id: string }]>`
      select * from invite_colleague(${by.vineyard_id}, ${by.actor_id}, ${name}, ${email}, ${role}, ${now})`
    if (invited.problem !== null) return refused(invited.problem)
    await sendInvitation({ sql: transaction, ...context }, invited.id, { by }, now)
    return ok({ id: invited.id })
  })
}

/** Changes a colleague's role, or with null removes the colleague and ends their sign-ins. One owner must remain. */
export async function changeColleague(
  sql: Queryable,
  id: string,
  role: WinemakerRole | null,
  { by }: { by: SignedInWinemaker },
  now: Date,
): Promise<Result<undefined, SqlEnums['team_problem']>> {
  return outcomeFrom(sql)`
    select change_colleague(${id}, ${role}, ${by.vineyard_id}, ${by.actor_id}, ${now}) as problem`
}
