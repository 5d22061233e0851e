import type { z } from 'zod'

import { type StaffMember, vineyardScope } from '../sign-in/actor.ts'
import { hashToken, makeKeyToken } from '../sign-in/session.server.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { ok, type Result } from '../../platform/result.ts'
import { outcomeFrom, rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import type { apiKeyShape, newKey } from './api-key.shapes.ts'

export type ApiKey = RowOf<typeof apiKeyShape>

/** The most working keys that a vineyard or reseller may have. */
export const maxKeys = 20

/** Returns the keys of a vineyard in scope or, without one, of all resellers. Revoked keys come last. */
export async function listKeys(
  sql: Queryable,
  vineyard_id: string | null,
  { by }: { by: StaffMember },
  now: Date,
): Promise<ApiKey[]> {
  const scope = vineyardScope(by).vineyard_id
  return sql<ApiKey[]>`
    select k.id, k.vineyard_id, k.reseller_id, k.is_test, k.name, k.permissions, k.ending, k.created_at, k.expires_at, k.last_used_at, k.revoked_at,
      coalesce(k.expires_at <= ${now}, false) as is_expired
    from api_keys k
    where ${vineyard_id === null ? sql`k.reseller_id is not null` : sql`k.vineyard_id = ${vineyard_id}`}
      and ${scope === null ? sql`true` : sql`k.vineyard_id = ${scope}`}
    order by k.revoked_at nulls first, lower(k.name), k.id`
}

/** Makes a key. Only the hash of the key is stored, so `key` cannot be read again. */
export async function addKey(
  sql: Queryable,
  { days, ...wanted }: z.output<typeof newKey>,
  { by }: { by: StaffMember },
  now: Date,
): Promise<Result<{ id: string; key: string }, SqlEnums['addition_problem']>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const key = makeKeyToken(wanted)
  const expires_at = days === null ? null : new Date(now.getTime() + days * 86_400_000)
  const row = { ...wanted, expires_at, ending: key.slice(-4) }
  const added = await outcomeFrom(sql)<SqlEnums['addition_problem'], { id: string }>`
    select problem, key_id as id from add_api_key(
      ${vineyard_id}, ${sql.json(row as never)}, ${hashToken(key)}, ${maxKeys}, ${actor}, ${actor_id}, ${now}
    )`
  return added.ok ? ok({ ...added.value, key }) : added
}

/** Revokes a key immediately and releases its holds. Returns false if the key is not in scope. */
export async function revokeKey(
  sql: Queryable,
  id: string,
  { by }: { by: StaffMember },
  now: Date,
): Promise<boolean> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const { found } = await rowFrom(sql)<{ found: boolean }>`
    select revoke_api_key(${vineyard_id}, ${id}, ${actor}, ${actor_id}, ${now}) as found`
  return found
}
