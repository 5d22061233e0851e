import { afterEach, expect, test } from 'vitest'

import { book, hold, makeDailyExperience, makeLegacySlot, tryBooking } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeExperience, storeSlots } from '../../../test/make.ts'
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
import { findSlots } from '../../availability/slot.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { markAttendance } from '../attendance.server.ts'
import { cancelBookingAsGuest, findBooking } from '../booking.server.ts'
import { findHold, releaseHold } from '../new-bookings/hold.server.ts'
import { moveSession, undoSessionMove } from './session-move.server.ts'
import { findParties, findSessions } from './session.server.ts'

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

test('if the new time lacks places, nothing changes, and a sentence says why the session does not fit', async () => {
  const { party, move, at, vineyard_id, experience } = await makeDay()
  await party(6)
  await party(3, at(day))
  await holdForGroup(sql, experience, at(day))
  const before = await everything(sql, vineyard_id)
  expect(await move()).toEqual({
    ok: false,
    problem: {
      kind: 'full',
      sentence:
        'Only 3 places are left at that time, but 6 are needed. Places are held for Coach party (4 guests).',
    },
  })
  expect(await everything(sql, vineyard_id)).toEqual(before)
})

test('a host without enough places prevents a move, but the guests of the moved session do not count', async () => {
  const { party, move, experience, vineyard_id } = await makeDay()
  const [ann] = await sql<[{ id: string }]>`
    insert into hosts (vineyard_id, name, capacity) values (${vineyard_id}, 'Ann', 8) returning id`
  await sql`update experiences set host_id = ${ann.id} where id = ${experience.id}`
  const cellar = await makeDailyExperience(sql, {
    experience: { vineyard_id, host_id: ann.id, title: 'Cellar', duration_minutes: 60 },
    pattern: { start_time: '17:30' },
  })
  await party(6)
  await book(sql, cellar.experience, cellar.on(day), 3, early)
  expect(await move()).toEqual({
    ok: false,
    problem: {
      kind: 'full',
      sentence: 'Ann can take 8 people at once, and already has Cellar at 5:30 PM (3 guests).',
    },
  })
  // At 15:00, Ann still has her guests of 14:30, but these are the guests who move.
  const done = await move({ slot_date: day, start_time: '15:00' })
  expect(done).toMatchObject({ ok: true, value: { guests: 6 } })
  expect(await undo(movedId(done))).toMatchObject({ ok: true })
})

test('group holds move with their session, and keep their name and their places', async () => {
  const { party, move, on, at, experience } = await makeDay()
  await party(2)
  const id = await holdForGroup(sql, experience, on(day))
  const done = await move(at(next), {}, soon)
  expect(done).toMatchObject({
    ok: true,
    value: { held: 4, groups: [{ name: 'Coach party', number_of_guests: 4 }] },
  })
  const [held] =
    await sql`select slot_date, start_time, is_live(holds, ${soon}) as is_live from holds where group_hold_id = ${id}`
  expect(held).toEqual({ slot_date: next, start_time: '17:00:00', is_live: true })
  expect(
    await sql`select booked, held from slots where pattern_id = ${at(next).pattern_id} and slot_date = ${next}`,
  ).toEqual([{ booked: 2, held: 4 }])
})

test('a move to a time without a session creates a slot that guests do not see and that an Undo deletes', async () => {
  const { party, move, places, experience, vineyard_id } = await makeDay()
  const id = await party(4)
  const before = await everything(sql, vineyard_id)
  const done = await move({ slot_date: day, start_time: '15:15' })
  expect(done).toMatchObject({ ok: true, value: { guests: 4 } })
  expect(await findBooking(sql, id)).toMatchObject({ start_time: '15:15:00', end_time: '16:45:00' })
  expect(await places()).toEqual([['17:00:00', 10]])
  expect(
    await findSessions(sql, { experience_id: experience.id, from: day, until: day }, { by }, now),
  ).toMatchObject([
    { start_time: '15:15:00', guests: 4, capacity: null, own_places: 10 },
    { start_time: '17:00:00', own_places: null },
  ])
  expect(await undo(movedId(done))).toMatchObject({ ok: true })
  expect(await everything(sql, vineyard_id)).toEqual(before)
  expect(await move({ slot_date: day, start_time: '14:30' })).toEqual({
    ok: false,
    problem: { kind: 'unchanged' },
  })
  expect(await move({ slot_date: '2027-03-28', start_time: '01:30' })).toEqual({
    ok: false,
    problem: { kind: 'gone' },
  })
})

test('if a session is open at the new time, the guests join that session', async () => {
  const { party, move, at } = await makeDay()
  await party(4)
  await move({ slot_date: day, start_time: '17:00' })
  const [slot] =
    await sql`select booked from slots where pattern_id = ${at(day).pattern_id} and slot_date = ${day}`
  expect(slot).toEqual({ booked: 4 })
})

test('staff must confirm a move to a time that has passed, and no guest is emailed or listed for staff to call', async () => {
  const { party, move, vineyard_id } = await makeDay()
  const id = await party(2)
  await withoutEmail(await party(1))
  const to = { slot_date: day, start_time: '09:30' } as const
  expect(await move(to)).toEqual({ ok: false, problem: { kind: 'past' } })
  expect(await move(to, { into_past: true })).toMatchObject({ ok: true, value: { bookings: 2 } })
  expect(await findBooking(sql, id)).toMatchObject({ start_time: '09:30:00' })
  expect(await movedEmails(id)).toEqual([])
  const parties = await findParties(sql, { vineyard_id, from: day, until: day }, { by }, now)
  expect(parties.map(({ to_call }) => to_call)).toEqual([false, false])
})

test('a preview says what would move, and changes nothing', async () => {
  const { party, move, vineyard_id } = await makeDay()
  await party(2)
  const before = await everything(sql, vineyard_id)
  expect(await move(undefined, { preview: true })).toEqual({
    ok: true,
    value: { id: null, bookings: 1, guests: 2, without_email: 0, held: 0, groups: [] },
  })
  expect(await everything(sql, vineyard_id)).toEqual(before)
})

test('after a move, the old time of a session without a pattern is offered again only after an Undo', async () => {
  const experience = await makeExperience(sql, { is_instant: true })
  const slot = await makeLegacySlot(sql, experience, `${day}T10:00:00Z`, 5)
  const id = await book(sql, experience, slot, 2, early)
  const session = { experience_id: experience.id, slot: { availability_id: slot.availability_id } }
  const to = { slot_date: day, start_time: '15:00' } as const
  const offered = async () =>
    (await findSlots(sql, experience.id, day, early)).map(({ remaining }) => remaining)
  const done = await moveSession(sql, { ...session, to, into_past: false, preview: false }, { by }, now)
  expect(await offered()).toEqual([])
  await undo(movedId(done))
  expect(await offered()).toEqual([3])
  expect(await findBooking(sql, id)).toMatchObject({ start_time: '11:00:00' })
})

test('the former time of a moved session can be booked only after an Undo', async () => {
  const { party, move, experience, on } = await makeDay()
  await party(2)
  const moved = movedId(await move())
  expect(await tryBooking(sql, experience, on(day), 1, early)).toBe('gone')
  await undo(moved)
  expect(await tryBooking(sql, experience, on(day), 1, early)).toBeNull()
})

test('places held for the former start of a slot stay when the session at its new start moves', async () => {
  const { party, move, on, experience, pattern } = await makeDay()
  const id = await hold(sql, experience, on(day), 2, [now, new Date('2026-06-06T09:30:00Z')])
  await sql`update availability_patterns set start_time = '16:00' where id = ${pattern.id}`
  await storeSlots(sql, experience.id)
  await party(3)
  expect(await move()).toMatchObject({ ok: true, value: { bookings: 1, held: 0 } })
  expect(await findHold(sql, id, { by })).toMatchObject({ start_time: '14:30:00' })
})

test('the sentence about a refused move does not name a group whose hold has expired', async () => {
  const { party, on, at, experience } = await makeDay()
  await party(9, on(next))
  await party(3, at(next))
  await holdForGroup(sql, experience, at(next))
  const session = {
    experience_id: experience.id,
    slot: on(next),
    to: at(next),
    into_past: false,
    preview: false,
  }
  expect(await moveSession(sql, session, { by }, new Date('2026-06-06T17:00:00Z'))).toMatchObject({
    problem: { sentence: 'Only 7 places are left at that time, but 9 are needed.' },
  })
})

test.each(['kept', 'superseded'])(
  'a move can be undone if an email about it is %s and was never queued',
  async (state) => {
    const { party, move } = await makeDay()
    const id = await party(2)
    const done = await move()
    await sql`update emails set state = ${state} where booking_id = ${id} and email_type = 'moved'`
    expect(await undo(movedId(done))).toMatchObject({ ok: true, value: { bookings: 1 } })
  },
)

test('undoing a move does not change places that were released, or that are held at another time by now', async () => {
  const { move, on, experience, pattern } = await makeDay()
  const untilHalfPast: [Date, Date] = [now, new Date('2026-06-06T09:30:00Z')]
  const [released, changed] = [
    await hold(sql, experience, on(day), 2, untilHalfPast),
    await hold(sql, experience, on(day), 3, untilHalfPast),
  ]
  const done = await move()
  expect(await releaseHold(sql, released, { by }, soon)).toMatchObject({ ok: true })
  const to = { pattern_id: pattern.id, slot_date: next, start_time: '14:30' }
  expect([
    ...(await sql`select problem from change_hold(${changed}, ${sql.json(to)}, null, ${soon})`),
  ]).toEqual([{ problem: null }])
  expect(await undo(movedId(done))).toMatchObject({ ok: true })
  expect(await findHold(sql, released, { by })).toMatchObject({ outcome: 'released', start_time: '17:00:00' })
  expect(await findHold(sql, changed, { by })).toMatchObject({ slot_date: next })
})

test('if an earlier move closed a slot without a pattern, undoing a later move does not offer the slot again', async () => {
  const experience = await makeExperience(sql, { is_instant: true })
  const slot = await makeLegacySlot(sql, experience, `${day}T10:00:00Z`, 5)
  const [, id] = [await book(sql, experience, slot, 1, early), await book(sql, experience, slot, 2, early)]
  const session = { experience_id: experience.id, slot: { availability_id: slot.availability_id } }
  const move = (start_time: string, on: Date) =>
    moveSession(
      sql,
      { ...session, to: { slot_date: day, start_time }, into_past: false, preview: false },
      { by },
      on,
    )
  const mark = (attendance: 'arrived' | null) =>
    markAttendance(sql, { id }, { attendance, arrived_guests: null }, { by }, now)
  await mark('arrived')
  expect(await move('15:00', now)).toMatchObject({ ok: true, value: { bookings: 1 } })
  await mark(null)
  const again = await move('16:00', soon)
  expect(again).toMatchObject({ ok: true, value: { bookings: 1 } })
  expect(await undo(movedId(again))).toMatchObject({ ok: true })
  expect(await findSlots(sql, experience.id, day, early)).toEqual([])
})

test('a move to a time without a session can be undone after a guest cancelled there, and the cancelled booking keeps that time', async () => {
  const { party, move } = await makeDay()
  const [, cancels] = [await party(2), await party(1)]
  const done = await move({ slot_date: day, start_time: '15:15' })
  expect(await cancelBookingAsGuest(sql, cancels, soon)).toMatchObject({ ok: true })
  expect(await undo(movedId(done))).toMatchObject({ ok: true, value: { bookings: 1 } })
  expect(await findBooking(sql, cancels)).toMatchObject({ start_time: '15:15:00', status: 'cancelled' })
  expect(await sql`select from bookings where id = ${cancels} and slot_id is null`).toEqual([])
})

test('places held for a group can move to a time that has passed', async () => {
  const { party, move, on, experience } = await makeDay()
  await party(2)
  await holdForGroup(sql, experience, on(day))
  expect(await move({ slot_date: day, start_time: '09:30' }, { into_past: true })).toMatchObject({
    ok: true,
    value: { held: 4 },
  })
})
