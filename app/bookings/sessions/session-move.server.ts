import type { z } from 'zod'

import type { RowOf } from '../../platform/api/fields.server.ts'
import { inScope, type Staff, type StaffMember, vineyardScope } from '../../people/sign-in/actor.ts'
import { isStillThere } from '../../people/accounts/staff-edit.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { outcomeFrom, rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import type { Day } from '../../platform/days.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { secondsToUndo } from './call-off.server.ts'
import type { listedSessionMove, MovedSession, newSessionMove } from './session.shapes.ts'
import { type SessionClash, sessionClashSentence } from './session-move.ts'

/** Why a session was not moved. If the kind is `full`, `sentence` says why the session does not fit. */
type SessionMoveProblem =
  | { kind: Exclude<SqlEnums['session_move_problem'], 'full'> }
  | { kind: 'full'; sentence: string }

/** Moves a session with its parties and held places. The emails wait while staff can undo. A preview changes nothing. */
export async function moveSession(
  sql: Queryable,
  { slot, to, experience_id, start_time, into_past, preview }: z.output<typeof newSessionMove>,
  { by }: { by: StaffMember },
  now: Date,
): Promise<Result<MovedSession, SessionMoveProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const session = { ...slot, experience_id, start_time }
  type Answer = Omit<MovedSession, 'id'> & {
    session_move_id: string | null
    problem: SqlEnums['session_move_problem'] | null
    clash: SessionClash | null
  }
  const {
    problem,
    clash,
    session_move_id: id,
    ...moved
  } = await rowFrom(sql)<Answer>`
    select * from move_session(
      ${sql.json(session as never)}, ${sql.json(to)}, ${into_past}, ${preview}, ${vineyard_id}, ${actor}, ${actor_id}, ${now}
    )
    where ${isStillThere(sql, by)}`
  if (problem === null) return ok({ id, ...moved })
  return refused(
    problem === 'full'
      ? { kind: problem, sentence: clash ? sessionClashSentence(clash) : '' }
      : { kind: problem },
  )
}

/**
 * Returns the moves of sessions whose former start was on this day, the most recent move first. A move that can still be
 * undone is also returned for the day of its new start. Leaves out undone moves.
 */
export async function findSessionMoves(
  sql: Queryable,
  { vineyard_id, day }: { vineyard_id: string; day: Day },
  { by }: { by: Staff },
  now: Date,
): Promise<RowOf<typeof listedSessionMove>[]> {
  return sql<RowOf<typeof listedSessionMove>[]>`
    select m.id, e.title, m.from_starts_at, m.to_starts_at, ${secondsToUndo(sql, sql`m.moved_at`, now)},
      (
        select count(*)::int from bookings b join emails l on l.booking_id = b.id
        where b.session_move_id = m.id and l.email_type = 'moved' and l.state = 'waiting'
      ) as emails
    from session_moves m join experiences e on e.id = m.experience_id
    where m.vineyard_id = ${vineyard_id} and ${inScope(sql, by, 'm.vineyard_id')} and m.undone_at is null
      and (
        london_today(m.from_starts_at) = ${day}
        or london_today(m.to_starts_at) = ${day} and m.moved_at > ${now}::timestamptz - undo_time()
      )
    order by m.moved_at desc, m.id`
}

/** Undoes a session's move before its guests are emailed. Returns how many bookings and guests moved back. */
export async function undoSessionMove(sql: Queryable, id: string, { by }: { by: StaffMember }, now: Date) {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  return outcomeFrom(sql)<SqlEnums['session_move_undo_problem'], { bookings: number; guests: number }>`
    select * from undo_session_move(${id}, ${vineyard_id}, ${actor}, ${actor_id}, ${now}) where ${isStillThere(sql, by)}`
}

/**
 * Records that a guest keeps the new time. Returns false if the session was not moved, or if the guest has moved or cancelled
 * the booking since.
 */
export async function keepMovedTime(sql: Queryable, bookingId: string, now: Date): Promise<boolean> {
  const { is_kept } = await rowFrom(sql)<{ is_kept: boolean }>`
    select keep_moved_time(${bookingId}, ${now}) as is_kept`
  return is_kept
}
