import { vineyardScope, type Staff } from '../accounts/actor.ts'
import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { retrying } from '../platform/retry.server.ts'

/** The bookings still to come that stay valid where nothing new can be booked, and their guests. */
export type Standing = { bookings: number; guests: number }

type Answer = { problem: 'absent' | null } & Standing

/** Offers an experience, or takes it off the site. Whoever is booking meanwhile is first, or is refused. */
export async function setExperienceActive(
  sql: Queryable,
  id: string,
  isActive: boolean,
  { by }: { by: Staff },
  now: Date,
): Promise<Result<Standing, 'absent'>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const [{ problem, ...standing }] = await retrying(
    sql,
    (sql) => sql<[Answer]>`
      select * from set_experience_active(${vineyard_id}, ${id}, ${isActive}, ${actor}, ${actor_id}, ${now})`,
  )
  return problem === null ? ok(standing) : refused(problem)
}

/** Shows a vineyard, or hides it with everything it offers: an admin's act. */
export async function setVineyardVisible(
  sql: Queryable,
  id: string,
  isVisible: boolean,
  { by }: { by: Exclude<Staff, { actor: 'winemaker' }> },
  now: Date,
): Promise<Result<Standing, 'absent'>> {
  const { actor, actor_id } = vineyardScope(by)
  const [{ problem, ...standing }] = await retrying(
    sql,
    (sql) =>
      sql<[Answer]>`select * from set_vineyard_visible(${id}, ${isVisible}, ${actor}, ${actor_id}, ${now})`,
  )
  return problem === null ? ok(standing) : refused(problem)
}
