import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { book, bookingState, makeDailyExperience, makeLegacySlot } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makePattern, storeSlots } from '../../../test/make.ts'
import { nobody } from '../../people/sign-in/actor.ts'
import { findSlots } from '../../availability/slot.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import {
  cancelBookingAsGuest,
  changeBookingStatus,
  moveBooking,
  undoBookingStatus,
} from '../booking.server.ts'
import { createStaffBooking } from '../new-bookings/staff-booking.server.ts'
import {
  callOff,
  findCallOffs,
  findHeldTime,
  holdChosenTime,
  listTimesToChoose,
  reopen,
  setInformed,
} from './call-off.server.ts'
import { addException } from './closure.server.ts'

const sql = await ownDatabase()
const [day, next] = ['2026-06-06', '2026-06-07']
const [early, now] = [new Date('2026-06-01T09:00:00Z'), new Date(`${day}T09:00:00Z`)]
const by = { actor: 'admin', actor_id: randomUUID() } as const

afterEach(async () => {
  expect(await findInconsistencies(sql, now)).toEqual([])
})

/** Makes a vineyard with a session at 14:30, and a function that calls off its day or some of its slots. */
async function makeDay() {
  const made = await makeDailyExperience(sql, { experience: { is_instant: true } })
  const { vineyard_id } = made.experience
  const off = { vineyard_id, day, reason: 'weather', message: '' } as const
  return {
    ...made,
    vineyard_id,
    party: (guests: number) => book(sql, made.experience, made.on(day), guests, early),
    places: async () => (await findSlots(sql, made.experience.id, day, now))[0]?.remaining,
    callOff: async (slots: Parameters<typeof callOff>[1]['slots'] = null, at = now) => {
      const done = await callOff(sql, { ...off, slots }, { by }, at)
      return done.ok && done.value.id ? done.value.id : expect.fail(JSON.stringify(done))
    },
  }
}

test.each([
  ['fewer places', { capacity: 5, from_time: null, until_time: null }],
  ['closed hours in the morning', { capacity: null, from_time: '08:00', until_time: '09:00' }],
])('a day with %s is closed when it is called off', async (_, exception) => {
  const { places, callOff, vineyard_id, party } = await makeDay()
  await party(2)
  const span = { vineyard_id, starts_on: day, ends_on: day }
  expect(await addException(sql, { ...span, ...exception }, { by }, now)).toMatchObject({ ok: true })
  expect(await places()).toBeGreaterThan(0)
  await callOff()
  expect(await places()).toBeUndefined()
})

test('a day can be opened again until its last session begins, even if the sessions with guests have already begun', async () => {
  const { party, callOff, experience } = await makeDay()
  await makePattern(sql, { experience_id: experience.id, start_time: '17:00' })
  const id = await party(2)
  const off = await callOff()
  const begun = new Date(`${day}T13:40:00Z`)
  expect(await reopen(sql, off, { by, overbook: false }, begun)).toMatchObject({
    ok: true,
    value: { bookings: 0 },
  })
  expect(await bookingState(sql, id)).toMatchObject({ events: ['created', 'status', 'called_off'] })
})

/** Makes a called-off session with three guests, whose host has two other guests at that time. */
async function makeHosted() {
  const made = await makeDay()
  const { experience, vineyard_id } = made
  const [host] = await sql<[{ id: string }]>`
    insert into hosts (vineyard_id, name, capacity) values (${vineyard_id}, 'Guide', 5) returning id`
  await sql`update experiences set host_id = ${host.id} where id = ${experience.id}`
  const indoors = await makeDailyExperience(sql, { experience: { vineyard_id, host_id: host.id } })
  const id = await made.party(3)
  const off = await made.callOff([made.on(day)])
  await book(sql, indoors.experience, indoors.on(day), 2, now)
  return { id, off, host }
}

test('a reopened session that exactly uses up the host’s capacity is not overbooked', async () => {
  const { id, off } = await makeHosted()
  expect(await reopen(sql, off, { by, overbook: false }, now)).toMatchObject({ ok: true })
  expect(await bookingState(sql, id)).toMatchObject({ is_overbooked: false, booked: 3, overbooked: 0 })
})

test('a refused reopening counts only the session’s own guests as beyond the host’s capacity', async () => {
  const { off, host } = await makeHosted()
  await sql`update hosts set capacity = 1 where id = ${host.id}`
  expect(await reopen(sql, off, { by, overbook: false }, now)).toEqual({
    ok: false,
    problem: { kind: 'full', over: 3 },
  })
})

test('an Undo of a call-off within 30 seconds emails a guest whom staff have already phoned', async () => {
  const { party, callOff } = await makeDay()
  const id = await party(2)
  const off = await callOff()
  const soon = new Date(now.getTime() + 20_000)
  expect(await setInformed(sql, id, true, { by }, soon)).toBe(true)
  expect(await reopen(sql, off, { by, overbook: false }, soon)).toMatchObject({
    ok: true,
    value: { emailed: 1 },
  })
})

test('guests of a called-off session cannot choose a time that has already begun', async () => {
  const { party, callOff, on, experience } = await makeDay()
  await makePattern(sql, { experience_id: experience.id, start_time: '09:30' })
  await makePattern(sql, { experience_id: experience.id, start_time: '11:00' })
  const id = await party(2)
  await callOff([on(day)])
  const { slots } = await listTimesToChoose(sql, id, day, now)
  expect(slots.flatMap(({ slot_date, start_time }) => (slot_date === day ? [start_time] : []))).toEqual([
    '11:00:00',
  ])
})

test('if the start of a held session changes and the guest chooses the session again, the new start is held', async () => {
  const { party, callOff, on, experience, pattern } = await makeDay()
  const id = await party(2)
  await callOff([on(day)])
  expect(await holdChosenTime(sql, id, on(next), now)).toMatchObject({ ok: true })
  await sql`update availability_patterns set start_time = '16:00' where id = ${pattern.id}`
  await storeSlots(sql, experience.id)
  expect(await holdChosenTime(sql, id, { ...on(next), start_time: '16:00' }, now)).toMatchObject({ ok: true })
  expect(await findHeldTime(sql, id, now)).toMatchObject({ start_time: '16:00:00' })
  const holds = await sql`select outcome from holds where for_booking_id = ${id} order by start_time`
  expect([...holds]).toEqual([{ outcome: 'released' }, { outcome: null }])
})

test('a called-off booking is never cancelled before its original start, however early the job runs', async () => {
  const { party, callOff } = await makeDay()
  const id = await party(2)
  await callOff()
  const cancels = async (at: Date) => {
    const [{ is_cancelled }] = await sql<[{ is_cancelled: boolean }]>`
      select cancel_unanswered(${id}, ${at}) as is_cancelled`
    return is_cancelled
  }
  expect(await cancels(new Date(`${day}T13:29:59Z`))).toBe(false)
  expect(await cancels(new Date(`${day}T13:30:00Z`))).toBe(true)
  // A job that read its list before the booking was cancelled changes nothing.
  expect(await cancels(new Date(`${day}T13:30:00Z`))).toBe(false)
})

test('calling off a session closes it, even if other sessions of that day are closed already', async () => {
  const { callOff, places, on, experience, vineyard_id } = await makeDay()
  const other = await makeDailyExperience(sql, { experience: { vineyard_id } })
  const evening = await makePattern(sql, { experience_id: experience.id, start_time: '17:00' })
  const closed = { vineyard_id, starts_on: day, ends_on: day, capacity: null }
  for (const session of [
    { experience_id: other.experience.id },
    { experience_id: experience.id, pattern_id: evening.id },
  ])
    expect(await addException(sql, { ...closed, ...session }, { by }, now)).toMatchObject({ ok: true })
  expect(await places()).toBeGreaterThan(0)
  await callOff([on(day)])
  expect(await places()).toBeUndefined()
})

test('calling off a day changes neither cancelled bookings nor bookings of sessions that have begun', async () => {
  const { callOff, party, on, experience, vineyard_id } = await makeDay()
  const morning = await makePattern(sql, { experience_id: experience.id, start_time: '10:00' })
  const begun = await book(sql, experience, { ...on(day), pattern_id: morning.id }, 2, early)
  const [cancelled, off] = [await party(2), await party(2)]
  await cancelBookingAsGuest(sql, cancelled, early)
  await callOff()
  const called =
    await sql`select id from bookings where vineyard_id = ${vineyard_id} and called_off_at is not null`
  expect([...called]).toEqual([{ id: off }])
  expect(await bookingState(sql, begun)).toMatchObject({ events: ['created', 'status'] })
})

test('refuses to call off a legacy slot of another day, or a pattern’s slot whose id is sent as the id of a legacy slot', async () => {
  const { experience, vineyard_id } = await makeDay()
  const legacy = await makeLegacySlot(sql, experience, `${next}T10:00:00Z`, 6)
  const [planned] = await sql<[{ id: string }]>`
    select id from slots where experience_id = ${experience.id} and pattern_id is not null and slot_date = ${day}`
  for (const availability_id of [legacy.availability_id, planned.id]) {
    const facts = { vineyard_id, day, slots: [{ availability_id }], reason: 'weather' as const, message: '' }
    expect(await callOff(sql, facts, { by }, now)).toEqual({ ok: false, problem: 'absent' })
  }
})

test('the job does not cancel a booking whose session was reopened after the job read its list', async () => {
  const { party, callOff } = await makeDay()
  const id = await party(2)
  await reopen(sql, await callOff(), { by, overbook: false }, now)
  const cancelled = await sql`select cancel_unanswered(${id}, ${`${day}T13:30:00Z`}) as is_cancelled`
  expect([...cancelled]).toEqual([{ is_cancelled: false }])
})

test('a guest can hold the same time again after the first hold has expired', async () => {
  const { party, callOff, on } = await makeDay()
  const id = await party(2)
  await callOff()
  await holdChosenTime(sql, id, on(next), now)
  const expired = new Date(`${day}T09:10:00Z`)
  expect(await holdChosenTime(sql, id, on(next), expired)).toMatchObject({ ok: true })
  expect(await findHeldTime(sql, id, expired)).toMatchObject({ expires_at: new Date(`${day}T09:20:00Z`) })
})

test('the counts of a call-off leave out cancelled and moved bookings, and the call-off cannot be undone from the session’s start on', async () => {
  const { party, callOff, on, experience, vineyard_id } = await makeDay()
  const evening = await makePattern(sql, { experience_id: experience.id, start_time: '17:00' })
  const [, cancels, moves] = [await party(1), await party(2), await party(3)]
  const off = await callOff([on(day)])
  await cancelBookingAsGuest(sql, cancels, now)
  const to = { pattern_id: evening.id, slot_date: day }
  expect(await moveBooking(sql, moves, { slot: to }, { by: nobody }, now)).toMatchObject({ ok: true })
  expect(await findCallOffs(sql, { vineyard_id, day }, { by }, now)).toMatchObject([
    { bookings: 1, guests: 1 },
  ])
  const start = new Date(`${day}T13:30:00Z`)
  expect(await reopen(sql, off, { by, overbook: false }, start)).toMatchObject({ problem: { kind: 'late' } })
  expect(await findCallOffs(sql, { vineyard_id, day }, { by }, start)).toEqual([])
})

test.each([2, null])(
  'a party that was overbooked before the call-off is overbooked after reopening (host’s capacity: %s)',
  async (capacity) => {
    const { callOff, experience, on, vineyard_id } = await makeDay()
    await sql`update experiences set host_id = null where id = ${experience.id}`
    if (capacity) {
      const [host] = await sql<[{ id: string }]>`
      insert into hosts (vineyard_id, name, capacity) values (${vineyard_id}, 'Guide', ${capacity}) returning id`
      await sql`update experiences set host_id = ${host.id} where id = ${experience.id}`
    } else await book(sql, experience, on(day), 9, early)
    const guest = { guest_name: 'Ada', guest_email: null, guest_phone: '01632 960123', special_requests: '' }
    const request = { ...guest, experience_id: experience.id, slot: on(day), number_of_guests: 3 }
    const key = { idempotency_key: randomUUID() }
    const made = await createStaffBooking(sql, { ...request, ...key }, { by, overbook: true }, early)
    const id = made.ok ? made.value.id : expect.fail(JSON.stringify(made))
    expect(await reopen(sql, await callOff(), { by, overbook: false }, now)).toMatchObject({ ok: true })
    expect(await bookingState(sql, id)).toMatchObject({ is_overbooked: true, overbooked: 3 })
  },
)

test('reopening does not send emails that were erased, are past their deadline, or would be untrue even without the call-off', async () => {
  const { party, callOff, on, experience } = await makeDay()
  const [erased, late] = [await party(1), await party(1)]
  const moved = await book(sql, experience, on(next), 1, early)
  await moveBooking(sql, moved, { slot: on(day) }, { by }, early)
  const ids = [erased, late, moved]
  await sql`update emails set state = 'superseded' where booking_id = any (${ids}) and email_type = 'confirmed'`
  await sql`update emails set deliver_by = ${early} where booking_id = ${late}`
  await sql`
    update emails set to_address = 'erased@erased.invalid', payload = '{}', once_key = null, erased_at = ${early}
    where booking_id = ${erased}`
  expect(await reopen(sql, await callOff(), { by, overbook: false }, now)).toMatchObject({ ok: true })
  const states = await sql`
    select distinct state from emails where booking_id = any (${ids}) and email_type = 'confirmed'`
  expect([...states]).toEqual([{ state: 'superseded' }])
})

test('undoing a second call-off emails only guests who were told of this call-off, and status changes from before this call-off cannot be undone', async () => {
  const { party, callOff } = await makeDay()
  const ids = [await party(2), await party(1)] as const
  const first = await callOff(null, early)
  await sql`update emails set state = 'sent', sent_at = ${early}, queued_at = ${early} where booking_id = any (${ids})`
  await reopen(sql, first, { by, overbook: false }, new Date('2026-06-01T09:10:00Z'))
  expect(await setInformed(sql, ids[0], true, { by }, now)).toBe(true)
  await changeBookingStatus(sql, ids[1], 'pending', { by }, now)
  const second = await callOff()
  expect(await undoBookingStatus(sql, ids[1], { by, seen: 'pending' }, now)).toMatchObject({
    problem: { kind: 'late' },
  })
  expect(await setInformed(sql, ids[0], true, { by }, now)).toBe(true)
  expect(await reopen(sql, second, { by, overbook: false }, now)).toMatchObject({ value: { emailed: 1 } })
})
