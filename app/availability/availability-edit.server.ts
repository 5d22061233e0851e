import { vineyardScope, type Staff } from '../accounts/actor.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { Day } from '../platform/days.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { retrying } from '../platform/retry.server.ts'

/** One start time on some weekdays (ISO, 1 for Monday) of a season, both ends included. */
export type Pattern = {
  days_of_week: number[]
  /** HH:mm */
  start_time: string
  capacity: number
  valid_from: Day
  /** null: until further notice. */
  valid_until: Day | null
  is_active?: boolean
}

/** No such pattern or experience in reach; or another active pattern starts then on one of those days. */
export type PatternProblem = 'absent' | 'same_start'

/**
 * What an edit leaves as it is: bookings still to come (with their guests) that stand outside of what is planned now, and
 * how many places are sold beyond the new capacity, over all days from today on.
 */
export type LeftBehind = { bookings: number; guests: number; over: number }

type Edited = { problem: PatternProblem | null } & LeftBehind

/** Plans a weekly start of an experience. */
export async function createPattern(
  sql: Queryable,
  experienceId: string,
  pattern: Pattern,
  { by }: { by: Staff },
  now: Date,
): Promise<Result<{ id: string }, PatternProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const [{ problem, pattern_id }] = await retrying(
    sql,
    (sql) => sql<[{ problem: PatternProblem | null; pattern_id: string }]>`
      select * from create_pattern(
        ${vineyard_id}, ${experienceId}, ${sql.json(pattern)}, ${actor}, ${actor_id}, ${now}
      )`,
  )
  return problem === null ? ok({ id: pattern_id }) : refused(problem)
}

/**
 * Changes a pattern's days, start, capacity or season, or whether it is active. Bookings stay as they are; the slots
 * they hold show nothing left, and staff how far over they are.
 */
export async function updatePattern(
  sql: Queryable,
  id: string,
  changes: Partial<Pattern>,
  { by }: { by: Staff },
  now: Date,
): Promise<Result<LeftBehind, PatternProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const [{ problem, ...left }] = await retrying(
    sql,
    (sql) => sql<[Edited]>`
      select problem, bookings, guests, over
      from update_pattern(${vineyard_id}, ${id}, ${sql.json(changes)}, null, ${actor}, ${actor_id}, ${now})`,
  )
  return problem === null ? ok(left) : refused(problem)
}

/** Deletes a pattern that nobody ever booked; any other is made inactive, its bookings stay. */
export async function removePattern(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
  now: Date,
): Promise<Result<{ deleted: boolean; bookings: number; guests: number }, 'absent'>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const [{ problem, ...left }] = await retrying(
    sql,
    (sql) => sql<[{ problem: 'absent' | null; deleted: boolean; bookings: number; guests: number }]>`
      select * from remove_pattern(${vineyard_id}, ${id}, ${actor}, ${actor_id}, ${now})`,
  )
  return problem === null ? ok(left) : refused(problem)
}
