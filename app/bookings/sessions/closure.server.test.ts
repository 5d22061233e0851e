import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { findOverbookedSlots, findSlots } from '../../availability/slot.server.ts'
import {
  hold,
  book,
  makeLegacySlot,
  makeDailyExperience,
  bookingState,
  guestBookingRequest,
} from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeExperience, makeVineyard } from '../../../test/make.ts'
import { cancelBookingAsGuest } from '../booking.server.ts'
import { createBooking } from '../new-bookings/create-booking.server.ts'
import { addException, removeException } from './closure.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const [saturday, sunday] = ['2026-06-06', '2026-06-07']
const by = { actor: 'admin', actor_id: randomUUID() } as const

afterEach(async () => {
  expect(await findInconsistencies(sql, now)).toEqual([])
})

test('refuses a closure with bookings until the caller chooses to keep or cancel them', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const paid = await book(sql, experience, on(saturday), 3, now)
  await book(sql, experience, on(sunday), 2, now)
  await sql`
    select record_payment(${paid}, null, jsonb_build_object('entry', 'payment', 'kind', 'cash', 'amount', 20, 'idempotency_key', gen_random_uuid()), 'admin', ${randomUUID()}, ${now})`
  const closure = {
    vineyard_id: experience.vineyard_id,
    starts_on: saturday,
    ends_on: sunday,
    capacity: null,
  }
  expect(await addException(sql, closure, { by }, now)).toEqual({
    ok: false,
    problem: { kind: 'booked', bookings: 2, guests: 5, without_email: 0, held: 0, paid: 20 },
  })
  expect(
    await sql`select from availability_exceptions where vineyard_id = ${experience.vineyard_id}`,
  ).toHaveLength(0)
  expect(await findSlots(sql, experience.id, saturday, now)).toHaveLength(1)
})

test('adding a closure returns the number of places held in the slots that it covers', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  await hold(sql, experience, on(saturday), 4, [now, new Date(now.getTime() + 600_000)])
  await hold(sql, experience, on(sunday), 1, [now, new Date(now.getTime() + 600_000)])
  const closure = {
    vineyard_id: experience.vineyard_id,
    starts_on: saturday,
    ends_on: saturday,
    capacity: null,
  }
  const answer = { bookings: 0, guests: 0, without_email: 0, held: 4 }
  expect(await addException(sql, closure, { by }, now)).toMatchObject({ ok: false, problem: answer })
  expect(await addException(sql, closure, { by, bookings: 'keep' }, now)).toMatchObject({
    ok: true,
    value: answer,
  })
})

test('kept bookings stay valid during a closure, and staff see the overbooking', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on(saturday), 3, now)
  const closure = {
    vineyard_id: experience.vineyard_id,
    starts_on: saturday,
    ends_on: saturday,
    capacity: null,
  }
  expect(await addException(sql, closure, { by, bookings: 'keep' }, now)).toMatchObject({
    ok: true,
    value: { bookings: 1, guests: 3 },
  })
  expect(await findSlots(sql, experience.id, saturday, now)).toEqual([])
  expect(await findOverbookedSlots(sql, experience.vineyard_id, saturday, sunday)).toMatchObject([
    { pattern_id: pattern.id, slot_date: saturday, capacity: 0, sold: 3, over_by: 3 },
  ])
  expect(await bookingState(sql, id)).toMatchObject({ status: 'pending', booked: 3, events: ['created'] })
  expect((await cancelBookingAsGuest(sql, id, now)).ok).toBe(true)
})

test('a closure that cancels bookings writes an event and an email for each booking and releases the places', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const ids = [
    await book(sql, experience, on(saturday), 3, now),
    await book(sql, experience, on(saturday), 2, now),
  ]
  const spared = await book(sql, experience, on(sunday), 2, now)
  const closure = {
    vineyard_id: experience.vineyard_id,
    starts_on: saturday,
    ends_on: saturday,
    capacity: null,
    reason: 'Frost',
  }
  expect(await addException(sql, closure, { by, bookings: 'cancel' }, now)).toMatchObject({
    ok: true,
    value: { bookings: 2, guests: 5 },
  })
  for (const id of ids)
    expect(await bookingState(sql, id)).toMatchObject({
      status: 'cancelled',
      booked: 0,
      events: ['created', 'status'],
      mails: ['received', 'cancelled'],
    })
  expect(await bookingState(sql, spared)).toMatchObject({ status: 'pending', booked: 2 })
})

test('a closure of some hours affects only visits that overlap these hours', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  await book(sql, experience, on(saturday), 3, now)
  const hours = (from_time: string, until_time: string) =>
    addException(
      sql,
      {
        vineyard_id: experience.vineyard_id,
        starts_on: saturday,
        ends_on: saturday,
        from_time,
        until_time,
        capacity: null,
      },
      { by },
      now,
    )
  expect(await hours('15:59', '17:00')).toMatchObject({ problem: { bookings: 1 } })
  expect(await hours('16:00', '17:00')).toMatchObject({ ok: true })
  expect(await hours('12:00', '14:30')).toMatchObject({ ok: true })
  expect(await findSlots(sql, experience.id, saturday, now)).toHaveLength(1)
})

test('a closure of the first hours of a day affects a visit that began the day before and ends after midnight', async () => {
  const { experience, on } = await makeDailyExperience(sql, { pattern: { start_time: '23:30' } })
  await book(sql, experience, on(saturday), 3, now)
  const closed = { vineyard_id: experience.vineyard_id, starts_on: sunday, ends_on: sunday, capacity: null }
  const early = { ...closed, from_time: '00:00', until_time: '01:00' }
  expect(await addException(sql, early, { by }, now)).toMatchObject({ problem: { bookings: 1 } })
  expect(
    (await addException(sql, { ...closed, from_time: '01:00', until_time: '02:00' }, { by }, now)).ok,
  ).toBe(true)
  expect(await findSlots(sql, experience.id, saturday, now)).toHaveLength(1)
  await addException(sql, early, { by, bookings: 'keep' }, now)
  expect(await findSlots(sql, experience.id, saturday, now)).toEqual([])
})

test('visits that have begun or ended do not prevent a closure', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  await book(sql, experience, on(saturday), 3, now)
  const closure = {
    vineyard_id: experience.vineyard_id,
    starts_on: saturday,
    ends_on: saturday,
    capacity: null,
  }
  expect((await addException(sql, closure, { by }, new Date(`${saturday}T13:30:00Z`))).ok).toBe(true)
})

test('a closure of one experience or pattern does not affect the others', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql)
  const other = await makeDailyExperience(sql, { experience: { vineyard_id: experience.vineyard_id } })
  await book(sql, other.experience, other.on(saturday), 3, now)
  const span = { vineyard_id: experience.vineyard_id, starts_on: saturday, ends_on: saturday, capacity: null }
  expect((await addException(sql, { ...span, experience_id: experience.id }, { by }, now)).ok).toBe(true)
  const onPattern = { ...span, experience_id: other.experience.id, pattern_id: other.pattern.id }
  expect(await addException(sql, onPattern, { by }, now)).toMatchObject({
    problem: { kind: 'booked', guests: 3 },
  })
  expect(await findSlots(sql, other.experience.id, saturday, now)).toHaveLength(1)
  // The pattern belongs to another experience.
  expect(
    await addException(
      sql,
      { ...span, experience_id: experience.id, pattern_id: other.pattern.id },
      { by },
      now,
    ),
  ).toMatchObject({
    problem: { kind: 'absent' },
  })
  expect(on(saturday).pattern_id).toBe(pattern.id)
})

test('a winemaker cannot close another vineyard', async () => {
  const { experience } = await makeDailyExperience(sql)
  const stranger = {
    actor: 'winemaker',
    actor_id: randomUUID(),
    vineyard_id: (await makeVineyard(sql)).id,
  } as const
  const closure = { starts_on: saturday, ends_on: saturday, capacity: null }
  const absent = { ok: false, problem: { kind: 'absent' } }
  expect(
    await addException(sql, { ...closure, vineyard_id: experience.vineyard_id }, { by: stranger }, now),
  ).toEqual(absent)
  const borrowed = { ...closure, vineyard_id: stranger.vineyard_id, experience_id: experience.id }
  expect(await addException(sql, borrowed, { by: stranger }, now)).toEqual(absent)
  const made = await addException(sql, { ...closure, vineyard_id: experience.vineyard_id }, { by }, now)
  const id = made.ok ? made.value.id : ''
  expect(await removeException(sql, id, { by: stranger }, now)).toEqual({ ok: false, problem: 'absent' })
  expect(await removeException(sql, id, { by }, now)).toEqual({ ok: true, value: undefined })
  expect(await findSlots(sql, experience.id, saturday, now)).toHaveLength(1)
})

test('a capacity below the places sold shows no places until enough guests cancel', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const first = await book(sql, experience, on(saturday), 5, now)
  await book(sql, experience, on(saturday), 3, now)
  const cut = { vineyard_id: experience.vineyard_id, starts_on: saturday, ends_on: saturday, capacity: 5 }
  const made = await addException(sql, cut, { by }, now)
  expect(await findSlots(sql, experience.id, saturday, now)).toMatchObject([{ capacity: 5, remaining: 0 }])
  expect(await findOverbookedSlots(sql, experience.vineyard_id, saturday, saturday)).toMatchObject([
    { sold: 8, over_by: 3 },
  ])
  await cancelBookingAsGuest(sql, first, now)
  expect(await findSlots(sql, experience.id, saturday, now)).toMatchObject([{ remaining: 2 }])
  await removeException(sql, made.ok ? made.value.id : '', { by }, now)
  expect(await findSlots(sql, experience.id, saturday, now)).toMatchObject([{ capacity: 10, remaining: 7 }])
})

test('a closure applies to legacy slots too, and a changed capacity never raises their number of places', async () => {
  const experience = await makeExperience(sql)
  const slot = await makeLegacySlot(sql, experience, `${saturday}T10:00:00Z`, 6)
  const id = await book(sql, experience, slot, 4, now)
  const span = { vineyard_id: experience.vineyard_id, starts_on: saturday, ends_on: saturday }
  const capacityOf = async () => (await findSlots(sql, experience.id, saturday, now))[0]

  const raised = await addException(sql, { ...span, capacity: 20 }, { by }, now)
  expect(await capacityOf()).toMatchObject({ capacity: 6, remaining: 2 })
  expect(await createBooking(sql, experience, guestBookingRequest(experience, slot, 3), now)).toMatchObject({
    problem: { remaining: 2 },
  })
  await removeException(sql, raised.ok ? raised.value.id : '', { by }, now)

  await addException(sql, { ...span, capacity: 3 }, { by }, now)
  expect(await capacityOf()).toMatchObject({ capacity: 3, remaining: 0 })
  expect(await findOverbookedSlots(sql, experience.vineyard_id, saturday, saturday)).toMatchObject([
    { availability_id: slot.availability_id, sold: 4, over_by: 1 },
  ])
  expect(await addException(sql, { ...span, capacity: null }, { by }, now)).toMatchObject({
    problem: { guests: 4 },
  })
  await addException(sql, { ...span, capacity: null }, { by, bookings: 'cancel' }, now)
  expect(await bookingState(sql, id)).toMatchObject({ status: 'cancelled', booked: 0 })
  expect(await capacityOf()).toBeUndefined()
})

test('the audit log records who made each edit, and the previous values', async () => {
  const { experience } = await makeDailyExperience(sql)
  const closure = {
    vineyard_id: experience.vineyard_id,
    starts_on: saturday,
    ends_on: saturday,
    capacity: null,
  }
  const made = await addException(sql, closure, { by }, now)
  await removeException(sql, made.ok ? made.value.id : '', { by }, now)
  const audit = await sql`
    select actor, actor_id, noun, before->>'starts_on' as before, after->>'starts_on' as after
    from audit_events where vineyard_id = ${experience.vineyard_id} order by id`
  const exception = { actor: 'admin', actor_id: by.actor_id, noun: 'availability_exception' }
  expect(audit).toEqual([
    { ...exception, before: null, after: saturday },
    { ...exception, before: saturday, after: null },
  ])
})
