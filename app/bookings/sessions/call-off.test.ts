import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { nobody } from '../../people/sign-in/actor.ts'
import { book, bookingState, makeDailyExperience, makeLegacySlot } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { storeSlots } from '../../../test/make.ts'
import { readReport } from '../../staff/reports/report.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { findSlots } from '../../availability/slot.server.ts'
import { markAttendance } from '../attendance.server.ts'
import { findBooking, cancelBookingAsGuest, changeBookingStatus, moveBooking } from '../booking.server.ts'
import {
  callOff,
  findHeldTime,
  holdChosenTime,
  listTimesToChoose,
  moveToChosenTime,
} from './call-off.server.ts'
import { addException, removeException } from './closure.server.ts'
import { cancelUnanswered, completeVisits, remindGuests } from '../scheduled-jobs.server.ts'

const sql = await ownDatabase()
const day = '2026-06-06'
const [now, late, start] = ['2026-06-01T09:00:00Z', '2026-06-06T12:00:00Z', '2026-06-06T13:30:00Z'].map(
  (instant) => new Date(instant),
) as [Date, Date, Date]
const by = { actor: 'admin', actor_id: randomUUID() } as const

/** Creates a daily experience at 14:30 with a cut-off of one day, and a function that calls off one of its days. */
async function makeMarket({ capacity = 10, experience = {} } = {}) {
  const aDayBefore = { cancellation_cutoff_minutes: 1440, booking_cutoff_minutes: 1440 }
  const made = await makeDailyExperience(sql, {
    capacity,
    experience: { ...aDayBefore, is_instant: true, ...experience },
  })
  const { vineyard_id } = made.experience
  return {
    ...made,
    vineyard_id,
    party: (guests: number, on: string = day) => book(sql, made.experience, made.on(on), guests, now),
    callOff: (at: Date = now, slots: Parameters<typeof callOff>[1]['slots'] = null) =>
      callOff(sql, { vineyard_id, day, slots, reason: 'weather', message: 'Mud.' }, { by }, at),
  }
}

const withoutEmail = (id: string) =>
  sql`update bookings set channel = 'staff', guest_email = null where id = ${id}`

afterEach(async () => {
  expect(await findInconsistencies(sql, now)).toEqual([])
  await cancelUnanswered(sql, start)
})

test('a call-off closes the day, keeps each status and emails each guest who gave an address', async () => {
  const { experience, party, callOff } = await makeMarket()
  const [first, second, other] = [await party(3), await party(2), await party(2, '2026-06-07')]
  await withoutEmail(second)
  expect(await callOff()).toMatchObject({ ok: true, value: { bookings: 2, guests: 5, without_email: 1 } })
  expect(await findSlots(sql, experience.id, day, now)).toEqual([])
  expect(await bookingState(sql, first)).toMatchObject({
    status: 'confirmed',
    booked: 5,
    events: ['created', 'status', 'called_off'],
    mails: ['confirmed', 'called_off'],
  })
  expect(await bookingState(sql, second)).toMatchObject({ events: ['created', 'status', 'called_off'] })
  expect(await findBooking(sql, first)).toMatchObject({
    called_off_at: now,
    called_off_reason: 'weather',
    called_off_message: 'Mud.',
  })
  expect((await findBooking(sql, other))?.called_off_at).toBeNull()
  // Calling off the same day again finds no further bookings.
  expect(await callOff()).toMatchObject({ ok: true, value: { bookings: 0, guests: 0, without_email: 0 } })
})

test('staff can call off one session of a day without changing the other sessions', async () => {
  const { experience, party, callOff, on } = await makeMarket()
  const other = await makeDailyExperience(sql, { experience: { vineyard_id: experience.vineyard_id } })
  const elsewhere = await book(sql, other.experience, other.on(day), 2, now)
  const id = await party(2)
  expect(await callOff(now, [on(day)])).toMatchObject({ ok: true, value: { bookings: 1 } })
  expect((await findBooking(sql, id))?.called_off_at).toEqual(now)
  expect((await findBooking(sql, elsewhere))?.called_off_at).toBeNull()
  expect(await findSlots(sql, other.experience.id, day, now)).toHaveLength(1)
})

test('calls off a legacy slot', async () => {
  const { experience, callOff } = await makeMarket()
  await sql`update availability_patterns set is_active = false where experience_id = ${experience.id}`
  await storeSlots(sql)
  const slot = await makeLegacySlot(sql, experience, `${day}T13:30:00Z`, 6)
  const id = await book(sql, experience, slot, 2, now)
  const { availability_id } = slot
  expect(await callOff(now, [{ availability_id }])).toMatchObject({ ok: true, value: { bookings: 1 } })
  expect((await findBooking(sql, id))?.called_off_at).toEqual(now)
  expect(await findSlots(sql, experience.id, day, now)).toEqual([])
})

test('refuses days in the past, slots of other days and vineyards out of scope', async () => {
  const { callOff: callOffDay, on, vineyard_id } = await makeMarket()
  expect(await callOffDay(new Date('2026-06-07T09:00:00Z'))).toEqual({ ok: false, problem: 'past' })
  expect(await callOffDay(now, [on('2026-06-07')])).toEqual({ ok: false, problem: 'absent' })
  const stranger = { actor: 'winemaker', actor_id: randomUUID(), vineyard_id: randomUUID() } as const
  const facts = { vineyard_id, day, slots: null, reason: 'weather', message: '' } as const
  expect(await callOff(sql, facts, { by: stranger }, now)).toEqual({ ok: false, problem: 'absent' })
})

test('a called-off booking gets no reminder, is not completed and is left out of the income', async () => {
  const { party, callOff, vineyard_id } = await makeMarket()
  const id = await party(4)
  await callOff()
  expect(await remindGuests(sql, new Date('2026-06-05T10:00:00Z'))).toBe(0)
  await completeVisits(sql, new Date('2026-06-06T18:00:00Z'))
  expect((await findBooking(sql, id))?.status).toBe('confirmed')
  const query = { vineyard_id, experience_id: null, from: day, until: day, by: 'day' } as const
  expect((await readReport(sql, query)).total).toMatchObject({ bookings: 1, guests: 0, expected: 0 })
  const [money] = await sql`select m.due from bookings b, money_of(b) m where b.id = ${id}`
  expect(money).toEqual({ due: 0 })
  for (const status of ['completed', 'pending'] as const)
    expect(await changeBookingStatus(sql, id, status, { by }, now)).toEqual({
      ok: false,
      problem: { kind: 'called_off' },
    })
  const mark = { attendance: 'arrived', arrived_guests: null } as const
  expect(await markAttendance(sql, { id }, mark, { by }, start)).toEqual({
    ok: false,
    problem: { kind: 'called_off' },
  })
})

test('a guest can hold another time for ten minutes and move to it, even after the cut-offs', async () => {
  const { party, callOff, on, pattern } = await makeMarket()
  const id = await party(3)
  await callOff()
  const { slots } = await listTimesToChoose(sql, id, day, late)
  expect(slots[0]).toMatchObject({ slot_date: '2026-06-07', remaining: 10 })
  expect(await holdChosenTime(sql, id, on('2026-06-07'), late)).toEqual({ ok: true, value: undefined })
  expect(await findHeldTime(sql, id, late)).toMatchObject({
    id: `${pattern.id}-2026-06-07`,
    expires_at: new Date('2026-06-06T12:10:00Z'),
  })
  expect(await moveToChosenTime(sql, id, on('2026-06-07'), late)).toEqual({ ok: true, value: undefined })
  expect(await findBooking(sql, id)).toMatchObject({
    status: 'confirmed',
    booking_date: '2026-06-07',
    called_off_at: null,
    called_off_reason: null,
    called_off_message: '',
  })
  expect(await bookingState(sql, id)).toMatchObject({
    mails: ['confirmed', 'called_off', 'moved'],
    booked: 3,
  })
  expect(await findHeldTime(sql, id, late)).toBeUndefined()
})

test('the places that a guest holds count as taken for everybody else until the hold expires', async () => {
  const { party, callOff, on, experience } = await makeMarket({ capacity: 4 })
  const id = await party(3)
  await callOff()
  await holdChosenTime(sql, id, on('2026-06-08'), now)
  const left = async (minutes: number) =>
    (await findSlots(sql, experience.id, '2026-06-08', new Date(now.getTime() + minutes * 60_000)))[0]
      ?.remaining
  expect([await left(9), await left(10)]).toEqual([1, 4])
})

test('choosing another time replaces the hold, and a refused choice keeps the previous hold', async () => {
  const { party, callOff, on, experience } = await makeMarket({ capacity: 4 })
  const id = await party(3)
  await book(sql, experience, on('2026-06-08'), 2, now)
  await callOff()
  await holdChosenTime(sql, id, on('2026-06-07'), now)
  await holdChosenTime(sql, id, on('2026-06-09'), now)
  expect(await findHeldTime(sql, id, now)).toMatchObject({ slot_date: '2026-06-09' })
  expect((await findSlots(sql, experience.id, '2026-06-07', now))[0]?.remaining).toBe(4)
  expect(await holdChosenTime(sql, id, on('2026-06-08'), now)).toEqual({
    ok: false,
    problem: { kind: 'full', remaining: 2 },
  })
  expect(await findHeldTime(sql, id, now)).toMatchObject({ slot_date: '2026-06-09' })
  // Choosing the same time again does not extend the hold.
  const later = new Date(now.getTime() + 5 * 60_000)
  await holdChosenTime(sql, id, on('2026-06-09'), later)
  expect((await findHeldTime(sql, id, later))?.expires_at).toEqual(new Date(now.getTime() + 10 * 60_000))
  expect(await sql`select from holds where for_booking_id = ${id}`).toHaveLength(2)
})

test('refuses to hold past or closed times, times of other experiences, and times for bookings that are not called off', async () => {
  const { party, callOff, on } = await makeMarket()
  const other = await makeMarket()
  const id = await party(2)
  expect(await holdChosenTime(sql, id, on('2026-06-08'), now)).toMatchObject({ problem: { kind: 'final' } })
  await callOff()
  expect(await holdChosenTime(sql, id, on(day), now)).toMatchObject({ problem: { kind: 'gone' } })
  expect(await holdChosenTime(sql, id, on('2026-06-05'), late)).toMatchObject({ problem: { kind: 'gone' } })
  expect(await holdChosenTime(sql, id, other.on('2026-06-08'), now)).toMatchObject({
    problem: { kind: 'gone' },
  })
  expect(await moveToChosenTime(sql, id, on('2026-06-05'), late)).toMatchObject({ problem: { kind: 'gone' } })
  expect(await moveToChosenTime(sql, id, on(day), now)).toMatchObject({ problem: { kind: 'gone' } })
  const begins = new Date('2026-06-05T13:30:00Z')
  expect(await moveToChosenTime(sql, id, on('2026-06-05'), begins)).toMatchObject({
    problem: { kind: 'gone' },
  })
  expect(await moveBooking(sql, id, { number_of_guests: 1 }, { by: nobody }, now)).toMatchObject({
    problem: { kind: 'gone' },
  })
  expect(await holdChosenTime(sql, id, on('2026-06-08'), start)).toMatchObject({ problem: { kind: 'late' } })
  expect(await moveToChosenTime(sql, id, on('2026-06-08'), start)).toMatchObject({
    problem: { kind: 'late' },
  })
  expect(await cancelBookingAsGuest(sql, id, start)).toEqual({ ok: false, problem: 'late' })
  expect(await holdChosenTime(sql, randomUUID(), on('2026-06-08'), now)).toMatchObject({
    problem: { kind: 'absent' },
  })
})

test('the guest of a called-off session may cancel after the cut-off, until the original start', async () => {
  const { party, callOff } = await makeMarket()
  const id = await party(2)
  await callOff()
  expect(await cancelBookingAsGuest(sql, id, late)).toEqual({ ok: true, value: undefined })
  expect(await bookingState(sql, id)).toMatchObject({ status: 'cancelled', booked: 0 })
  expect(await cancelUnanswered(sql, start)).toBe(0)
})

test('at the original start, the scheduled job cancels each booking without a new time exactly once, and emails its guest', async () => {
  const { party, callOff, on } = await makeMarket()
  const [unanswered, moved] = [await party(2), await party(2)]
  await callOff()
  await moveToChosenTime(sql, moved, on('2026-06-08'), now)
  expect(await cancelUnanswered(sql, new Date(start.getTime() - 1))).toBe(0)
  expect(await cancelUnanswered(sql, start)).toBe(1)
  expect(await cancelUnanswered(sql, start)).toBe(0)
  expect(await bookingState(sql, unanswered)).toMatchObject({
    status: 'cancelled',
    booked: 0,
    mails: ['confirmed', 'called_off', 'cancelled'],
  })
  expect((await findBooking(sql, moved))?.status).toBe('confirmed')
})

test('a called-off booking is no longer called off once staff move it, or cancel and restore it', async () => {
  const { party, callOff, on, vineyard_id } = await makeMarket()
  const [moved, revived] = [await party(2), await party(2)]
  await callOff()
  await moveBooking(sql, moved, { slot: on('2026-06-08') }, { by }, now)
  expect((await findBooking(sql, moved))?.called_off_at).toBeNull()
  await changeBookingStatus(sql, revived, 'cancelled', { by }, now)
  expect(await changeBookingStatus(sql, revived, 'confirmed', { by }, now)).toMatchObject({
    problem: { kind: 'gone' },
  })
  const [closure] = await sql`select id from availability_exceptions where vineyard_id = ${vineyard_id}`
  await removeException(sql, String(closure?.id), { by }, now)
  expect(await changeBookingStatus(sql, revived, 'confirmed', { by }, now)).toMatchObject({ ok: true })
  expect((await findBooking(sql, revived))?.called_off_at).toBeNull()
})

test('guests may choose the time of their called-off session once its closure is removed', async () => {
  const { party, callOff, on, vineyard_id } = await makeMarket()
  const id = await party(2)
  await callOff()
  const [closure] = await sql`select id from availability_exceptions where vineyard_id = ${vineyard_id}`
  await removeException(sql, String(closure?.id), { by }, now)
  expect((await listTimesToChoose(sql, id, day, now)).slots[0]).toMatchObject({ slot_date: day })
  expect(await moveToChosenTime(sql, id, on(day), now)).toEqual({ ok: true, value: undefined })
  expect(await findBooking(sql, id)).toMatchObject({ booking_date: day, called_off_at: null })
})

test('a later closure that cancels bookings does not affect called-off bookings', async () => {
  const { party, callOff, vineyard_id } = await makeMarket()
  const id = await party(2)
  await callOff()
  const closure = { vineyard_id, starts_on: day, ends_on: day, capacity: null }
  expect(await addException(sql, closure, { by, bookings: 'cancel' }, now)).toMatchObject({
    value: { bookings: 0 },
  })
  expect((await findBooking(sql, id))?.status).toBe('confirmed')
})

test('the host of a called-off session is free for other sessions', async () => {
  const { party, callOff, experience, vineyard_id, on } = await makeMarket()
  const [host] = await sql<[{ id: string }]>`
    insert into hosts (vineyard_id, name, capacity) values (${vineyard_id}, 'Guide', 4) returning id`
  const indoors = await makeDailyExperience(sql, { experience: { vineyard_id, host_id: host.id } })
  await sql`update experiences set host_id = ${host.id} where id = ${experience.id}`
  await party(4)
  expect((await findSlots(sql, indoors.experience.id, day, now))[0]?.remaining).toBe(0)
  await callOff(now, [on(day)])
  expect((await findSlots(sql, indoors.experience.id, day, now))[0]?.remaining).toBe(4)
})
