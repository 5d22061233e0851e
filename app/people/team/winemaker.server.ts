import { z } from 'zod'

import { id, instant, type RowOf, typed } from '../../platform/api/fields.server.ts'
import { containsTerm, listing, type Page, readListPage } from '../../platform/api/listing.server.ts'
import { version } from '../../platform/api/version.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import { inTransaction } from '../../platform/database/retry.server.ts'
import { type Noun, addRow } from '../accounts/staff-edit.server.ts'
import { winemakerRoles, type WinemakerState, winemakerStates } from '../../staff-client/account-types.ts'
import type { Config } from '../../platform/config.server.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { type AdminActor, inScope, type SignedInWinemaker, vineyardScope } from '../sign-in/actor.ts'
import { mailLink } from '../accounts/one-time-link.server.ts'

/** A winemaker with the fields that admins see. `has_password` says whether the winemaker has accepted the invitation. */
export const winemakerShape = z.object({
  id,
  vineyard_id: id,
  vineyard_name: z.string(),
  name: z.string(),
  email: z.string(),
  position: z.string().nullable(),
  role: z.enum(winemakerRoles),
  is_active: z.boolean(),
  has_password: z.boolean(),
  last_used_at: instant.nullable(),
  created_at: instant,
  version,
})

export type WinemakerEntry = z.infer<typeof winemakerShape>
type WinemakerRow = RowOf<typeof winemakerShape>

export const winemakerNoun: Noun = { table: 'winemakers', noun: 'winemaker', of_vineyard: 'vineyard_id' }

export const winemakerListing = listing(['name', 'email', 'vineyard_name', 'created_at', 'last_used_at'], {
  vineyard_id: id.optional(),
  search: typed(200).optional(),
  state: z.enum(winemakerStates).optional(),
})

/** Returns one page of all winemakers. */
export async function pageOfWinemakers(
  sql: Queryable,
  { vineyard_id, search = '', state, ...paging }: z.output<typeof winemakerListing>,
): Promise<Page<WinemakerRow>> {
  return readListPage(
    sql,
    paging,
    sql`
      ${entries(sql)}
        and ${vineyard_id === undefined ? sql`true` : sql`w.vineyard_id = ${vineyard_id}`}
        and ${state === undefined ? sql`true` : inState(sql, state)}
        and ${search === '' ? sql`true` : sql`w.id in (${idsOf(sql, search)})`}`,
    { names: ['vineyard_name'] },
  )
}

/** Returns a winemaker in the form of the list, or undefined if the winemaker is unknown. */
export async function findWinemaker(sql: Queryable, id: string): Promise<WinemakerRow | undefined> {
  const [winemaker] = await sql<WinemakerRow[]>`${entries(sql)} and w.id = ${id}`
  return winemaker
}

const entries = (sql: Queryable) => sql`
  select
    w.id, w.vineyard_id, v.name as vineyard_name, w.name, w.email, w.position, w.role, w.is_active,
    w.password_hash is not null as has_password,
    (select max(s.last_used_at) from winemaker_sessions s where s.winemaker_id = w.id) as last_used_at,
    w.created_at, version_of(to_jsonb(w)) as version
  from winemakers w join vineyards v on v.id = w.vineyard_id
  where w.removed_at is null`

/** Returns SQL for the ids of the winemakers whose name, email or vineyard contains the term. Both queries use an index. */
function idsOf(sql: Queryable, term: string) {
  return sql`
    select w.id from winemakers w where ${containsTerm(sql, sql`staff_words(w.name, w.email)`, term)}
    union
    select w.id from vineyards v join winemakers w on w.vineyard_id = v.id
    where ${containsTerm(sql, sql`vineyard_words(v.name, null, null)`, term)}
      and ${containsTerm(sql, sql`vineyard_words(v.name, v.city, v.region)`, term)}`
}

function inState(sql: Queryable, state: WinemakerState) {
  if (state === 'disabled') return sql`not w.is_active`
  return sql`w.is_active and (w.password_hash is null) = ${state === 'invited'}`
}

/** Returns the first `most` winemakers whose name or email contains the term. */
export async function searchWinemakers(
  sql: Queryable,
  term: string,
  most: number,
): Promise<{ id: string; name: string; email: string; vineyard_id: string; vineyard_name: string }[]> {
  return sql`
    select w.id, w.name, w.email, w.vineyard_id, v.name as vineyard_name
    from winemakers w join vineyards v on v.id = w.vineyard_id
    where w.removed_at is null and ${containsTerm(sql, sql`staff_words(w.name, w.email)`, term)}
    order by w.name, w.id
    limit ${most}`
}

type Invited = { vineyard_id: string; name: string; email: string; position?: string | null | undefined }
export type EmailContext = { sql: Sql; config: Config }

/** Deletes an open invitation to the address. Only an accepted invitation reserves an address. */
export async function replaceOpenInvitation(sql: Queryable, email: string, now: Date): Promise<void> {
  await rowFrom(sql)`select replace_open_invitation(${email}, null, ${now})`
}

/** Adds an account and writes an email with a link to set its password, in one transaction. */
export async function inviteWinemaker(
  { sql, ...context }: EmailContext,
  invited: Invited,
  { by }: { by: AdminActor },
  now: Date,
): Promise<Result<{ id: string }, { kind: 'refused'; by: string }>> {
  return inTransaction(sql, async (transaction) => {
    await replaceOpenInvitation(transaction, invited.email, now)
    const added = await addRow(transaction, winemakerNoun, invited, { by }, now)
    if (added.ok) await sendInvitation({ sql: transaction, ...context }, added.value.id, { by }, now)
    return added
  })
}

/** Emails a link to set the password. Winemakers with a password are refused, because they can reset it themselves. */
export async function sendInvitation(
  { sql, config }: { sql: Queryable; config: Config },
  id: string,
  { by }: { by: AdminActor | SignedInWinemaker },
  now: Date,
): Promise<Result<undefined, 'absent' | 'not_needed'>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const [winemaker] = await sql<
    { to: string; name: string; role: string; vineyard_name: string; invited_by: string; waits: boolean }[]
  >`
    select w.email as to, w.name, w.role, v.name as vineyard_name, w.is_active and w.password_hash is null as waits,
      (select name from winemakers where id = ${actor_id}) as invited_by
    from winemakers w
      join vineyards v on v.id = w.vineyard_id
    where w.id = ${id} and w.removed_at is null and ${inScope(sql, by, 'w.vineyard_id')}
      and require_works_at(${actor}, ${actor_id}, ${vineyard_id})`
  if (!winemaker) return refused('absent')
  const { waits, role, invited_by, ...facts } = winemaker
  if (!waits) return refused('not_needed')
  const recipient = { purpose: 'winemaker', winemaker_id: id } as const
  const context = { sql, config }
  if (by.actor === 'admin') await mailLink(context, 'invitation', recipient, facts, now)
  else await mailLink(context, 'team_invitation', recipient, { ...facts, invited_by, role }, now)
  return ok(undefined)
}
