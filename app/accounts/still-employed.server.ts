import type { Queryable } from '../platform/database.server.ts'
import { vineyardScope, type Staff } from './actor.ts'

/** As `require_works_at` raises it. */
const worksElsewhere = 'CV002'

/**
 * For the `where` of an act that leaves no entry in the audit or among a booking's events, which ask this themselves: holds
 * a winemaker at the vineyard in their reach until the act stands, or ends it.
 */
export function isStillThere(sql: Queryable, by: Staff) {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  return sql`(select require_works_at(${actor}, ${actor_id}, ${vineyard_id}))`
}

/** Whether a winemaker was moved or disabled while a call of theirs ran. Nothing came of it then. */
export function hasLeft(error: unknown): boolean {
  return (error as { code?: string }).code === worksElsewhere
}
