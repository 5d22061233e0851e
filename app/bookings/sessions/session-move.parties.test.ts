import { afterEach, expect, test } from 'vitest'

import { book, hold, makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { storeSlots } from '../../../test/make.ts'
import {
  by,
  day,
  early,
  everything,
  holdForGroup,
  makeMovable,
  movedId,
  next,
  now,
  soon,
} from '../../../test/session-moves.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { markAttendance } from '../attendance.server.ts'
import { findBooking } from '../booking.server.ts'
import { callOff, reopen, setInformed } from './call-off.server.ts'
import { addException } from './closure.server.ts'
import { setSessionHost } from './session.server.ts'
import { moveSession, undoSessionMove } from './session-move.server.ts'

const sql = await ownDatabase()

afterEach(async () => {
  expect(await findInconsistencies(sql, soon)).toEqual([])
})

test('when the held places of a called-off session move, its parties stay at the old time', async () => {
  const { party, move, on, experience, vineyard_id } = await makeMovable(sql)
  const id = await party(2)
  await holdForGroup(sql, experience, on(day))
  await callOff(sql, { vineyard_id, day, slots: [on(day)], reason: 'illness', message: '' }, { by }, now)
  expect(await move()).toMatchObject({ ok: true, value: { bookings: 0, held: 4 } })
  expect(await findBooking(sql, id)).toMatchObject({ start_time: '14:30:00', called_off_at: now })
})

test('expired holds do not move, and a session that has only expired holds counts as empty', async () => {
  const { party, move, on, experience } = await makeMovable(sql)
  await hold(sql, experience, on(day), 2, [early, new Date('2026-06-01T09:10:00Z')])
  expect(await move()).toEqual({ ok: false, problem: { kind: 'empty' } })
  await party(3)
  expect(await move(undefined, { preview: true })).toMatchObject({ ok: true, value: { guests: 3, held: 0 } })
})

test('places held for a group can move even if the session has no booking', async () => {
  const { move, on, at, experience } = await makeMovable(sql)
  await holdForGroup(sql, experience, on(day))
  const done = await move(at(next))
  expect(done).toMatchObject({ ok: true, value: { bookings: 0, held: 4 } })
  expect(await undoSessionMove(sql, movedId(done) ?? '', { by }, soon)).toMatchObject({ ok: true })
})

test('a session with more guests than its reduced capacity can still move to a time without a session', async () => {
  const { party, move, vineyard_id } = await makeMovable(sql)
  await party(6)
  const cut = { vineyard_id, starts_on: day, ends_on: day, capacity: 2 }
  expect(await addException(sql, cut, { by }, now)).toMatchObject({ ok: true })
  const done = await move({ slot_date: day, start_time: '15:15' })
  expect(done).toMatchObject({ ok: true, value: { guests: 6 } })
  // The session had more guests than places before the move, so the Undo may restore this state.
  expect(await undoSessionMove(sql, movedId(done) ?? '', { by }, soon)).toMatchObject({ ok: true })
})

test('parties at the former start and parties at the new start of a slot move as two sessions', async () => {
  const { party, on, at, pattern, experience } = await makeMovable(sql)
  const former = await party(2)
  await sql`update availability_patterns set start_time = '16:00' where id = ${pattern.id}`
  await storeSlots(sql, experience.id)
  const current = await party(3)
  const session = { experience_id: experience.id, slot: on(day), into_past: false, preview: false }
  const move = (to: ReturnType<typeof on>, start_time?: string) =>
    moveSession(sql, { ...session, to, ...(start_time && { start_time }) }, { by }, now)
  expect(await move(at(day))).toMatchObject({ ok: true, value: { bookings: 1, guests: 3 } })
  expect(await findBooking(sql, current)).toMatchObject({ start_time: '17:00:00' })
  expect(await findBooking(sql, former)).toMatchObject({ start_time: '14:30:00' })
})

test('parties that booked the former start of a slot can follow the slot to its new start', async () => {
  const { party, on, pattern, experience } = await makeMovable(sql)
  const id = await party(2)
  await sql`update availability_patterns set start_time = '16:00' where id = ${pattern.id}`
  await storeSlots(sql, experience.id)
  const session = { experience_id: experience.id, slot: on(day), start_time: '14:30' }
  const move = { to: on(day), into_past: false, preview: false }
  expect(await moveSession(sql, { ...session, ...move }, { by }, now)).toMatchObject({ ok: true })
  expect(await findBooking(sql, id)).toMatchObject({ start_time: '16:00:00' })
})

// Negative control: if the new slot does not get the session's host, no host counts the guests at the new time.
test('a session that moves to a time without another session keeps its own host', async () => {
  const { party, move, on, experience, vineyard_id } = await makeMovable(sql)
  const [ann] = await sql<[{ id: string }]>`
    insert into hosts (vineyard_id, name, capacity) values (${vineyard_id}, 'Ann', 8) returning id`
  await party(6)
  const session = { experience_id: experience.id, slot: on(day) }
  expect(await setSessionHost(sql, session, ann.id, { by }, now)).toMatchObject({ ok: true })
  await move({ slot_date: day, start_time: '15:15' })
  const [slot] =
    await sql`select host_id, booked from slots where is_for_one_party and vineyard_id = ${vineyard_id}`
  expect(slot).toEqual({ host_id: ann.id, booked: 6 })
})

test('a session that has begun can move, and its former time is not closed', async () => {
  const { party, move, vineyard_id } = await makeMovable(sql)
  await party(2)
  const begun = new Date('2026-06-06T13:40:00Z')
  expect(await move({ slot_date: day, start_time: '15:15' }, {}, begun)).toMatchObject({ ok: true })
  expect(await sql`select from availability_exceptions where vineyard_id = ${vineyard_id}`).toEqual([])
})

test('a new time that begins at this very moment counts as past', async () => {
  const { party, move } = await makeMovable(sql)
  await party(2)
  expect(await move({ slot_date: day, start_time: '10:00' })).toEqual({
    ok: false,
    problem: { kind: 'past' },
  })
  expect(await move({ slot_date: day, start_time: '10:01' })).toMatchObject({ ok: true })
})

test('after a move, a group’s places are held until the end of its hold, or until the new start if that is earlier', async () => {
  const ends = async (to: 'day' | 'next') => {
    const { move, on, at, experience } = await makeMovable(sql)
    const id = await holdForGroup(sql, experience, on(day))
    expect(await move(at(to === 'day' ? day : next))).toMatchObject({ ok: true })
    const [held] = await sql<[{ expires_at: Date }]>`select expires_at from holds where group_hold_id = ${id}`
    return held.expires_at
  }
  expect(await ends('day')).toEqual(new Date('2026-06-06T16:00:00Z'))
  expect(await ends('next')).toEqual(new Date('2026-06-06T17:00:00Z'))
})

const undo = (done: Parameters<typeof movedId>[0]) => undoSessionMove(sql, movedId(done) ?? '', { by }, soon)

/** Gives an experience the host Ann. Returns her id. */
async function giveHost({ id, vineyard_id }: { id: string; vineyard_id: string }, capacity: number) {
  const [ann] = await sql<[{ id: string }]>`
    insert into hosts (vineyard_id, name, capacity) values (${vineyard_id}, 'Ann', ${capacity}) returning id`
  await sql`update experiences set host_id = ${ann.id} where id = ${id}`
  return ann.id
}

test('the move of a session cannot be undone once the host lacks capacity at the former time', async () => {
  const { party, move, at, experience, vineyard_id } = await makeMovable(sql)
  const host_id = await giveHost(experience, 8)
  const cellar = await makeDailyExperience(sql, { experience: { vineyard_id, host_id } })
  await party(6)
  const done = await move(at(next))
  await book(sql, cellar.experience, cellar.on(day), 3, early)
  expect(await undo(done)).toEqual({ ok: false, problem: 'full' })
})

test('undoing a move is allowed if the host was over capacity before the move too', async () => {
  const { party, move, at, experience, vineyard_id } = await makeMovable(sql)
  const ann = await giveHost(experience, 8)
  const [ben] = await sql<[{ id: string }]>`
    insert into hosts (vineyard_id, name, capacity) values (${vineyard_id}, 'Ben', 8) returning id`
  await party(6)
  const evening = { experience_id: experience.id, slot: at(next) }
  expect(await setSessionHost(sql, evening, ben.id, { by }, now)).toMatchObject({ ok: true })
  await sql`update hosts set capacity = 4 where id = ${ann}`
  expect(await undo(await move(at(next)))).toMatchObject({ ok: true })
})

// Negative control: if a move gives back held places but not overbooked places, the counters no longer match the bookings.
test('the counters stay correct when a group beyond the capacity moves, grows and moves back', async () => {
  const { party, move, on, at, experience, vineyard_id } = await makeMovable(sql, { capacity: 7 })
  await party(6)
  await sql`update availability_patterns set capacity = 10 where id = ${on(day).pattern_id}`
  await sql`update availability_patterns set capacity = 11 where id = ${at(next).pattern_id}`
  await storeSlots(sql, experience.id)
  const id = await holdForGroup(sql, experience, on(day))
  const grow = async (number_of_guests: number) => {
    const changes = sql.json({ number_of_guests, expires_at: '2026-06-06T17:00:00Z' })
    const [{ problem }] = await sql<[{ problem: string | null }]>`
      select problem from change_group_hold(${id}, ${changes}, null, true, ${now})`
    expect(problem).toBeNull()
  }
  await grow(5)
  const before = await everything(sql, vineyard_id)
  const done = await move(at(next))
  expect(await findInconsistencies(sql, soon)).toEqual([])
  // With nine guests, and also with five, the group exceeds the places at the new time.
  await grow(9)
  await grow(5)
  expect(await undo(done)).toMatchObject({ ok: true })
  expect((await everything(sql, vineyard_id))[1]).toEqual(before[1])
})

test('undoing a move restores the end of a group’s hold, and an email that the move had superseded', async () => {
  const { party, move, on, at, experience } = await makeMovable(sql)
  const id = await party(2)
  const group = await holdForGroup(sql, experience, on(day))
  const read = async () => ({
    hold: [...(await sql`select expires_at from holds where group_hold_id = ${group}`)],
    email: [
      ...(await sql`
        select state from emails where booking_id = ${id} and email_type = 'confirmed' and queued_at is null`),
    ],
  })
  const before = await read()
  const done = await move(at(next))
  await sql`update emails set state = 'superseded', queued_at = ${now} where booking_id = ${id} and email_type = 'confirmed'`
  expect(await undo(done)).toMatchObject({ ok: true })
  expect(await read()).toEqual(before)
  expect(before.email).toEqual([{ state: 'waiting' }])
})

test('undoing a move restores the no-show mark of a party', async () => {
  const { party, move, at } = await makeMovable(sql)
  const id = await party(2)
  const begun = new Date('2026-06-06T13:40:00Z')
  await markAttendance(sql, { id }, { attendance: 'no_show', arrived_guests: null }, { by }, begun)
  const attendance = async () => [...(await sql`select attendance from bookings where id = ${id}`)]
  expect(await attendance()).toEqual([{ attendance: 'no_show' }])
  const moved = movedId(await move(at(next), {}, begun)) ?? ''
  expect(await attendance()).toEqual([{ attendance: null }])
  expect(await undoSessionMove(sql, moved, { by }, new Date('2026-06-06T13:40:20Z'))).toMatchObject({
    ok: true,
  })
  expect(await attendance()).toEqual([{ attendance: 'no_show' }])
})

test('a past session can still move if one of its parties was erased, but the erased party stays', async () => {
  const { party, move, at } = await makeMovable(sql)
  const [erased, id] = [await party(2), await party(3)]
  const dayAfter = new Date('2026-06-07T09:00:00Z')
  await sql`select erase_bookings(array[${erased}::uuid], ${dayAfter})`
  expect(await move(at('2026-06-08'), {}, dayAfter)).toMatchObject({ ok: true, value: { bookings: 1 } })
  expect(await findBooking(sql, id)).toMatchObject({ booking_date: '2026-06-08' })
  expect(await findBooking(sql, erased)).toMatchObject({ booking_date: day })
})

/** Returns the last move and the last reopening of a booking's session, and when staff told the guest about them. */
const told = async (id: string) => [
  ...(await sql`
    select session_move_id, move_informed_at, reopened_at, reopened_informed_at from bookings where id = ${id}`),
]

test('undoing the second move of a session restores the first move, which the guest knows of', async () => {
  const { party, move, at, experience } = await makeMovable(sql)
  const id = await party(2)
  await move()
  expect(await setInformed(sql, id, true, { by }, now)).toBe(true)
  const before = await told(id)
  const again = {
    experience_id: experience.id,
    slot: at(day),
    to: at(next),
    into_past: false,
    preview: false,
  }
  const done = await moveSession(sql, again, { by }, now)
  expect(await told(id)).toMatchObject([{ move_informed_at: null }])
  expect(await undo(done)).toMatchObject({ ok: true })
  expect(await told(id)).toEqual(before)
  expect(before).toMatchObject([{ move_informed_at: now }])
})

test('undoing the move of a reopened session restores the record that its guests were told of the reopening', async () => {
  const { party, move, on, vineyard_id } = await makeMovable(sql)
  const id = await party(2)
  await sql`update bookings set channel = 'staff', guest_email = null where id = ${id}`
  const facts = { vineyard_id, day, slots: [on(day)], reason: 'illness' as const, message: '' }
  const off = await callOff(sql, facts, { by }, early)
  expect(await reopen(sql, (off.ok && off.value.id) || '', { by, overbook: false }, now)).toMatchObject({
    ok: true,
  })
  expect(await setInformed(sql, id, true, { by }, now)).toBe(true)
  const before = await told(id)
  expect(before).toMatchObject([{ reopened_at: now, reopened_informed_at: now }])
  expect(await undo(await move())).toMatchObject({ ok: true })
  expect(await told(id)).toEqual(before)
})

test('undoing a move keeps the mark of a party that has arrived at the new time', async () => {
  const { party, move } = await makeMovable(sql)
  const id = await party(2)
  const begun = new Date('2026-06-06T13:40:00Z')
  await markAttendance(sql, { id }, { attendance: 'no_show', arrived_guests: null }, { by }, begun)
  const moved = movedId(await move(undefined, {}, begun)) ?? ''
  const arrived = { attendance: 'arrived', arrived_guests: 1 } as const
  expect(await markAttendance(sql, { id }, arrived, { by }, begun)).toMatchObject({ ok: true })
  expect(await undoSessionMove(sql, moved, { by }, begun)).toMatchObject({ ok: true })
  expect([
    ...(await sql`select attendance, arrived_guests, marked_at from bookings where id = ${id}`),
  ]).toEqual([{ ...arrived, marked_at: begun }])
})
