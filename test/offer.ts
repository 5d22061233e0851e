import { vineyardScope, type Staff } from '../app/people/sign-in/actor.ts'
import type { Queryable } from '../app/platform/database/database.server.ts'
import { ok, type Result, refused } from '../app/platform/result.ts'
import { retrying } from '../app/platform/database/retry.server.ts'
import type { SqlEnums } from '../app/platform/database/sql-enums.generated.ts'

/** The numbers of future bookings and of their guests. The bookings stay valid although nobody can book any more. */
type Remaining = { bookings: number; guests: number }

type Row = { problem: SqlEnums['lookup_problem'] | null } & Remaining

/** Switches an experience on or off, with the SQL function that waits for concurrent bookings. */
export async function setExperienceActive(
  sql: Queryable,
  id: string,
  isActive: boolean,
  { by }: { by: Staff },
  now: Date,
): Promise<Result<Remaining, 'absent'>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const [{ problem, ...remaining }] = await retrying(
    sql,
    (sql) => sql<[Row]>`
      select * from set_experience_active(${vineyard_id}, ${id}, ${isActive}, ${actor}, ${actor_id}, ${now})`,
  )
  return problem === null ? ok(remaining) : refused(problem)
}

/** Shows or hides a vineyard with all its experiences. */
export async function setVineyardVisible(
  sql: Queryable,
  id: string,
  isVisible: boolean,
  { by }: { by: Exclude<Staff, { actor: 'winemaker' }> },
  now: Date,
): Promise<Result<Remaining, 'absent'>> {
  const { actor, actor_id } = vineyardScope(by)
  const [{ problem, ...remaining }] = await retrying(
    sql,
    (sql) =>
      sql<[Row]>`select * from set_vineyard_visible(${id}, ${isVisible}, ${actor}, ${actor_id}, ${now})`,
  )
  return problem === null ? ok(remaining) : refused(problem)
}
