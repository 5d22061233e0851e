import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { book, bookingState, hold, makeDailyExperience, tryBooking } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makePattern, storeSlots } from '../../../test/make.ts'
import type { StaffSlotName } from '../../availability/slot.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { changeBookingStatus, findBooking, moveBooking, undoBookingStatus } from '../booking.server.ts'
import { bookGroupHold, createGroupHold } from '../group-holds/group-hold.server.ts'
import { releaseExpiredHolds } from '../scheduled-jobs.server.ts'
import { addSource } from '../../partners/calendar-feeds/calendar-source.server.ts'
import { addException } from '../sessions/closure.server.ts'
import { bookHold } from './hold.server.ts'
import { createStaffBooking } from './staff-booking.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const minutes = (count: number) => new Date(now.getTime() + count * 60_000)
const day = '2026-06-06'
const by = { actor: 'admin', actor_id: randomUUID() } as const
const guest = { guest_name: 'Ada', guest_email: null, guest_phone: '01632 960123', special_requests: '' }
type Market = Awaited<ReturnType<typeof makeDailyExperience>>

afterEach(async () => {
  expect(await findInconsistencies(sql, minutes(5))).toEqual([])
})

/** Books as staff, who may exceed the limits of party sizes. */
const bookAsStaff = (
  { experience }: Market,
  slot: StaffSlotName,
  number_of_guests: number,
  { beyond_limits = true, overbook = false } = {},
) => {
  const party = { ...guest, number_of_guests, beyond_limits, idempotency_key: randomUUID() }
  return createStaffBooking(sql, { experience_id: experience.id, slot, ...party }, { by, overbook }, now)
}

/** Holds places for a group beyond the capacity. Returns the id of the group. */
async function holdBeyond({ experience, on }: Market, number_of_guests: number) {
  const id = randomUUID()
  const sessions = [{ experience_id: experience.id, slot: on(day) }]
  const contact = { guest_email: null, guest_phone: guest.guest_phone }
  const group = { id, vineyard_id: experience.vineyard_id, name: 'Coach party', number_of_guests, ...contact }
  const held = { ...group, note: '', until: '2026-06-05', sessions, overbook: true }
  expect(await createGroupHold(sql, held, { by }, now)).toMatchObject({ ok: true })
  return id
}

/** Gives all experiences of a vineyard the same host. */
async function giveHost({ experience: { vineyard_id } }: Market, capacity: number) {
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id, name: 'Guide', capacity })} returning id`
  await sql`update experiences set host_id = ${host.id} where vineyard_id = ${vineyard_id}`
}

test('a party has at most 10 guests if its experience sets no limit, and at most 200 if staff exceed the limit', async () => {
  const market = await makeDailyExperience(sql, { capacity: 300 })
  const { experience, on } = market
  expect(await tryBooking(sql, experience, on(day), 11, now)).toBe('group_size')
  expect(await tryBooking(sql, experience, on(day), 10, now)).toBe(null)
  expect(await bookAsStaff(market, on(day), 201)).toEqual({ ok: false, problem: { kind: 'group_size' } })
  expect(await bookAsStaff(market, on(day), 200)).toMatchObject({ ok: true })
})

test('staff cannot reopen a single closed start for one party while another session of the day is open', async () => {
  const market = await makeDailyExperience(sql)
  const { experience, pattern } = market
  await makePattern(sql, { experience_id: experience.id, start_time: '11:00' })
  const { id: experience_id, vineyard_id } = experience
  const closure = { vineyard_id, experience_id, pattern_id: pattern.id, starts_on: day, ends_on: day }
  expect(await addException(sql, { ...closure, capacity: null }, { by }, now)).toMatchObject({ ok: true })
  const booked = await bookAsStaff(market, { slot_date: day, start_time: '14:30' }, 2)
  expect(booked).toEqual({ ok: false, problem: { kind: 'gone' } })
})

test('if two slots start at the same time, staff book the open slot', async () => {
  const market = await makeDailyExperience(sql)
  const { experience, pattern, on } = market
  await book(sql, experience, on(day), 2, now)
  await sql`update availability_patterns set is_active = false where id = ${pattern.id}`
  const again = await makePattern(sql, { experience_id: experience.id })
  const booked = await bookAsStaff(market, { slot_date: day, start_time: '14:30' }, 2)
  const id = booked.ok ? booked.value.id : expect.fail(JSON.stringify(booked.problem))
  expect([...(await sql`select pattern_id from bookings where id = ${id}`)]).toEqual([
    { pattern_id: again.id },
  ])
})

/**
 * Makes a session at 14:30, and a function that moves the session to 12:00. At 12:00, the host has four other guests and
 * one place left.
 */
async function makeFollowed() {
  const market = await makeDailyExperience(sql)
  const { vineyard_id } = market.experience
  const other = await makeDailyExperience(sql, {
    experience: { vineyard_id },
    pattern: { start_time: '12:00' },
  })
  await giveHost(market, 5)
  await book(sql, other.experience, other.on(day), 4, now)
  const moveStart = async () => {
    await sql`update availability_patterns set start_time = '12:00' where id = ${market.pattern.id}`
    await storeSlots(sql, market.experience.id)
  }
  return { ...market, moveStart }
}

// Negative control: if the host's guests at the new time of the slot are counted, the Undo is refused.
test('undoing a cancellation needs places of the host at the booked time, even if the slot now starts at another time', async () => {
  const { experience, on, moveStart } = await makeFollowed()
  const id = await book(sql, experience, on(day), 4, now)
  await changeBookingStatus(sql, id, 'cancelled', { by }, now)
  await moveStart()
  expect(await undoBookingStatus(sql, id, { by, seen: 'cancelled' }, now)).toMatchObject({ ok: true })
  expect(await findBooking(sql, id)).toMatchObject({ status: 'pending', start_time: '14:30:00' })
})

/** Imports a calendar that closes the day. */
async function closeByCalendar({ experience: { vineyard_id } }: Market) {
  const added = await addSource(
    sql,
    { vineyard_id, experience_id: null, url: 'https://feed.test/1.ics' },
    by,
    now,
  )
  const closed = sql.json([{ starts_on: day, ends_on: day }])
  await sql`select import_calendar(${added.ok ? added.value.id : ''}, ${closed}, sha256('1'), ${minutes(0)})`
}

// Negative control: this test fails if the version of a slot does not rise when a calendar closes the slot.
test('undoing a cancellation is refused if a calendar closes the session meanwhile', async () => {
  const market = await makeDailyExperience(sql)
  const id = await book(sql, market.experience, market.on(day), 4, now)
  await changeBookingStatus(sql, id, 'cancelled', { by }, now)
  await closeByCalendar(market)
  expect(await undoBookingStatus(sql, id, { by, seen: 'cancelled' }, now)).toMatchObject({
    problem: { kind: 'gone' },
  })
})

// Negative control: this test fails if the version also rises for a slot that was closed before.
test('undoing a cancellation in a session that was already closed succeeds even if a calendar closes the session too', async () => {
  const market = await makeDailyExperience(sql)
  const { vineyard_id } = market.experience
  const id = await book(sql, market.experience, market.on(day), 4, now)
  const closure = { vineyard_id, starts_on: day, ends_on: day, capacity: null }
  await addException(sql, closure, { by, bookings: 'keep' }, new Date(now.getTime() - 60_000))
  await changeBookingStatus(sql, id, 'cancelled', { by }, now)
  await closeByCalendar(market)
  expect(await undoBookingStatus(sql, id, { by, seen: 'cancelled' }, now)).toMatchObject({ ok: true })
})

// Negative control: if the host's guests at the new time of the slot are counted, the hold is refused.
test('booking a hold needs places of the host at the held time, even if the slot now starts at another time', async () => {
  const { experience, on, moveStart } = await makeFollowed()
  const id = await hold(sql, experience, on(day), 4, [now, minutes(10)])
  await moveStart()
  expect(await bookHold(sql, id, guest, { by }, now)).toMatchObject({ ok: true })
  expect(await findBooking(sql, id)).toMatchObject({ start_time: '14:30:00' })
})

test('staff can book a group that was held beyond the capacity of its host', async () => {
  const market = await makeDailyExperience(sql)
  await giveHost(market, 8)
  await book(sql, market.experience, market.on(day), 3, now)
  const id = await holdBeyond(market, 6)
  const booked = await bookGroupHold(sql, id, guest, { by }, now)
  const [booking = ''] = booked.ok ? booked.value.ids : []
  expect(await bookingState(sql, booking)).toMatchObject({ is_overbooked: true, booked: 3, overbooked: 6 })
})

test('a party beyond the capacity is still marked as overbooked when it becomes smaller', async () => {
  const market = await makeDailyExperience(sql, { capacity: 4 })
  await book(sql, market.experience, market.on(day), 4, now)
  const booked = await bookAsStaff(market, market.on(day), 3, { overbook: true })
  const id = booked.ok ? booked.value.id : ''
  expect(await moveBooking(sql, id, { number_of_guests: 2 }, { by }, now)).toMatchObject({ ok: true })
  expect(await bookingState(sql, id)).toMatchObject({ is_overbooked: true, booked: 4, overbooked: 2 })
})

test('a booking without a slot can grow while its host has places left, and can grow further only if staff overbook', async () => {
  const market = await makeDailyExperience(sql)
  await giveHost(market, 3)
  const id = await book(sql, market.experience, market.on(day), 2, now)
  await sql`update bookings set pattern_id = null, slot_id = null where id = ${id}`
  await sql`update slots set booked = 0 where pattern_id = ${market.pattern.id} and slot_date = ${day}`
  const grow = (number_of_guests: number, overbook = false) =>
    moveBooking(sql, id, { number_of_guests }, { by, overbook }, now)
  expect(await grow(3)).toMatchObject({ ok: true })
  expect(await grow(4)).toEqual({ ok: false, problem: { kind: 'full', remaining: 3 } })
  expect(await grow(4, true)).toMatchObject({ ok: true })
  expect(await bookingState(sql, id)).toMatchObject({ guests: 4, is_overbooked: true })
})

test('an expired hold is recorded as ended at its expiry, even if the job releases it later', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await hold(sql, experience, on(day), 2, [now, minutes(2)])
  await releaseExpiredHolds(sql, minutes(4))
  expect([...(await sql`select outcome, ended_at from holds where id = ${id}`)]).toEqual([
    { outcome: 'expired', ended_at: minutes(2) },
  ])
})

test('after an overbooked group hold has expired, the job returns its overbooked places', async () => {
  const market = await makeDailyExperience(sql, { capacity: 4 })
  const id = await book(sql, market.experience, market.on(day), 4, now)
  await holdBeyond(market, 3)
  expect(await bookingState(sql, id)).toMatchObject({ booked: 4, overbooked: 3 })
  await releaseExpiredHolds(sql, new Date('2026-06-05T17:00:00Z'))
  expect(await bookingState(sql, id)).toMatchObject({ booked: 4, overbooked: 0 })
})

test('if a counter is too small, a hold that ends lowers the counter to 0', async () => {
  const market = await makeDailyExperience(sql, { capacity: 4 })
  const id = await book(sql, market.experience, market.on(day), 1, now)
  await hold(sql, market.experience, market.on(day), 2, [now, minutes(2)])
  await holdBeyond(market, 3)
  await sql`update slots set held = 1, overbooked = 1 where version > 0 and pattern_id = ${market.pattern.id}`
  await releaseExpiredHolds(sql, new Date('2026-06-05T17:00:00Z'))
  expect(await bookingState(sql, id)).toMatchObject({ booked: 1, overbooked: 0 })
})

test('staff cannot add a start for one party if the day’s capacity is only reduced, or if only another experience is closed', async () => {
  const market = await makeDailyExperience(sql)
  const { vineyard_id } = market.experience
  const other = await makeDailyExperience(sql, { experience: { vineyard_id } })
  const span = { vineyard_id, starts_on: day, ends_on: day }
  for (const change of [{ capacity: 5 }, { experience_id: other.experience.id, capacity: null }])
    expect(await addException(sql, { ...span, ...change }, { by }, now)).toMatchObject({ ok: true })
  expect(await bookAsStaff(market, { slot_date: day, start_time: '11:00' }, 2)).toEqual({
    ok: false,
    problem: { kind: 'gone' },
  })
})

test('a slot of a pattern cannot be booked as a slot without a pattern', async () => {
  const market = await makeDailyExperience(sql)
  const [slot] = await sql<[{ id: string }]>`
    select id from slots where pattern_id = ${market.pattern.id} and slot_date = ${day}`
  expect(await bookAsStaff(market, { availability_id: slot.id }, 2)).toMatchObject({ ok: false })
})

test('a booking without a slot is restored only if its host has places, and stays overbooked when it shrinks', async () => {
  const market = await makeDailyExperience(sql)
  await giveHost(market, 4)
  const id = await book(sql, market.experience, market.on(day), 3, now)
  await sql`update slots set booked = 0 where id = (select slot_id from bookings where id = ${id})`
  await sql`update bookings set slot_id = null, pattern_id = null where id = ${id}`
  await changeBookingStatus(sql, id, 'cancelled', { by }, now)
  await book(sql, market.experience, market.on(day), 3, now)
  const restore = (overbook: boolean) => changeBookingStatus(sql, id, 'confirmed', { by, overbook }, now)
  expect(await restore(false)).toEqual({ ok: false, problem: { kind: 'full', remaining: 1 } })
  expect(await restore(true)).toMatchObject({ ok: true })
  expect(await moveBooking(sql, id, { number_of_guests: 2 }, { by }, now)).toMatchObject({ ok: true })
  expect(await bookingState(sql, id)).toMatchObject({ is_overbooked: true, guests: 2 })
})
