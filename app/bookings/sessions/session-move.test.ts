import { afterEach, expect, test } from 'vitest'

import { book, bookingState, hold } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeWinemaker } from '../../../test/make.ts'
import {
  by,
  day,
  early,
  everything,
  later,
  makeMovable,
  movedId,
  next,
  now,
  soon,
} from '../../../test/session-moves.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { nobody } from '../../people/sign-in/actor.ts'
import { markAttendance } from '../attendance.server.ts'
import { cancelBookingAsGuest, changeBookingStatus, findBooking, moveBooking } from '../booking.server.ts'
import { remindGuests } from '../scheduled-jobs.server.ts'
import { callOff, setInformed } from './call-off.server.ts'
import { findSessionMoves, keepMovedTime, undoSessionMove } from './session-move.server.ts'
import { findParties } from './session.server.ts'

const sql = await ownDatabase()
const makeDay = (options: Parameters<typeof makeMovable>[1] = {}) => makeMovable(sql, options)
const undo = (id: string | null | undefined, on = soon) => undoSessionMove(sql, id ?? '', { by }, on)
const withoutEmail = (id: string) =>
  sql`update bookings set channel = 'staff', guest_email = null where id = ${id}`
const movedEmails = (id: string) => sql<{ state: string; deliver_after: Date | null }[]>`
  select state, deliver_after from emails where booking_id = ${id} and email_type = 'moved' order by created_at`

afterEach(async () => {
  expect(await findInconsistencies(sql, soon)).toEqual([])
})

test('moves every party that has not arrived, closes the old time and emails the guests after 30 seconds', async () => {
  const { party, move, places, at, vineyard_id } = await makeDay()
  const [ada, bo, here, gone] = [await party(3), await party(2), await party(1), await party(1)]
  await withoutEmail(bo)
  await markAttendance(sql, { id: here }, { attendance: 'arrived', arrived_guests: null }, { by }, now)
  await changeBookingStatus(sql, gone, 'cancelled', { by }, early)
  const done = await move()
  expect(done).toMatchObject({ ok: true, value: { bookings: 2, guests: 5, without_email: 1, held: 0 } })
  expect(await findBooking(sql, ada)).toMatchObject({
    start_time: '17:00:00',
    status: 'confirmed',
    called_off_at: null,
    moved_from: new Date('2026-06-06T13:30:00Z'),
  })
  expect(await findBooking(sql, here)).toMatchObject({ start_time: '14:30:00', moved_from: null })
  expect(await findBooking(sql, gone)).toMatchObject({ start_time: '14:30:00', status: 'cancelled' })
  expect(await places()).toEqual([['17:00:00', 5]])
  expect(await movedEmails(ada)).toEqual([{ state: 'waiting', deliver_after: later }])
  expect(await movedEmails(bo)).toEqual([])
  expect(await findSessionMoves(sql, { vineyard_id, day }, { by }, soon)).toMatchObject([
    { id: movedId(done), undo_seconds: 10, emails: 1, to_starts_at: new Date('2026-06-06T16:00:00Z') },
  ])
  const [audit] = await sql`
    select after from audit_events where vineyard_id = ${vineyard_id} and noun = 'session' order by id desc limit 1`
  expect(audit?.after).toMatchObject({ start: '2026-06-06 17:00', parties: 2, guests: 5 })
  expect(await move(at(next))).toEqual({ ok: false, problem: { kind: 'empty' } })
})

test('while a move can be undone, it is listed on both days, with the number of emails that wait', async () => {
  const { party, move, at, vineyard_id } = await makeDay()
  const [, bo] = [await party(3), await party(2)]
  await withoutEmail(bo)
  const id = movedId(await move(at(next)))
  const listed = (on: string, by_then: Date) =>
    findSessionMoves(sql, { vineyard_id, day: on }, { by }, by_then)
  expect(await listed(day, soon)).toMatchObject([{ id, undo_seconds: 10, emails: 1 }])
  expect(await listed(next, soon)).toMatchObject([{ id, undo_seconds: 10, emails: 1 }])
  expect(await listed(day, later)).toMatchObject([{ id, undo_seconds: null }])
  expect(await listed(next, later)).toEqual([])
})

test('undoing a move restores parties, holds and places exactly, and nobody is emailed', async () => {
  const { party, move, experience, on, at, vineyard_id } = await makeDay()
  const id = await party(3)
  await hold(sql, experience, on(day), 2, [now, new Date('2026-06-06T09:30:00Z')])
  await party(2, at(day))
  const before = await everything(sql, vineyard_id)
  const moved = movedId(await move())
  expect(await everything(sql, vineyard_id)).not.toEqual(before)
  // The waiting confirmation is untrue while the session is moved, and true again after the Undo.
  const isConfirmationUntrue = async () =>
    (
      await sql`
        select is_superseded(m.booking_id, m.email_type, m.event_id) as untrue from emails m
        where m.booking_id = ${id} and m.email_type = 'confirmed'`
    )[0]?.untrue
  expect(await isConfirmationUntrue()).toBe(true)
  expect(await undo(moved)).toEqual({ ok: true, value: { bookings: 1, guests: 3 } })
  expect(await everything(sql, vineyard_id)).toEqual(before)
  expect(await isConfirmationUntrue()).toBe(false)
  expect(await movedEmails(id)).toMatchObject([{ state: 'superseded' }])
  expect((await bookingState(sql, id))?.events).toEqual(['created', 'status', 'moved', 'moved'])
  expect(await undo(moved)).toEqual({ ok: false, problem: 'absent' })
})

test('an Undo restores a session that was overbooked before the move', async () => {
  const { party, move, vineyard_id, pattern } = await makeDay()
  await Promise.all([party(4), party(4)])
  const [extra] = [await party(2)]
  await sql`update bookings set is_overbooked = true where id = ${extra}`
  await sql`
    update slots set capacity = 6, planned = 6, booked = 8, overbooked = 2, sold_before_cut = 8
    where pattern_id = ${pattern.id} and slot_date = ${day}`
  await sql`update availability_patterns set capacity = 6 where id = ${pattern.id}`
  const before =
    await sql`select slot_id, is_overbooked, start_time from bookings where vineyard_id = ${vineyard_id} order by id`
  const counters = () =>
    sql`select capacity, booked, overbooked, sold_before_cut from slots where pattern_id = ${pattern.id} and slot_date = ${day}`
  const sold = await counters()
  const moved = movedId(await move())
  expect(await undo(moved)).toMatchObject({ ok: true, value: { guests: 10 } })
  expect(await counters()).toEqual(sold)
  expect(
    await sql`select slot_id, is_overbooked, start_time from bookings where vineyard_id = ${vineyard_id} order by id`,
  ).toEqual(before)
  await sql`delete from slots where pattern_id = ${pattern.id} and slot_date > ${day} and not is_slot_used(slots)`
  await sql`select update_slots(null, null, ${pattern.id}, ${early})`
})

test('when the move is undone, parties that moved or cancelled meanwhile stay as they are', async () => {
  const { party, move, on } = await makeDay()
  const [stays, moves, cancels] = [await party(1), await party(2), await party(3)]
  const moved = movedId(await move())
  expect(await moveBooking(sql, moves, { slot: on(next) }, { by: nobody }, soon)).toMatchObject({ ok: true })
  expect(await cancelBookingAsGuest(sql, cancels, soon)).toMatchObject({ ok: true })
  expect(await undo(moved)).toEqual({ ok: true, value: { bookings: 1, guests: 1 } })
  expect(await findBooking(sql, stays)).toMatchObject({ start_time: '14:30:00', moved_from: null })
  expect(await findBooking(sql, moves)).toMatchObject({ booking_date: next })
  expect(await findBooking(sql, cancels)).toMatchObject({ status: 'cancelled', start_time: '17:00:00' })
})

test('the move cannot be undone after 30 seconds, once an email is queued, or by another vineyard', async () => {
  const { party, move } = await makeDay()
  const id = await party(1)
  const moved = movedId(await move())
  const { id: actor_id, vineyard_id } = await makeWinemaker(sql)
  const stranger = { actor: 'winemaker', actor_id, vineyard_id } as const
  expect(await undoSessionMove(sql, moved ?? '', { by: stranger }, soon)).toEqual({
    ok: false,
    problem: 'absent',
  })
  expect(await undo(moved, later)).toEqual({ ok: false, problem: 'late' })
  await sql`update emails set queued_at = ${soon} where booking_id = ${id} and email_type = 'moved'`
  expect(await undo(moved)).toEqual({ ok: false, problem: 'late' })
})

test('if the former time is opened again and a place there is sold, the move cannot be undone', async () => {
  const { party, move, experience, on, vineyard_id } = await makeDay()
  const id = await party(9)
  const moved = movedId(await move())
  await sql`select remove_exception(null, x.id, 'admin', ${by.actor_id}, ${soon}) from availability_exceptions x where x.vineyard_id = ${vineyard_id}`
  await book(sql, experience, on(day), 2, soon)
  expect(await undo(moved)).toEqual({ ok: false, problem: 'full' })
  expect(await findBooking(sql, id)).toMatchObject({ start_time: '17:00:00' })
})

test('guests of a moved session may cancel and move until the new start, regardless of the cut-off', async () => {
  const { party, move, on, at } = await makeDay()
  const [cancels, moves, other] = [await party(1), await party(1), await party(1, at(day))]
  expect(await cancelBookingAsGuest(sql, cancels, soon)).toEqual({ ok: false, problem: 'late' })
  await move()
  expect(await cancelBookingAsGuest(sql, cancels, new Date('2026-06-06T15:59:59Z'))).toEqual({
    ok: true,
    value: undefined,
  })
  expect(await cancelBookingAsGuest(sql, moves, new Date('2026-06-06T16:00:00Z'))).toEqual({
    ok: false,
    problem: 'late',
  })
  const shift = (id: string) => moveBooking(sql, id, { slot: on('2026-06-09') }, { by: nobody }, soon)
  expect(await shift(moves)).toMatchObject({ ok: true })
  // The right to change ends when a guest chooses another time.
  expect(await findBooking(sql, moves)).toMatchObject({ moved_from: null })
  expect(await moveBooking(sql, other, { slot: on('2026-06-09') }, { by: nobody }, soon)).toMatchObject({
    problem: { kind: 'late' },
  })
})

test('a guest who changes the party size without choosing another time can still be moved back by an Undo', async () => {
  const { party, move } = await makeDay()
  const id = await party(2)
  const moved = movedId(await move())
  expect(await moveBooking(sql, id, { number_of_guests: 3 }, { by: nobody }, soon)).toMatchObject({
    ok: true,
  })
  expect(await findBooking(sql, id)).toMatchObject({ moved_from: new Date('2026-06-06T13:30:00Z') })
  expect(await undo(moved)).toEqual({ ok: true, value: { bookings: 1, guests: 3 } })
  expect(await findBooking(sql, id)).toMatchObject({ start_time: '14:30:00', number_of_guests: 3 })
})

test('lists guests without email as guests to call about a move; an Undo emails only guests who knew of the move', async () => {
  const { party, move, vineyard_id } = await makeDay()
  const [keeps, phone, waits] = [await party(1), await party(1), await party(1)]
  expect(await keepMovedTime(sql, keeps, soon)).toBe(false)
  await withoutEmail(phone)
  const moved = movedId(await move())
  const toCall = async () =>
    (await findParties(sql, { vineyard_id, from: day, until: day }, { by }, soon)).filter(
      ({ to_call }) => to_call,
    )
  expect(await toCall()).toMatchObject([{ id: phone, informed_at: null }])
  expect(await setInformed(sql, phone, true, { by }, soon)).toBe(true)
  expect(await toCall()).toMatchObject([{ id: phone, informed_at: soon }])
  expect([await keepMovedTime(sql, keeps, soon), await keepMovedTime(sql, keeps, soon)]).toEqual([true, true])
  expect((await bookingState(sql, keeps))?.events).toEqual(['created', 'status', 'moved', 'informed'])
  // Only a guest who accepted the new time, or was told of it, gets an email about the Undo.
  await undo(moved)
  expect(await movedEmails(keeps)).toMatchObject([
    { state: 'superseded' },
    { state: 'waiting', deliver_after: null },
  ])
  expect(await movedEmails(waits)).toMatchObject([{ state: 'superseded' }])
  expect(await toCall()).toEqual([])
})

test('a guest whose email about the move could not be delivered is on the list to call', async () => {
  const { party, move, vineyard_id } = await makeDay()
  const id = await party(1)
  await move()
  await sql`update emails set state = 'dead', queued_at = ${soon} where booking_id = ${id} and email_type = 'moved'`
  expect(await findParties(sql, { vineyard_id, from: day, until: day }, { by }, later)).toMatchObject([
    { to_call: true },
  ])
})

test('a guest gets the reminder even if a move was undone after ten o’clock on the day before the visit', async () => {
  const { at, party, move } = await makeMovable(sql)
  const [undone, stays] = [await party(1), await party(1, at(next))]
  await undo(
    movedId(await move(at(next), {}, new Date('2026-06-05T09:30:00Z'))),
    new Date('2026-06-05T09:30:10Z'),
  )
  await remindGuests(sql, new Date('2026-06-05T10:00:00Z'))
  const reminded =
    await sql`select booking_id from emails where email_type = 'reminder' and booking_id in (${undone}, ${stays})`
  expect([...reminded]).toEqual([{ booking_id: undone }])
})

test('a guest cannot accept the new time of a booking that was cancelled or called off since the move', async () => {
  const { party, move, at, vineyard_id } = await makeDay()
  const [cancels, off, keptAndCancels, keptAndOff] = [
    await party(1),
    await party(1),
    await party(1),
    await party(1),
  ]
  await move()
  for (const id of [keptAndCancels, keptAndOff]) expect(await keepMovedTime(sql, id, soon)).toBe(true)
  for (const id of [cancels, keptAndCancels]) await cancelBookingAsGuest(sql, id, soon)
  const facts = { vineyard_id, day, slots: [at(day)], reason: 'illness' as const, message: '' }
  expect(await callOff(sql, facts, { by }, soon)).toMatchObject({ ok: true, value: { bookings: 2 } })
  for (const id of [cancels, off, keptAndCancels, keptAndOff])
    expect(await keepMovedTime(sql, id, soon)).toBe(false)
  for (const id of [cancels, off]) expect((await bookingState(sql, id))?.events).not.toContain('informed')
})

test('a party that is called off at the new time stays there when the move is undone', async () => {
  const { party, move, at, vineyard_id } = await makeDay()
  const id = await party(2)
  const done = await move(at(next))
  const off = { vineyard_id, day: next, slots: [at(next)], reason: 'illness' as const, message: '' }
  expect(await callOff(sql, off, { by }, soon)).toMatchObject({ ok: true, value: { bookings: 1 } })
  expect(await undo(movedId(done))).toMatchObject({ ok: true, value: { bookings: 0 } })
  expect(await findBooking(sql, id)).toMatchObject({ booking_date: next, called_off_at: soon })
})

test('telling a guest that a moved session is called off does not count as telling the guest of the move', async () => {
  const { party, move, at, vineyard_id } = await makeDay()
  const id = await party(2)
  await withoutEmail(id)
  await move()
  const facts = { vineyard_id, day, slots: [at(day)], reason: 'illness' as const, message: '' }
  expect(await callOff(sql, facts, { by }, soon)).toMatchObject({ ok: true, value: { bookings: 1 } })
  expect(await setInformed(sql, id, true, { by }, soon)).toBe(true)
  const told = await sql`select informed_at, move_informed_at from bookings where id = ${id}`
  expect([...told]).toEqual([{ informed_at: soon, move_informed_at: null }])
})
