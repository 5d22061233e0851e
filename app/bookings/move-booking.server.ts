import { type GuestActor, vineyardScope, type Staff } from '../accounts/actor.ts'
import type { Queryable } from '../platform/database.server.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import { retrying } from '../platform/retry.server.ts'
import type { Move } from './change-request.ts'

/**
 * Why a booking was not moved: no such booking in reach; cancelled or completed already; past the cancellation cut-off;
 * no such slot; too few places, of which it could have `remaining`, its own reckoned as free; a party the
 * experience does not take; nothing to change; or it is no longer what was seen.
 */
export type MoveProblem =
  | { kind: 'absent' | 'final' | 'late' | 'gone' | 'group_size' | 'unchanged' | 'changed' }
  | { kind: 'full'; remaining: number }

type Moved = { problem: MoveProblem['kind'] | null; remaining: number }

/**
 * Moves a booking: it has its new places before it gives back the old ones, or everything stays as it was. Status and
 * price per person are kept, the total follows the party. Guests are held by the cut-offs, staff are not, and only staff
 * may `overbook`.
 */
export async function moveBooking(
  sql: Queryable,
  id: string,
  { slot, number_of_guests, seen }: Move,
  { by, overbook = false }: ({ by: GuestActor } & { overbook?: false }) | { by: Staff; overbook?: boolean },
  now: Date,
): Promise<Result<undefined, MoveProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const to = { ...slot, number_of_guests: number_of_guests ?? null, seen: seen ?? null }
  const [moved] = await retrying(
    sql,
    (sql) => sql<[Moved]>`
      select * from move_booking(
        ${id}, ${vineyard_id}, ${sql.json(to)}, ${actor}, ${actor_id}, ${overbook}, ${now}
      )`,
  )
  if (moved.problem === null) return ok(undefined)
  return refused(
    moved.problem === 'full' ? { kind: 'full', remaining: moved.remaining } : { kind: moved.problem },
  )
}
