import type { Config } from '../platform/config.server.ts'
import type { Queryable, Sql } from '../platform/database.server.ts'
import type { Log } from '../platform/log.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { AdminActor } from '../accounts/actor.ts'
import { mailLink } from '../accounts/one-time-link.server.ts'
import { addRow } from '../accounts/staff-edit.server.ts'
import { winemakerNoun } from './winemaker.server.ts'

type Invited = { vineyard_id: string; name: string; email: string; position?: string | null | undefined }
type EmailContext = { sql: Sql; config: Config; log: Log }

/** Makes an account and mails the link that sets its password. Neither is there without the other. */
export async function inviteWinemaker(
  { sql, ...office }: EmailContext,
  invited: Invited,
  { by }: { by: AdminActor },
  now: Date,
): Promise<Result<{ id: string }, { kind: 'refused'; by: string }>> {
  return sql.begin(async (transaction) => {
    const made = await addRow(transaction, winemakerNoun, invited, { by }, now)
    if (made.ok) await sendInvitation({ sql: transaction, ...office }, made.value.id, now)
    return made
  })
}

/** Mails the link once more; whoever has a password already asks for a new one themselves. */
export async function sendInvitation(
  { sql, config, log }: { sql: Queryable; config: Config; log: Log },
  id: string,
  now: Date,
): Promise<Result<undefined, 'absent' | 'not_needed'>> {
  const [invited] = await sql<{ name: string; email: string; vineyard_name: string; waits: boolean }[]>`
    select w.name, w.email, v.name as vineyard_name, w.is_active and w.password_hash is null as waits
    from winemakers w
      join vineyards v on v.id = w.vineyard_id
    where w.id = ${id}`
  if (!invited) return refused('absent')
  if (!invited.waits) return refused('not_needed')
  const { email: to, name, vineyard_name } = invited
  await mailLink(
    { sql, config, log },
    'invitation',
    { purpose: 'winemaker', winemaker_id: id },
    { to, name, vineyard_name },
    now,
  )
  return ok(undefined)
}
