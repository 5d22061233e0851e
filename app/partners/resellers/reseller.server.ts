import { inScope, type StaffMember, vineyardScope } from '../../people/sign-in/actor.ts'
import type { Noun } from '../../people/accounts/staff-edit.server.ts'
import type { RowOf } from '../../platform/api/fields.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { retrying } from '../../platform/database/retry.server.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import type { optInShape, resellerShape } from './reseller.shapes.ts'

export const resellerNoun: Noun = { table: 'resellers', noun: 'reseller', of_vineyard: null }

/** Returns all resellers with the number of vineyards that opted in: active resellers first, then by name. */
export async function listResellers(sql: Queryable): Promise<RowOf<typeof resellerShape>[]> {
  return sql<RowOf<typeof resellerShape>[]>`
    select r.id, r.name, r.email, r.is_active, r.created_at, version_of(to_jsonb(r)) as version,
      (select count(*)::int from reseller_vineyards o where o.reseller_id = r.id) as vineyards
    from resellers r
    order by r.is_active desc, lower(r.name), r.id`
}

/** Returns the resellers that a vineyard in scope allows, or may allow, to sell its experiences, by name. */
export async function listOptIns(
  sql: Queryable,
  vineyard_id: string,
  { by }: { by: StaffMember },
): Promise<RowOf<typeof optInShape>[]> {
  return sql<RowOf<typeof optInShape>[]>`
    select r.id, r.name, r.is_active, o.opted_in_at
    from vineyards v
      cross join resellers r
      left join reseller_vineyards o on o.reseller_id = r.id and o.vineyard_id = v.id
    where v.id = ${vineyard_id} and ${inScope(sql, by, 'v.id')}
      and (r.is_active or o.opted_in_at is not null)
    order by lower(r.name), r.id`
}

/** Releases the holds of a reseller that was switched off. */
export async function releaseHolds(sql: Queryable, id: string, now: Date): Promise<void> {
  await retrying(sql, (sql) => sql`select release_holds_of_reseller(${id}, ${now})`)
}

/**
 * Allows a reseller to sell the experiences of a vineyard in scope, or withdraws this permission. Returns
 * false if there is no such reseller or vineyard.
 */
export async function setOptIn(
  sql: Queryable,
  { id, vineyard_id, opts_in }: { id: string; vineyard_id: string; opts_in: boolean },
  { by }: { by: StaffMember },
  now: Date,
): Promise<boolean> {
  const { actor, actor_id, vineyard_id: scope } = vineyardScope(by)
  const { found } = await rowFrom(sql)<{ found: boolean }>`
    select set_reseller_opt_in(${scope}, ${vineyard_id}, ${id}, ${opts_in}, ${actor}, ${actor_id}, ${now}) as found`
  return found
}
