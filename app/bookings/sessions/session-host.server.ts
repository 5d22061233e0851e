import { isStillThere } from '../../people/accounts/staff-edit.server.ts'
import { type StaffMember, vineyardScope } from '../../people/sign-in/actor.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import type { SlotName } from '../../availability/slot.ts'
import { hostClashSentence, type OtherSession } from './session-move.ts'

/** `clash`: the host has other guests at that time, and `sentence` names their sessions. */
type SessionHostProblem =
  | { kind: Exclude<SqlEnums['session_host_problem'], 'clash'> }
  | { kind: 'clash'; sentence: string }

/** Gives one session another host. If the host is null, the session gets the host of its experience again. */
export async function setSessionHost(
  sql: Queryable,
  session: { experience_id: string; slot: SlotName },
  host_id: string | null,
  { by }: { by: StaffMember },
  now: Date,
): Promise<Result<undefined, SessionHostProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const slot = { experience_id: session.experience_id, ...session.slot }
  type Row = {
    problem: SqlEnums['session_host_problem'] | null
    capacity: number
    others: OtherSession[] | null
  }
  const { problem, capacity, others } = await rowFrom(sql)<Row>`
    select * from set_session_host(${sql.json(slot)}, ${host_id}, ${vineyard_id}, ${actor}, ${actor_id}, ${now})
    where ${isStillThere(sql, by)}`
  if (problem === null) return ok(undefined)
  return refused(
    problem === 'clash'
      ? { kind: problem, sentence: hostClashSentence('This host', capacity, others ?? []) }
      : { kind: problem },
  )
}
