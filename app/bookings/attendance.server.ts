import { inScope, vineyardScope, type Staff } from '../people/sign-in/actor.ts'
import type { Queryable } from '../platform/database/database.server.ts'
import { rowFrom } from '../platform/database/row-from.server.ts'
import type { SqlEnums } from '../platform/database/sql-enums.generated.ts'
import { type Day, dayOf, type Time } from '../platform/days.ts'
import { isId } from '../platform/ids.ts'
import { ok, type Result, refused } from '../platform/result.ts'
import type { Attendance } from './booking.ts'

/** The recorded attendance of a party. `arrived_guests` is the number of guests who came, or null for the whole party. */
export type MarkState = {
  attendance: Attendance | null
  arrived_guests: number | null
  marked_at: Date | null
}

/** A mark that a device made, perhaps some time before sending it. `seen_at` is the time of the mark that the device showed. */
export type DeviceMark = { key: string; marked_at: Date; seen_at: Date | null }

/**
 * Why attendance was not recorded. `early`: arrivals are accepted from 00:00 on the day of the visit,
 * no-shows from its start. `moved`: it is too early because the booking was moved to another day, perhaps
 * while the device had no connection. `overruled`: another device marked the party later.
 */
export type AttendanceProblem =
  | { kind: Exclude<SqlEnums['attendance_problem'], 'repeated' | 'early' | 'overruled'> }
  | { kind: 'early' | 'moved'; booking_date: Day; start_time: Time | null }
  | ({ kind: 'overruled' } & MarkState)

type Row = MarkState & {
  problem: SqlEnums['attendance_problem'] | null
  booking_date: Day
  start_time: Time | null
}

/** Records or clears the attendance of a party. For a walk-in, `reference` may be its idempotency key. */
export async function markAttendance(
  sql: Queryable,
  party: { id: string } | { reference: string },
  { attendance, arrived_guests }: Omit<MarkState, 'marked_at'>,
  { by, device }: { by: Staff; device?: DeviceMark },
  now: Date,
): Promise<Result<MarkState, AttendanceProblem>> {
  const { actor, actor_id, vineyard_id } = vineyardScope(by)
  const row = await rowFrom(sql)<Row>`
    select * from mark_attendance(
      ${'id' in party ? party.id : walkInOf(sql, party.reference)}, ${'reference' in party ? party.reference : null}, ${vineyard_id},
      ${attendance}, ${arrived_guests}, ${device?.marked_at ?? now}, ${device?.seen_at ?? null}, ${device?.key ?? null},
      ${actor}, ${actor_id}, ${now}
    )`
  const { problem, booking_date, start_time, ...state } = row
  if (problem === null || problem === 'repeated') return ok(state)
  if (problem === 'early') {
    const isMoved = device && 'reference' in party && (await wasMoved(sql, party, device))
    return refused({ kind: isMoved ? 'moved' : problem, booking_date, start_time })
  }
  return refused(problem === 'overruled' ? { kind: problem, ...state } : { kind: problem })
}

/** Returns whether a booking was moved away from the day of a mark, or from an earlier day. */
async function wasMoved(sql: Queryable, { reference }: { reference: string }, { marked_at }: DeviceMark) {
  const [row] = await sql<[{ was_moved: boolean }]>`
    select exists (
      select from booking_events e join bookings b on b.id = e.booking_id
      where b.reference = ${reference} and e.kind = 'moved'
        and (e.changes -> 'booking_date' ->> 0)::date <= ${dayOf(marked_at)}
    ) as was_moved`
  return row.was_moved
}

/** Returns SQL for the id of the walk-in that was sent with this idempotency key, or null if the text is not a key. */
const walkInOf = (sql: Queryable, key: string) =>
  isId(key)
    ? sql`(select b.id from bookings b where b.channel = 'walk_in' and b.idempotency_key = ${key})`
    : null

/** The possible results of scanning a code at the gate. */
export const codeKinds = [
  'today',
  'other_day',
  'cancelled',
  'called_off',
  'other_vineyard',
  'unknown',
] as const

/** Returns the result for a scanned reference. The day is returned only for bookings in scope. */
export async function findCode(
  sql: Queryable,
  reference: string,
  { by }: { by: Staff },
  today: Day,
): Promise<{ kind: (typeof codeKinds)[number]; booking_date: Day | null }> {
  const [found] = await sql<{ is_ours: boolean; status: string; is_off: boolean; booking_date: Day }[]>`
    select ${inScope(sql, by)} as is_ours, b.status, b.called_off_at is not null as is_off, b.booking_date from bookings b where b.reference = ${reference}`
  if (!found) return { kind: 'unknown', booking_date: null }
  const { is_ours, status, is_off, booking_date } = found
  if (!is_ours) return { kind: 'other_vineyard', booking_date: null }
  if (status === 'cancelled') return { kind: 'cancelled', booking_date }
  if (is_off) return { kind: 'called_off', booking_date }
  return { kind: booking_date === today ? 'today' : 'other_day', booking_date }
}
