import type postgres from 'postgres'
import type { z } from 'zod'

import { inScope, nobody, type Staff, type StaffMember, vineyardScope } from '../../people/sign-in/actor.ts'
import { isStillThere } from '../../people/accounts/staff-edit.server.ts'
import { type Slot, slotId, type SlotName } from '../../availability/slot.ts'
import { spansAhead } from '../../availability/slot.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { addDays, type Day, type Time } from '../../platform/days.ts'
import { ok, type Result, refused } from '../../platform/result.ts'
import { retrying } from '../../platform/database/retry.server.ts'
import { outcomeFrom, rowFrom } from '../../platform/database/row-from.server.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { moveBooking } from '../booking.server.ts'
import { holdMinutes } from './call-off.ts'
import type { CalledOff, newCallOff, OpenCallOff, Reopened } from './session.shapes.ts'

/**
 * Calls off sessions: closes them, marks the upcoming bookings of parties that have not arrived, and writes an email to each
 * guest, in one transaction. The emails wait while staff can undo the call-off.
 * `absent`: there is no such vineyard in scope, or no such slot on this day. `past`: the day has passed.
 */
export async function callOff(
  sql: Queryable,
  { vineyard_id, day, slots, reason, message }: z.output<typeof newCallOff>,
  { by }: { by: StaffMember },
  now: Date,
): Promise<Result<CalledOff, SqlEnums['call_off_problem']>> {
  const { actor, actor_id, ...scope } = vineyardScope(by)
  if (scope.vineyard_id !== null && scope.vineyard_id !== vineyard_id) return refused('absent')
  const calledOff = await outcomeFrom(sql)<SqlEnums['call_off_problem'], Omit<CalledOff, 'id'>>`
    select * from call_off(
      ${vineyard_id}, ${day}, ${slots && sql.json(slots)}, ${reason}, ${message}, ${actor}, ${actor_id}, ${now}
    )
    where ${isStillThere(sql, by)}`
  if (!calledOff.ok) return calledOff
  const [last] = await sql<{ id: string }[]>`
    select c.call_off_id as id from call_offs_of(null, ${vineyard_id}, ${day}) c where c.called_off_at = ${now}`
  return ok({ id: last?.id ?? null, ...calledOff.value })
}

/** Returns the call-offs of a vineyard's day in scope that can be opened again, the latest first. */
export async function findCallOffs(
  sql: Queryable,
  { vineyard_id, day }: { vineyard_id: string; day: Day },
  { by }: { by: Staff },
  now: Date,
): Promise<OpenCallOff[]> {
  return sql<OpenCallOff[]>`
    select c.call_off_id as id, c.reason, c.is_whole_day, coalesce(c.start_times, '{}') as start_times, c.bookings, c.guests,
      ${secondsToUndo(sql, sql`c.called_off_at`, now)}
    from call_offs_of(null, ${vineyard_id}, ${day}) c
    where ${inScope(sql, by, 'c.vineyard_id')} and may_reopen(c.call_off_id, c.day, ${now})
    order by c.called_off_at desc, c.call_off_id`
}

/** Returns SQL for the seconds in which a change of whole sessions can still be undone before guests are emailed, or null. */
export const secondsToUndo = (sql: Queryable, changed_at: postgres.Fragment, now: Date) => sql`
  case when ${changed_at} > ${now}::timestamptz - undo_time()
    then ceil(extract(epoch from ${changed_at} + undo_time() - ${now}::timestamptz))::int
  end as undo_seconds`

/** Why the sessions of a call-off were not opened again. `full`: a host's sessions would exceed its capacity by `over` guests. */
type ReopenProblem = { kind: Exclude<SqlEnums['reopen_problem'], 'full'> } | { kind: 'full'; over: number }

/**
 * Undoes a call-off by opening its sessions again, and only these. Guests who may have read about the call-off are told that
 * their visit takes place. Moved and cancelled bookings stay as they are. If a host has sold the places meanwhile, the
 * host is overbooked only with `overbook`.
 */
export async function reopen(
  sql: Queryable,
  id: string,
  { by, overbook }: { by: StaffMember; overbook: boolean },
  now: Date,
): Promise<Result<Reopened, ReopenProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  type Answer = Reopened & { problem: SqlEnums['reopen_problem'] | null; over: number }
  const { problem, over, ...reopened } = await rowFrom(sql)<Answer>`
    select * from reopen_call_off(${id}, ${vineyard_id}, ${overbook}, ${actor}, ${actor_id}, ${now})
    where ${isStillThere(sql, by)}`
  if (problem === null) return ok(reopened)
  return refused(problem === 'full' ? { kind: problem, over } : { kind: problem })
}

/** Records whether staff phoned a guest about a called-off, closed, reopened or moved session. False for other bookings. */
export async function setInformed(
  sql: Queryable,
  id: string,
  is_informed: boolean,
  { by }: { by: StaffMember },
  now: Date,
): Promise<boolean> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const { is_set } = await rowFrom(sql)<{ is_set: boolean }>`
    select mark_informed(${id}, ${vineyard_id}, ${is_informed}, ${actor}, ${actor_id}, ${now}) as is_set
    where ${isStillThere(sql, by)}`
  return is_set
}

/**
 * Returns SQL for two columns of a booking `b` at `v`: when staff told the guest that the session changed, and whether staff
 * should phone the guest because no email about the change reaches the guest.
 */
export const toldColumns = (sql: Queryable) => sql`
  informed_at_of(b) as informed_at,
  (
    b.called_off_at is not null and b.erased_at is null and (
      not emails_changes(b) or not v.is_visible or exists (
        select from emails m
        where m.booking_id = b.id and m.email_type = 'called_off' and m.state in ('dead', 'kept')
      )
    ) and (
      b.status in ('pending', 'confirmed')
      -- Guests who cancelled, or for whom staff cancelled, know about the call-off.
      or b.status = 'cancelled' and (
        select e.actor from booking_events e where e.booking_id = b.id and e.kind = 'status' order by e.id desc limit 1
      ) = 'system'
    )
    or b.reopened_at is not null and b.called_off_at is null and b.status in ('pending', 'confirmed')
      and b.erased_at is null and b.attendance is null and (
        not emails_changes(b) or exists (
          select from emails m
          where m.booking_id = b.id and m.email_type = 'reopened' and m.state in ('dead', 'kept')
        )
      )
    or b.session_move_id is not null and b.called_off_at is null and b.status in ('pending', 'confirmed')
      and b.erased_at is null and b.attendance is null and (
        select m.moved_at < m.to_starts_at from session_moves m where m.id = b.session_move_id
      ) and (
        not emails_changes(b) or exists (
          select from emails m join booking_events t on t.id = m.event_id
          where m.booking_id = b.id and t.changes -> 'session_move' ->> 1 = b.session_move_id::text
            and m.state in ('dead', 'kept')
        )
      )
    or b.status = 'cancelled' and b.called_off_at is null and b.erased_at is null and closure_event_of(b) is not null and (
      not emails_changes(b) or exists (
        select from emails m
        where m.booking_id = b.id and m.event_id = closure_event_of(b) and m.email_type = 'cancelled' and m.state in ('dead', 'kept')
      )
    )
  ) as to_call`

const daysListed = 6

/**
 * Returns the times to which the guest of a called-off booking may move, on the first six days with places from `from` on.
 * Cut-offs do not apply. `later` is the next day with places after these days.
 */
export async function listTimesToChoose(sql: Queryable, bookingId: string, from: Day, now: Date) {
  const read = (start: Day, until: Day) => sql<Omit<Slot, 'id'>[]>`
    select * from times_to_choose(${bookingId}, ${start}, ${until}, ${now})`
  const found: Omit<Slot, 'id'>[] = []
  for (const [start, end] of spansAhead) {
    found.push(...(await read(addDays(from, start), addDays(from, end))))
    if (new Set(found.map(({ slot_date }) => slot_date)).size > daysListed) break
  }
  const later = [...new Set(found.map(({ slot_date }) => slot_date))][daysListed]
  const slots = found
    .filter(({ slot_date }) => later === undefined || slot_date < later)
    .map((slot) => ({ ...slot, id: slotId(slot) }))
  return { slots, later }
}

/** The slot in which places are held for a called-off booking. */
export type HeldTime = Pick<Slot, 'id' | 'slot_date' | 'start_time' | 'end_time'> & { expires_at: Date }

export async function findHeldTime(sql: Queryable, bookingId: string, now: Date) {
  type Row = Omit<HeldTime, 'id'> & { pattern_id: string | null; availability_id: string | null }
  const [held] = await sql<Row[]>`
    select h.pattern_id, h.availability_id, h.slot_date, h.start_time, h.end_time, h.expires_at
    from holds h
    where h.for_booking_id = ${bookingId} and is_live(h, ${now})`
  return held && { ...held, id: slotId(held) }
}

type ChosenSlot = SlotName & { start_time?: Time }

/**
 * Holds a time for ten minutes for a called-off booking, whose link the caller has checked. Releases the time that was held
 * before, unless the new time is refused. `final`: the booking is no longer called off. `late`: the original start has passed.
 */
export async function holdChosenTime(sql: Queryable, bookingId: string, slot: ChosenSlot, now: Date) {
  const expires_at = new Date(now.getTime() + holdMinutes * 60_000)
  type Row = { problem: SqlEnums['choice_problem'] | null; remaining: number }
  const { problem, remaining } = await rowFrom(sql)<Row>`
    select * from hold_for_called_off(${bookingId}, ${sql.json(slot)}, ${expires_at}, ${now})`
  if (problem === null) return ok(undefined)
  return refused(problem === 'full' ? { kind: problem, remaining } : { kind: problem })
}

/** Releases the places held for a booking whose session takes place after all. */
export async function releaseChosenTime(sql: Queryable, bookingId: string, now: Date): Promise<void> {
  await retrying(
    sql,
    (sql) => sql`
      select release_hold(h.id, null, ${now}) from holds h where h.for_booking_id = ${bookingId} and is_live(h, ${now})`,
  )
}

/** Moves a called-off booking into the places held for it or into free places. The caller has checked the guest's link. */
export function moveToChosenTime(sql: Queryable, bookingId: string, slot: ChosenSlot, now: Date) {
  return moveBooking(sql, bookingId, { slot }, { by: nobody }, now)
}
