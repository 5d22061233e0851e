import { vineyardScope, type Staff } from '../../people/sign-in/actor.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { retrying } from '../../platform/database/retry.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { EditedGuest } from './guest-edit.ts'

type GuestEditProblem =
  | { kind: Exclude<SqlEnums['guest_edit_problem'], 'changed'> }
  | { kind: 'changed'; current: Partial<EditedGuest> }

/**
 * Changes fields of a booking's guest, within the scope of `by`. `seen` contains the values that the editor saw. With
 * `sends`, the email about the booking's status is sent to the new address.
 */
export async function editGuest(
  sql: Queryable,
  id: string,
  { changes, seen, sends }: { changes: Partial<EditedGuest>; seen: Partial<EditedGuest>; sends: boolean },
  { by }: { by: Staff },
  now: Date,
): Promise<Result<undefined, GuestEditProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  type Row = { problem: SqlEnums['guest_edit_problem'] | null; current_values: Partial<EditedGuest> }
  const [{ problem, current_values }] = await retrying(
    sql,
    (sql) => sql<[Row]>`
      select * from edit_booking_guest(
        ${id}, ${sql.json(changes)}, ${sql.json(seen)}, ${sends}, ${vineyard_id}, ${actor}, ${actor_id}, ${now}
      )`,
  )
  if (problem === null) return ok(undefined)
  return refused(problem === 'changed' ? { kind: problem, current: current_values } : { kind: problem })
}
