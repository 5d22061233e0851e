import { isStillThere } from '../../people/accounts/staff-edit.server.ts'
import { type Staff, vineyardScope } from '../../people/sign-in/actor.ts'
import { hashToken, makeToken } from '../../people/sign-in/session.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'

/** Makes the secret link of a host's own calendar, or renews it. Only this call returns the secret. */
export async function renewHostFeed(
  sql: Queryable,
  id: string,
  by: Staff,
  now: Date,
): Promise<{ secret: string } | undefined> {
  const secret = makeToken()
  const { vineyard_id } = vineyardScope(by)
  const renewed = await sql`
    update hosts h set feed_secret_hash = ${hashToken(secret)}, feed_renewed_at = ${now}, feed_read_at = null
    where h.id = ${id} and (${vineyard_id}::uuid is null or h.vineyard_id = ${vineyard_id}) and ${isStillThere(sql, by)}
    returning h.id`
  return renewed.length > 0 ? { secret } : undefined
}

/** Ends the link of a host's own calendar. Returns false if these staff do not manage the host. */
export async function endHostFeed(sql: Queryable, id: string, by: Staff): Promise<boolean> {
  const { vineyard_id } = vineyardScope(by)
  const ended = await sql`
    update hosts h set feed_secret_hash = null, feed_renewed_at = null, feed_read_at = null
    where h.id = ${id} and (${vineyard_id}::uuid is null or h.vineyard_id = ${vineyard_id}) and ${isStillThere(sql, by)}
    returning h.id`
  return ended.length > 0
}
