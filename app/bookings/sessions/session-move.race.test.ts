import { afterEach, expect, test } from 'vitest'

import { bookingState, tryBooking } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { raceOfClients } from '../../../test/race.ts'
import { by, day, early, makeMovable, movedId, next, now, soon } from '../../../test/session-moves.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { nobody } from '../../people/sign-in/actor.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { cancelBookingAsGuest, findBooking, moveBooking } from '../booking.server.ts'
import { moveSession, undoSessionMove } from './session-move.server.ts'

const sql = await ownDatabase()

afterEach(async () => {
  expect(await findInconsistencies(sql, soon)).toEqual([])
  const [{ deadlocks }] = await sql<[{ deadlocks: number }]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks).toBe(0)
})

const lockSlots = (vineyard_id: string) => (holder: Queryable) =>
  holder`select from slots where vineyard_id = ${vineyard_id} order by id for update`
const lines = <Value>(count: number, make: (n: number) => Value) =>
  Array.from({ length: count }, (_, n) => make(n))

// Negative control: without lock_session_move in move_session, parties that book or move meanwhile stay at the old
// time, and the session is moved although the new time lacks places.
test('a session moves with all of its parties or not at all, while guests book, move and cancel at both times', async () => {
  const { experience, party, at, on, vineyard_id } = await makeMovable(sql, { capacity: 30 })
  const ids = await Promise.all(lines(12, () => party(1)))
  const moveAll = async (client: Sql) => {
    const to = { experience_id: experience.id, slot: on(day), to: at(day), into_past: false, preview: false }
    return moveSession(client, to, { by }, now)
  }
  const outcomes = await raceOfClients<unknown>(sql, lockSlots(vineyard_id), [
    ...lines(20, (n) => (client: Sql) => tryBooking(client, experience, n % 2 ? on(day) : at(day), 1, early)),
    ...ids.slice(0, 4).map((id) => (client: Sql) => cancelBookingAsGuest(client, id, early)),
    ...ids
      .slice(4, 8)
      .map((id) => (client: Sql) => moveBooking(client, id, { slot: on(next) }, { by: nobody }, early)),
    moveAll,
    moveAll,
  ])
  // Two colleagues move the session at once. The second move finds no parties to move.
  const moves = outcomes.slice(-2) as Awaited<ReturnType<typeof moveAll>>[]
  expect(moves.filter(({ ok }) => ok)).toHaveLength(1)
  expect(moves.find(({ ok }) => !ok)).toMatchObject({ problem: { kind: 'empty' } })
  const left = await sql`
    select from bookings where vineyard_id = ${vineyard_id} and start_time = '14:30' and booking_date = ${day} and status <> 'cancelled'`
  expect(left).toHaveLength(0)
  const [{ booked }] = await sql<[{ booked: number }]>`
    select booked from slots where pattern_id = ${at(day).pattern_id} and slot_date = ${day}`
  expect(booked).toBeLessThanOrEqual(30)
  for (const id of ids.slice(8)) expect(await findBooking(sql, id)).toMatchObject({ start_time: '17:00:00' })
})

// Negative control: without the lock on the target slot, the last places are sold twice.
test('the last places are never given to both a moving session and a guest', async () => {
  const { experience, party, at, on, vineyard_id } = await makeMovable(sql, { capacity: 10 })
  await party(8)
  const outcomes = await raceOfClients<unknown>(sql, lockSlots(vineyard_id), [
    (client) =>
      moveSession(
        client,
        { experience_id: experience.id, slot: on(day), to: at(day), into_past: false, preview: false },
        { by },
        now,
      ),
    ...lines(10, () => (client: Sql) => tryBooking(client, experience, at(day), 1, early)),
  ])
  const sold = outcomes.slice(1).filter((problem) => problem === null).length
  const isMoved = (outcomes[0] as { ok: boolean }).ok
  expect(isMoved ? sold <= 2 : sold > 2).toBe(true)
})

// Negative control: without lock_undoable_emails and the second reading of the move, a booking is restored twice, or
// the email about the move is sent although the move was undone.
test('if two Undos and guests’ cancellations run at once, each booking is either moved back once or cancelled', async () => {
  const { party, move, vineyard_id } = await makeMovable(sql, { capacity: 30 })
  const ids = await Promise.all(lines(16, () => party(1)))
  const id = movedId(await move()) ?? ''
  const undo = (client: Sql) => undoSessionMove(client, id, { by }, soon)
  const outcomes = await raceOfClients<{ ok: boolean }>(sql, lockSlots(vineyard_id), [
    ...ids.slice(0, 8).map((booking) => (client: Sql) => cancelBookingAsGuest(client, booking, soon)),
    undo,
    undo,
  ])
  expect(outcomes.slice(-2).filter(({ ok }) => ok)).toHaveLength(1)
  for (const booking of ids.slice(8)) {
    expect(await findBooking(sql, booking)).toMatchObject({ start_time: '14:30:00', status: 'confirmed' })
    expect((await bookingState(sql, booking))?.events).toEqual(['created', 'status', 'moved', 'moved'])
  }
  // After the Undo, the cut-off applies again to guests who cancel.
  for (const [n, booking] of ids.slice(0, 8).entries())
    expect(await findBooking(sql, booking)).toMatchObject(
      outcomes[n]?.ok ? { status: 'cancelled' } : { status: 'confirmed', start_time: '14:30:00' },
    )
})

test('two sessions that swap their times do not deadlock', async () => {
  const { experience, party, at, on, vineyard_id } = await makeMovable(sql, { capacity: 10 })
  await Promise.all([party(2), party(3, at(next))])
  const swap = (slot: ReturnType<typeof on>, to: ReturnType<typeof on>) => (client: Sql) =>
    moveSession(
      client,
      { experience_id: experience.id, slot, to, into_past: false, preview: false },
      { by },
      now,
    )
  await raceOfClients<{ ok: boolean }>(sql, lockSlots(vineyard_id), [
    swap(on(day), at(next)),
    swap(at(next), on(day)),
  ])
  const found =
    await sql`select from bookings where vineyard_id = ${vineyard_id} and session_move_id is not null`
  expect(found.length).toBeGreaterThan(0)
})
