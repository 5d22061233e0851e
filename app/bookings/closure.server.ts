import { vineyardScope, type Staff } from '../accounts/actor.ts'
import type { Queryable } from '../platform/database.server.ts'
import type { Day } from '../platform/days.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { retrying } from '../platform/retry.server.ts'

/**
 * Exception: days, or hours of each of them, on which a vineyard, one of its experiences or one pattern is closed
 * (capacity null) or holds another number of people. Both ends are included. A pattern is named with its experience.
 */
export type Exception = {
  vineyard_id: string
  experience_id?: string | null
  pattern_id?: string | null
  starts_on: Day
  ends_on: Day
  /** HH:mm, both or neither. */
  from_time?: string | null
  until_time?: string | null
  capacity: number | null
  reason?: string | null
  source?: 'staff' | 'feed'
}

/** What becomes of the bookings that a closure closes over: they stand, or each is cancelled with its mail. */
export type AffectedBookingsChoice = 'keep' | 'cancel'

/** The bookings still to come that a closure meets, and the guests in them. */
export type Met = { bookings: number; guests: number }

export type ExceptionProblem = { kind: 'absent' } | ({ kind: 'booked' } & Met)

type Added = { problem: ExceptionProblem['kind'] | null; exception_id: string } & Met

/**
 * Adds an exception. A closure over bookings is refused with how many there are, until the caller says what becomes of
 * them; then it is added together with all their cancellations, or not at all.
 */
export async function addException(
  sql: Queryable,
  exception: Exception,
  { by, bookings: fate = null }: { by: Staff; bookings?: AffectedBookingsChoice | null },
  now: Date,
): Promise<Result<{ id: string } & Met, ExceptionProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  if (vineyard_id !== null && vineyard_id !== exception.vineyard_id) return refused({ kind: 'absent' })
  const [{ problem, exception_id, bookings, guests }] = await retrying(
    sql,
    (sql) => sql<[Added]>`
      select * from add_exception(${sql.json(exception)}, ${fate}, ${actor}, ${actor_id}, ${now})`,
  )
  if (problem === null) return ok({ id: exception_id, bookings, guests })
  return refused(problem === 'booked' ? { kind: 'booked', bookings, guests } : { kind: 'absent' })
}

/** Takes an exception away. What was cancelled for it stays cancelled; what a calendar closed is opened there. */
export async function removeException(
  sql: Queryable,
  id: string,
  { by }: { by: Staff },
  now: Date,
): Promise<Result<undefined, 'absent' | 'of_calendar'>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const [{ problem }] = await retrying(
    sql,
    (sql) => sql<[{ problem: 'absent' | 'of_calendar' | null }]>`
      select * from remove_exception(${vineyard_id}, ${id}, ${actor}, ${actor_id}, ${now})`,
  )
  return problem === null ? ok(undefined) : refused(problem)
}
