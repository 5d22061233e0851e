import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { book, makeLegacySlot, makeDailyExperience, bookingState } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { makeExperience, makeVineyard, makeWinemaker, storeSlots } from '../../test/make.ts'
import { race } from '../../test/race.ts'
import type { BookingStatus } from './booking.ts'
import {
  cancelBookingAsGuest,
  changeBookingStatus,
  moveBooking,
  undoBookingStatus,
} from './booking.server.ts'
import { findInconsistencies } from '../operations/consistency-checks/consistency-check.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const day = '2026-06-06'
const admin = { actor: 'admin', actor_id: randomUUID() } as const

const set = (id: string, status: BookingStatus, more: { overbook?: boolean; seen?: BookingStatus } = {}) =>
  changeBookingStatus(sql, id, status, { by: admin, ...more }, now)

afterEach(async () => {
  expect(await findInconsistencies(sql, now)).toEqual([])
})

test('staff can set all four statuses, and only confirmed and cancelled send an email', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on(day), 3, now)
  for (const status of ['confirmed', 'completed', 'pending', 'cancelled'] as const)
    expect(await set(id, status)).toEqual({ ok: true, value: status })
  expect(await bookingState(sql, id)).toMatchObject({
    status: 'cancelled',
    booked: 0,
    events: ['created', 'status', 'status', 'status', 'status'],
    mails: ['received', 'confirmed', 'cancelled'],
  })
})

test('setting the same status again writes neither an event nor an email', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on(day), 3, now)
  await set(id, 'confirmed')
  expect(await set(id, 'confirmed')).toEqual({ ok: true, value: 'confirmed' })
  expect(await bookingState(sql, id)).toMatchObject({
    events: ['created', 'status'],
    mails: ['received', 'confirmed'],
    booked: 3,
  })
})

test("a winemaker can change only their own vineyard's bookings", async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on(day), 3, now)
  const of = async (vineyard_id: string) => ({
    by: {
      actor: 'winemaker',
      actor_id: (await makeWinemaker(sql, { vineyard_id })).id,
      vineyard_id,
    } as const,
  })
  const stranger = await of((await makeVineyard(sql)).id)
  expect(await changeBookingStatus(sql, id, 'cancelled', stranger, now)).toEqual({
    ok: false,
    problem: { kind: 'absent' },
  })
  expect(await bookingState(sql, id)).toMatchObject({ status: 'pending', events: ['created'] })
  expect((await changeBookingStatus(sql, id, 'confirmed', await of(experience.vineyard_id), now)).ok).toBe(
    true,
  )
  expect(await set(randomUUID(), 'confirmed')).toEqual({ ok: false, problem: { kind: 'absent' } })
})

test('a cancellation never lowers a counter below 0, even if the counter was wrong', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on(day), 3, now)
  await sql`update slots set booked = 1 where pattern_id = ${pattern.id} and slot_date = ${day}`
  expect(await set(id, 'cancelled')).toEqual({ ok: true, value: 'cancelled' })
  expect(await bookingState(sql, id)).toMatchObject({ booked: 0 })
})

test('restores a cancelled booking only while places are left, unless staff overbook', async () => {
  const { experience, on } = await makeDailyExperience(sql, { capacity: 4 })
  const id = await book(sql, experience, on(day), 3, now)
  await set(id, 'cancelled')
  await book(sql, experience, on(day), 2, now)
  expect(await set(id, 'confirmed')).toEqual({ ok: false, problem: { kind: 'full', remaining: 2 } })
  expect(await bookingState(sql, id)).toMatchObject({
    status: 'cancelled',
    booked: 2,
    events: ['created', 'status'],
  })

  expect(await set(id, 'confirmed', { overbook: true })).toEqual({ ok: true, value: 'confirmed' })
  expect(await bookingState(sql, id)).toMatchObject({
    is_overbooked: true,
    booked: 2,
    overbooked: 3,
    events: ['created', 'status', 'overbooked', 'status'],
    mails: ['received', 'cancelled', 'confirmed'],
  })
  await set(id, 'cancelled')
  expect(await bookingState(sql, id)).toMatchObject({ booked: 2, overbooked: 0 })
})

test('marks a booking as overbooked only if it exceeds the capacity', async () => {
  const { experience, on } = await makeDailyExperience(sql, { capacity: 4 })
  const id = await book(sql, experience, on(day), 3, now)
  await set(id, 'cancelled')
  await set(id, 'pending', { overbook: true })
  expect(await bookingState(sql, id)).toMatchObject({ is_overbooked: false, booked: 3, overbooked: 0 })
})

test('refuses to restore a booking into a closed, inactive or moved slot, even with overbooking', async () => {
  const gone = { ok: false, problem: { kind: 'gone' } }
  const cancelled = async () => {
    const market = await makeDailyExperience(sql)
    const id = await book(sql, market.experience, market.on(day), 3, now)
    await set(id, 'cancelled')
    return { ...market, id }
  }
  const moved = await cancelled()
  await sql`update availability_patterns set start_time = '15:00' where id = ${moved.pattern.id}`
  await storeSlots(sql)
  expect(await set(moved.id, 'confirmed', { overbook: true })).toEqual(gone)

  const closed = await cancelled()
  await sql`insert into availability_exceptions ${sql({ vineyard_id: closed.experience.vineyard_id, starts_on: day, ends_on: day })}`
  await storeSlots(sql)
  await sql`update slots set capacity = 0 where version > 0 and pattern_id = ${closed.pattern.id}`
  expect(await set(closed.id, 'confirmed', { overbook: true })).toEqual(gone)

  const off = await cancelled()
  await sql`update experiences set is_active = false where id = ${off.experience.id}`
  expect(await set(off.id, 'confirmed')).toEqual(gone)
})

test('staff may restore a cancelled booking even after its cut-off and its visit', async () => {
  const { experience, on } = await makeDailyExperience(sql, { experience: { booking_cutoff_minutes: 1440 } })
  const id = await book(sql, experience, on(day), 3, now)
  await set(id, 'cancelled')
  const late = new Date('2026-06-07T09:00:00Z')
  expect((await changeBookingStatus(sql, id, 'completed', { by: admin }, late)).ok).toBe(true)
})

test('restores a cancelled booking into a legacy slot only while places are left, unless staff overbook', async () => {
  const experience = await makeExperience(sql)
  const slot = await makeLegacySlot(sql, experience, '2026-06-06T10:00:00Z', 4)
  const id = await book(sql, experience, slot, 3, now)
  await set(id, 'cancelled')
  await book(sql, experience, slot, 2, now)
  expect(await set(id, 'pending')).toEqual({ ok: false, problem: { kind: 'full', remaining: 2 } })
  await set(id, 'pending', { overbook: true })
  expect(await bookingState(sql, id)).toMatchObject({ booked: 2, overbooked: 3, is_overbooked: true })
  // The overbooked guests leave no place for even one more guest.
  await expect(book(sql, experience, slot, 1, now)).rejects.toThrow('refused')
})

test('a full host prevents restoring a booking, even if its slot has places', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id: experience.vineyard_id, name: 'The guide', capacity: 4 })} returning id`
  await sql`update experiences set host_id = ${host.id} where id = ${experience.id}`
  const id = await book(sql, experience, on(day), 3, now)
  await set(id, 'cancelled')
  await book(sql, experience, on(day), 2, now)
  expect(await set(id, 'confirmed')).toEqual({ ok: false, problem: { kind: 'full', remaining: 2 } })
  await set(id, 'confirmed', { overbook: true })
  expect(await bookingState(sql, id)).toMatchObject({ booked: 2, overbooked: 3 })
})

test('rejects a status change based on an outdated screen', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on(day), 3, now)
  await cancelBookingAsGuest(sql, id, now)
  expect(await set(id, 'confirmed', { seen: 'pending' })).toEqual({
    ok: false,
    problem: { kind: 'changed', status: 'cancelled' },
  })
  expect(await bookingState(sql, id)).toMatchObject({ status: 'cancelled', booked: 0 })
})

// Negative control: without the outcome 'changed' in set_booking_status, a confirmation that waited for the
// cancellation restores the booking.
test('a booking that is cancelled and confirmed concurrently ends up cancelled, whichever request is first', async () => {
  for (const guestFirst of [true, false]) {
    const { experience, on } = await makeDailyExperience(sql)
    const id = await book(sql, experience, on(day), 3, now)
    const acts = [() => cancelBookingAsGuest(sql, id, now), () => set(id, 'confirmed')]
    await race<unknown>(
      sql,
      (holder) => holder`select from bookings where id = ${id} for update`,
      guestFirst ? acts : acts.toReversed(),
    )
    expect(await bookingState(sql, id)).toMatchObject({ status: 'cancelled', booked: 0 })
  }
})

test('a request without `seen` cannot replace a cancellation by the guest', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on(day), 3, now)
  expect((await set(id, 'confirmed')).ok).toBe(true)
  const changed = (status: BookingStatus) => ({ ok: false, problem: { kind: 'changed', status } })
  await cancelBookingAsGuest(sql, id, now)
  expect(await set(id, 'confirmed')).toEqual(changed('cancelled'))
  expect(await set(id, 'completed')).toEqual(changed('cancelled'))
  expect(await bookingState(sql, id)).toMatchObject({ status: 'cancelled', booked: 0 })
  expect((await set(id, 'confirmed', { seen: 'cancelled' })).ok).toBe(true)
  expect((await set(id, 'completed')).ok).toBe(true)
})

test('the booking of an erased guest cannot be restored or moved, its cancellation cannot be undone, and no more emails are sent', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const [cancelled, completed, confirmed] = [
    await book(sql, experience, on(day), 1, now),
    await book(sql, experience, on(day), 1, now),
    await book(sql, experience, on(day), 1, now),
  ]
  await set(completed, 'completed')
  await set(confirmed, 'confirmed')
  await set(cancelled, 'cancelled')
  await sql`select erase_bookings(${[cancelled, completed, confirmed]}::uuid[], ${now})`
  const erased = { ok: false, problem: { kind: 'erased' } }
  expect(await undoBookingStatus(sql, cancelled, { by: admin, seen: 'cancelled' }, now)).toEqual(erased)
  for (const status of ['pending', 'confirmed', 'completed'] as const)
    expect(await set(cancelled, status)).toEqual(erased)
  expect(await set(completed, 'confirmed')).toEqual(erased)
  expect(await moveBooking(sql, confirmed, { number_of_guests: 2 }, { by: admin }, now)).toEqual(erased)
  // The scheduled job still completes a visit whose guest was erased, and staff may still cancel the booking.
  expect((await set(confirmed, 'completed')).ok).toBe(true)
  expect((await set(confirmed, 'cancelled')).ok).toBe(true)
  const kept = await sql`
    select from emails where booking_id in (${cancelled}, ${completed}, ${confirmed}) and state = 'waiting'`
  expect(kept).toHaveLength(0)
})
