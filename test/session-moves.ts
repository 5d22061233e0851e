import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'

import type { SlotName, StaffSlotName } from '../app/availability/slot.ts'
import { findSlots } from '../app/availability/slot.server.ts'
import { createGroupHold } from '../app/bookings/group-holds/group-hold.server.ts'
import { moveSession } from '../app/bookings/sessions/session-move.server.ts'
import type { Sql } from '../app/platform/database/database.server.ts'
import { book, makeDailyExperience } from './book.ts'
import { makePattern } from './make.ts'

/** The day of the session that tests move, and the next day. */
export const [day, next] = ['2026-06-06', '2026-06-07'] as const
/** The times of the tests: one before the cut-off, and three within 30 seconds on the day itself. */
export const [early, now, soon, later] = [
  '2026-06-01T09:00:00Z',
  '2026-06-06T09:00:00Z',
  '2026-06-06T09:00:20Z',
  '2026-06-06T09:00:30Z',
].map((instant) => new Date(instant)) as [Date, Date, Date, Date]
export const by = { actor: 'admin', actor_id: randomUUID() } as const

/** Makes a session at 14:30 and a session at 17:00, each with ten places and a cut-off of one day. */
export async function makeMovable(sql: Sql, { capacity = 10, experience = {} } = {}) {
  const made = await makeDailyExperience(sql, {
    capacity,
    experience: { is_instant: true, cancellation_cutoff_minutes: 1440, duration_minutes: 90, ...experience },
  })
  const { id: experience_id, vineyard_id } = made.experience
  const evening = await makePattern(sql, { experience_id, start_time: '17:00', capacity })
  const at = (slot_date: string) => ({ pattern_id: evening.id, slot_date })
  return {
    ...made,
    vineyard_id,
    at,
    party: (guests: number, slot = made.on(day)) => book(sql, made.experience, slot, guests, early),
    move: (to: StaffSlotName = at(day), options: { into_past?: boolean; preview?: boolean } = {}, on = now) =>
      moveSession(
        sql,
        { experience_id, slot: made.on(day), to, into_past: false, preview: false, ...options },
        { by },
        on,
      ),
    places: async (on: string = day) =>
      (await findSlots(sql, experience_id, on, early)).map(({ start_time, remaining }) => [
        start_time,
        remaining,
      ]),
  }
}

/** Returns the id of a move. Fails if the session was not moved. */
export const movedId = (done: Awaited<ReturnType<typeof moveSession>>) =>
  (done.ok && done.value.id) || expect.fail(JSON.stringify(done))

/** Returns all rows of a vineyard that a move can change: bookings, slots, holds and closures. */
export const everything = async (sql: Sql, vineyard_id: string) => [
  await sql`
    select id, slot_id, booking_date, start_time, starts_at, ends_at, status, is_overbooked, session_move_id, called_off_at, attendance
    from bookings where vineyard_id = ${vineyard_id} order by id`,
  await sql`
    select id, slot_date, start_time, capacity, is_closed, booked, overbooked, held, sold_before_cut, retired_at from slots
    where vineyard_id = ${vineyard_id} and (booked + overbooked + held > 0 or is_closed or pattern_id is null) order by id`,
  await sql`
    select id, slot_id, start_time, expires_at, ended_at, outcome, is_overbooked from holds
    where vineyard_id = ${vineyard_id} order by id`,
  await sql`select id from availability_exceptions where vineyard_id = ${vineyard_id}`,
]

/** Holds four places for a coach party. Returns the id of the group hold. */
export async function holdForGroup(
  sql: Sql,
  { id: experience_id, vineyard_id }: { id: string; vineyard_id: string },
  slot: SlotName,
  made_at = now,
) {
  const group = {
    id: randomUUID(),
    vineyard_id,
    name: 'Coach party',
    number_of_guests: 4,
    guest_email: null,
    guest_phone: null,
    note: '',
    until: day,
    sessions: [{ experience_id, slot }],
    overbook: false,
  }
  const held = await createGroupHold(sql, group, { by }, made_at)
  if (!held.ok) throw new Error(`refused: ${JSON.stringify(held.problem)}`)
  return group.id
}

/** Stores a move of an empty session, and returns the id of the move. */
export async function makeSessionMove(
  sql: Sql,
  experience: { id: string; vineyard_id: string },
  moved_at: Date,
) {
  const { id: experience_id, vineyard_id } = experience
  const [move] = await sql<[{ id: string }]>`
    insert into session_moves (
      id, vineyard_id, experience_id, from_slot_id, to_slot_id, from_starts_at, to_starts_at, places_left, parties, holds, actor, actor_id, moved_at
    )
    values (
      ${randomUUID()}, ${vineyard_id}, ${experience_id}, ${randomUUID()}, ${randomUUID()}, '2026-06-07T13:30:00Z', '2026-06-07T16:00:00Z', 10,
      '[]', '[]', 'admin', ${randomUUID()}, ${moved_at}
    )
    returning id`
  return move.id
}
