import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { book, makeLegacySlot, makeDailyExperience, bookingState } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { makeExperience, makePattern, makeVineyard, storeSlots } from '../../test/make.ts'
import { race } from '../../test/race.ts'
import { changeBookingStatus, moveBooking } from './booking.server.ts'
import type { Move } from './changes/change-request.ts'
import { findInconsistencies } from '../operations/consistency-checks/consistency-check.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const [monday, tuesday] = ['2026-06-08', '2026-06-09']
const guest = { actor: 'guest', actor_id: null } as const
const admin = { actor: 'admin', actor_id: randomUUID() } as const
const done = { ok: true, value: undefined }
const no = (problem: Record<string, unknown>) => ({ ok: false, problem })

const move = (id: string, to: Move, at = now) => moveBooking(sql, id, to, { by: guest }, at)
const moveAsStaff = (id: string, to: Move, overbook = false) =>
  moveBooking(sql, id, to, { by: admin, overbook }, now)

async function soldOn(pattern_id: string, slot_date: string) {
  const [row] =
    await sql`select booked, overbooked from slots where version > 0 and (pattern_id, slot_date) = (${pattern_id}, ${slot_date})`
  return row ?? { booked: 0, overbooked: 0 }
}

afterEach(async () => {
  expect(await findInconsistencies(sql, now)).toEqual([])
})

test('moves a booking to another day, keeping its status and price per person', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on(monday), 3, now)
  await changeBookingStatus(sql, id, 'confirmed', { by: admin }, now)
  await sql`update experiences set price_per_person = 99 where id = ${experience.id}`
  expect(await move(id, { slot: on(tuesday) })).toEqual(done)
  expect(await bookingState(sql, id)).toEqual({
    status: 'confirmed',
    is_overbooked: false,
    booking_date: tuesday,
    start_time: '14:30:00',
    guests: 3,
    total_price: 55.5,
    booked: 3,
    overbooked: 0,
    events: ['created', 'status', 'moved'],
    mails: ['received', 'confirmed', 'moved'],
  })
  expect(await soldOn(pattern.id, monday)).toMatchObject({ booked: 0 })
})

test('the event records the move without personal data', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on(monday), 2, now)
  await move(id, { slot: on(tuesday), number_of_guests: 4 })
  const [event] =
    await sql`select actor, changes from booking_events where booking_id = ${id} and kind = 'moved'`
  expect(event).toEqual({
    actor: 'guest',
    changes: { booking_date: [monday, tuesday], number_of_guests: [2, 4], total_price: [37, 74] },
  })
})

test('a party may grow by the number of places left, and may shrink even in a closed slot', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql, { capacity: 6 })
  const id = await book(sql, experience, on(monday), 3, now)
  await book(sql, experience, on(monday), 1, now)
  expect(await move(id, { number_of_guests: 6 })).toEqual(no({ kind: 'full', remaining: 5 }))
  expect(await move(id, { number_of_guests: 5 })).toEqual(done)
  expect(await bookingState(sql, id)).toMatchObject({ guests: 5, booked: 6, total_price: 92.5 })

  await sql`insert into availability_exceptions ${sql({ vineyard_id: experience.vineyard_id, starts_on: monday, ends_on: monday })}`
  await storeSlots(sql)
  expect(await move(id, { number_of_guests: 4 })).toEqual(done)
  expect(await move(id, { number_of_guests: 5 })).toEqual(no({ kind: 'gone' }))
  expect(await soldOn(pattern.id, monday)).toMatchObject({ booked: 5 })
})

test('a move into a full, closed or missing slot changes nothing', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql, { capacity: 4 })
  const id = await book(sql, experience, on(monday), 3, now)
  await book(sql, experience, on(tuesday), 2, now)
  const before = await bookingState(sql, id)
  expect(await move(id, { slot: on(tuesday) })).toEqual(no({ kind: 'full', remaining: 2 }))
  expect(await move(id, { slot: on('2026-01-05') })).toEqual(no({ kind: 'gone' }))
  expect(await move(id, { slot: { pattern_id: randomUUID(), slot_date: monday } })).toEqual(
    no({ kind: 'gone' }),
  )
  expect(await move(id, { slot: { availability_id: randomUUID() } })).toEqual(no({ kind: 'gone' }))
  const other = await makePattern(sql)
  expect(await move(id, { slot: { pattern_id: other.id, slot_date: tuesday } })).toEqual(no({ kind: 'gone' }))
  expect(await bookingState(sql, id)).toEqual(before)
  expect(await soldOn(pattern.id, tuesday)).toMatchObject({ booked: 2 })
})

test('says why a guest cannot move a booking', async () => {
  const { experience, on } = await makeDailyExperience(sql, {
    experience: { min_group_size: 2, max_group_size: 5, cancellation_cutoff_minutes: 60 },
  })
  const id = await book(sql, experience, on(monday), 3, now)
  expect(await move(randomUUID(), { slot: on(tuesday) })).toEqual(no({ kind: 'absent' }))
  expect(await move(id, {})).toEqual(no({ kind: 'unchanged' }))
  expect(await move(id, { slot: on(monday), number_of_guests: 3 })).toEqual(no({ kind: 'unchanged' }))
  expect(await move(id, { number_of_guests: 1 })).toEqual(no({ kind: 'group_size' }))
  expect(await move(id, { number_of_guests: 6 })).toEqual(no({ kind: 'group_size' }))
  // 14:30 in summer is 13:30 UTC.
  expect(await move(id, { slot: on(tuesday) }, new Date(`${monday}T12:30:00Z`))).toEqual(no({ kind: 'late' }))
  expect(await move(id, { slot: on(tuesday) }, new Date(`${monday}T12:29:59Z`))).toEqual(done)
  await changeBookingStatus(sql, id, 'completed', { by: admin }, now)
  expect(await move(id, { slot: on(monday) })).toEqual(no({ kind: 'final' }))
  await changeBookingStatus(sql, id, 'cancelled', { by: admin }, now)
  expect(await move(id, { slot: on(monday) })).toEqual(no({ kind: 'final' }))
})

test('a party whose size is no longer allowed may move, but not grow', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on(monday), 4, now)
  await sql`update experiences set max_group_size = 3 where id = ${experience.id}`
  expect(await move(id, { slot: on(tuesday) })).toEqual(done)
  expect(await move(id, { number_of_guests: 5 })).toEqual(no({ kind: 'group_size' }))
})

test('staff may move their own vineyard’s bookings after the cut-off, into the past and beyond the capacity', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql, {
    capacity: 3,
    experience: { cancellation_cutoff_minutes: 100000 },
  })
  const id = await book(sql, experience, on(monday), 3, now)
  await book(sql, experience, on(tuesday), 2, now)
  const stranger = {
    actor: 'winemaker',
    actor_id: randomUUID(),
    vineyard_id: (await makeVineyard(sql)).id,
  } as const
  expect(await moveBooking(sql, id, { slot: on(tuesday) }, { by: stranger }, now)).toEqual(
    no({ kind: 'absent' }),
  )
  expect(await move(id, { slot: on('2026-06-20') })).toEqual(no({ kind: 'late' }))
  expect(await moveAsStaff(id, { slot: on(tuesday) })).toEqual(no({ kind: 'full', remaining: 1 }))
  expect(await moveAsStaff(id, { slot: on(tuesday) }, true)).toEqual(done)
  expect(await bookingState(sql, id)).toMatchObject({
    is_overbooked: true,
    booked: 2,
    overbooked: 3,
    events: ['created', 'overbooked', 'moved'],
  })
  expect(await soldOn(pattern.id, monday)).toEqual({ booked: 0, overbooked: 0 })
  expect(await moveAsStaff(id, { slot: on('2026-05-20') })).toEqual(no({ kind: 'past' }))
  const emails = (await bookingState(sql, id))?.mails
  expect(await moveAsStaff(id, { slot: on('2026-05-20'), into_past: true })).toEqual(done)
  // A move into the past emails nobody.
  expect(await bookingState(sql, id)).toMatchObject({
    is_overbooked: false,
    booked: 3,
    overbooked: 0,
    mails: emails,
  })
})

test('a guest cannot move into the past, whatever the request says', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on(monday), 3, now)
  expect(await move(id, { slot: on('2026-05-20'), into_past: true })).toEqual(no({ kind: 'gone' }))
})

test('moves a booking between patterns and legacy slots', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql, { pattern: { days_of_week: [1] } })
  const first = await makeLegacySlot(sql, experience, `${tuesday}T10:00:00Z`, 4)
  const second = await makeLegacySlot(sql, experience, `${tuesday}T12:00:00Z`, 3)
  const id = await book(sql, experience, on(monday), 3, now)
  expect(await move(id, { slot: first })).toEqual(done)
  expect(await bookingState(sql, id)).toMatchObject({
    booking_date: tuesday,
    start_time: '11:00:00',
    booked: 3,
  })
  expect(await move(id, { number_of_guests: 5 })).toEqual(no({ kind: 'full', remaining: 4 }))
  expect(await move(id, { number_of_guests: 4 })).toEqual(done)
  expect(await move(id, { slot: second })).toEqual(no({ kind: 'full', remaining: 3 }))
  expect(await move(id, { slot: second, number_of_guests: 3 })).toEqual(done)
  expect(
    await sql`select available_slots, taken from availability where experience_id = ${experience.id} order by start_time`,
  ).toEqual([
    { available_slots: 4, taken: 0 },
    { available_slots: 0, taken: 3 },
  ])
  expect(await move(id, { slot: on(monday) })).toEqual(done)
  expect(await soldOn(pattern.id, monday)).toMatchObject({ booked: 3 })
})

test("a booking that moves counts only once towards its host's capacity", async () => {
  const { experience, on } = await makeDailyExperience(sql, { experience: { duration_minutes: 180 } })
  const later = await makePattern(sql, { experience_id: experience.id, start_time: '15:30' })
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id: experience.vineyard_id, name: 'The guide', capacity: 5 })} returning id`
  await sql`update experiences set host_id = ${host.id} where id = ${experience.id}`
  const id = await book(sql, experience, on(monday), 4, now)
  expect(await move(id, { slot: { pattern_id: later.id, slot_date: monday } })).toEqual(done)
  expect(await move(id, { number_of_guests: 6 })).toEqual(no({ kind: 'full', remaining: 5 }))
  await book(sql, experience, on(monday), 1, now)
  expect(await move(id, { number_of_guests: 5 })).toEqual(no({ kind: 'full', remaining: 4 }))
})

test('bookings keep their start time when their pattern gets another start time', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on(monday), 3, now)
  await sql`update availability_patterns set start_time = '16:00' where id = ${pattern.id}`
  await storeSlots(sql)
  expect(await move(id, { number_of_guests: 4 })).toEqual(no({ kind: 'gone' }))
  expect(await move(id, { number_of_guests: 2 })).toEqual(done)
  expect(await bookingState(sql, id)).toMatchObject({ start_time: '14:30:00', guests: 2 })
  expect(await move(id, { slot: on(monday) })).toEqual(done)
  expect(await bookingState(sql, id)).toMatchObject({ start_time: '16:00:00', guests: 2, booked: 2 })
})

test('a party can follow its slot to another time only if the host has places at that time', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql)
  const { vineyard_id } = experience
  const other = await makeExperience(sql, { vineyard_id })
  const later = await makePattern(sql, { experience_id: other.id, start_time: '16:00' })
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id, name: 'The guide', capacity: 5 })} returning id`
  await sql`update experiences set host_id = ${host.id} where vineyard_id = ${vineyard_id}`
  const id = await book(sql, experience, on(monday), 4, now)
  await book(sql, other, { pattern_id: later.id, slot_date: monday }, 4, now)
  await sql`update availability_patterns set start_time = '16:00' where id = ${pattern.id}`
  await storeSlots(sql)
  expect(await move(id, { slot: on(monday) })).toEqual(no({ kind: 'full', remaining: 1 }))
})

test('staff, but not guests, may enlarge a booking that has no slot', async () => {
  const experience = await makeExperience(sql)
  const { on } = await makeDailyExperience(sql)
  const other = await makeDailyExperience(sql, { experience: { vineyard_id: experience.vineyard_id } })
  const id = await book(sql, other.experience, other.on(monday), 2, now)
  await sql`update bookings set pattern_id = null, slot_id = null where id = ${id}`
  await sql`update slots set booked = 0 where version > 0 and pattern_id = ${other.pattern.id}`
  expect(await move(id, { number_of_guests: 3 })).toEqual(no({ kind: 'gone' }))
  expect(await moveAsStaff(id, { number_of_guests: 3 })).toEqual(done)
  expect(await moveAsStaff(id, { slot: on(monday) })).toEqual(no({ kind: 'gone' }))
  expect(await moveAsStaff(id, { slot: other.on(tuesday) })).toEqual(done)
  expect(await bookingState(sql, id)).toMatchObject({ guests: 3, booked: 3 })
})

test('two bookings can swap their slots without a deadlock', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql, { capacity: 10 })
  const first = await book(sql, experience, on(monday), 3, now)
  const second = await book(sql, experience, on(tuesday), 4, now)
  // Calls the SQL function directly, because `moveBooking` would retry after a deadlock.
  const once = (id: string, day: string) => sql`
    select problem from move_booking(${id}, null, ${sql.json(on(day))}, 'guest', null, false, ${now})`
  const outcomes = await race(
    sql,
    (holder) => holder`select from slots where pattern_id = ${pattern.id} for update`,
    [() => once(first, tuesday), () => once(second, monday)],
  )
  expect(outcomes).toEqual([[{ problem: null }], [{ problem: null }]])
  expect(await soldOn(pattern.id, monday)).toMatchObject({ booked: 4 })
  expect(await soldOn(pattern.id, tuesday)).toMatchObject({ booked: 3 })
})

test('two bookings can swap their legacy slots without a deadlock', async () => {
  const experience = await makeExperience(sql)
  const here = await makeLegacySlot(sql, experience, `${monday}T10:00:00Z`, 9)
  const there = await makeLegacySlot(sql, experience, `${tuesday}T10:00:00Z`, 9)
  const first = await book(sql, experience, here, 3, now)
  const second = await book(sql, experience, there, 4, now)
  const outcomes = await race(
    sql,
    (holder) => holder`select from availability where experience_id = ${experience.id} for update`,
    [() => move(first, { slot: there }), () => move(second, { slot: here })],
  )
  expect(outcomes).toEqual([done, done])
  expect(await bookingState(sql, first)).toMatchObject({ booking_date: tuesday, booked: 3 })
})
