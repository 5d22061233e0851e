import { vineyardScope, type Staff } from '../accounts/actor.ts'
import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { retrying } from '../platform/retry.server.ts'
import type { BookingStatus } from './booking.ts'

/**
 * Why a status was not set: no such booking in reach; it became something else since the screen was drawn; its slot is
 * no more; or others have its places, of which `remaining` are left.
 */
export type StatusProblem =
  | { kind: 'absent' }
  | { kind: 'changed'; status: BookingStatus }
  | { kind: 'gone' }
  | { kind: 'full'; remaining: number }

type Changed = { problem: StatusProblem['kind'] | null; status: BookingStatus; remaining: number }

/**
 * Sets any of the four statuses, with its event and, when confirmed or cancelled, its mail. The status it has already
 * is no news to anybody. A cancelled booking takes its places again as a new party would; `overbook` takes them
 * where there are none. `seen` is what the screen showed: what a guest cancelled meanwhile is not revived by mistake.
 */
export async function changeBookingStatus(
  sql: Queryable,
  id: string,
  status: BookingStatus,
  { by, seen = null, overbook = false }: { by: Staff; seen?: BookingStatus | null; overbook?: boolean },
  now: Date,
): Promise<Result<BookingStatus, StatusProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const [changed] = await retrying(
    sql,
    (sql) => sql<[Changed]>`
      select * from change_booking_status(
        ${id}, ${vineyard_id}, ${status}, ${seen}, ${actor}, ${actor_id}, ${overbook}, ${now}
      )`,
  )
  switch (changed.problem) {
    case null:
      return ok(changed.status)
    case 'changed':
      return refused({ kind: 'changed', status: changed.status })
    case 'full':
      return refused({ kind: 'full', remaining: changed.remaining })
    case 'absent':
    case 'gone':
      return refused({ kind: changed.problem })
  }
}
