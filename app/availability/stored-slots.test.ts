import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { findBooking } from '../bookings/booking.server.ts'
import { createStaffBooking } from '../bookings/new-bookings/staff-booking.server.ts'
import { addException } from '../bookings/sessions/closure.server.ts'
import { book, makeLegacySlot } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { dailyStart, makeExperience, makeVineyard } from '../../test/make.ts'
import { overlap } from '../../test/overlap.ts'
import { makeWebhook } from '../../test/webhooks.ts'
import type { Queryable } from '../platform/database/database.server.ts'
import { findPlan, savePlan } from './plan.server.ts'
import { findStoredSlots, storeBookableDays, storeMissingSlots } from './stored-slots.server.ts'
import type { DraftStart } from './plan.shapes.ts'
import type { SlotName } from './slot.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const by = { actor: 'admin', actor_id: randomUUID() } as const
const hours = (changes: Partial<DraftStart> = {}) => ({ ...dailyStart, ...changes })

type Stored = {
  id: string
  slot_date: string
  start_time: string
  capacity: number
  retired: boolean
  written: string
}
const stored = (experience_id: string) =>
  sql<Stored[]>`
    select id, slot_date, start_time, capacity, retired_at is not null as retired, xmin::text || ctid::text as written
    from slots where experience_id = ${experience_id} order by slot_date, start_time`

async function save(id: string, starts: DraftStart[], at = now) {
  const saved = await savePlan(sql, id, starts, { by, seen: null }, at)
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem))
  return (await findPlan(sql, id, { by }))?.patterns as (DraftStart & { id: string })[]
}
const differences = async (id: string, from: string, until: string) => [
  ...(await sql`select * from slot_differences(${id}, ${from}, ${until}, ${until})`),
]
const makeShort = () => makeExperience(sql, { booking_horizon_days: 5, max_group_size: null })

test('a plan stores its slots from today to 35 days beyond the horizon', async () => {
  const { id } = await makeShort()
  await save(id, [hours()])
  const slots = await stored(id)
  expect([slots.length, slots[0]?.slot_date, slots.at(-1)?.slot_date]).toEqual([
    41,
    '2026-06-01',
    '2026-07-11',
  ])
})

test('saving an unchanged plan writes no slots, and saving a new capacity changes only future slots', async () => {
  const { id } = await makeShort()
  const [start] = await save(id, [hours()])
  const before = await stored(id)
  await save(id, [hours({ id: start?.id })])
  expect(await stored(id)).toEqual(before)

  const later = new Date('2026-06-03T09:00:00Z')
  await save(id, [hours({ id: start?.id, capacity: 5 })], later)
  const capacities = (await stored(id)).map(({ slot_date, capacity }) => [slot_date, capacity])
  expect(capacities.slice(0, 3)).toEqual([
    ['2026-06-01', 8],
    ['2026-06-02', 8],
    ['2026-06-03', 5],
  ])
  expect(capacities).toHaveLength(43)
})

test('removing a start retires its booked slots and deletes its other slots, and a restored slot has its old id', async () => {
  const experience = await makeShort()
  const [start] = await save(experience.id, [hours()])
  const pattern_id = start?.id ?? ''
  await book(sql, experience, { pattern_id, slot_date: '2026-06-03' }, 2, now)
  const [, , third] = await stored(experience.id)

  await save(experience.id, [])
  expect(await stored(experience.id)).toMatchObject([
    { id: third?.id, slot_date: '2026-06-03', retired: true },
  ])
  expect(await differences(experience.id, '2026-06-01', '2026-07-11')).toEqual([])
  await sql`update availability_patterns set is_active = true where id = ${pattern_id}`
  await sql`select write_slots(array[${experience.id}::uuid], '-infinity', 'infinity', ${now})`
  const again = await stored(experience.id)
  expect(again).toHaveLength(41)
  expect(again[2]).toMatchObject({ id: third?.id, retired: false })
})

test('two starts swap their times and keep their slots', async () => {
  const { id } = await makeShort()
  const [first, second] = await save(id, [hours(), hours({ start_time: '15:00', capacity: 3 })])
  const before = await stored(id)
  await save(id, [hours({ id: second?.id, capacity: 3 }), hours({ id: first?.id, start_time: '15:00' })])
  const after = await stored(id)
  expect(after.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted())
  expect(after.slice(0, 2)).toMatchObject([
    { id: before[1]?.id, capacity: 3 },
    { id: before[0]?.id, capacity: 8 },
  ])
})

test('a closure rewrites only the slots of its own days', async () => {
  const experience = await makeShort()
  await save(experience.id, [hours()])
  const before = await stored(experience.id)
  const { vineyard_id } = experience
  const closure = {
    experience_id: null,
    pattern_id: null,
    from_time: null,
    until_time: null,
    capacity: null,
    reason: null,
  }
  const days = { starts_on: '2026-06-10', ends_on: '2026-06-11' }
  expect(await addException(sql, { ...closure, ...days, vineyard_id }, { by }, now)).toMatchObject({
    ok: true,
  })
  const after = await stored(experience.id)
  const changed = after.filter(({ written }, n) => written !== before[n]?.written)
  expect(changed).toMatchObject([
    { slot_date: '2026-06-10', capacity: 0 },
    { slot_date: '2026-06-11', capacity: 0 },
  ])
})

test('closed hours on the first day without stored slots also close a visit that begins on the evening before', async () => {
  const { id, vineyard_id } = await makeShort()
  const night = { starts_on: '2026-07-12', ends_on: '2026-07-12', from_time: '00:00', until_time: '01:00' }
  await addException(sql, { ...night, vineyard_id, capacity: null }, { by }, now)
  await save(id, [hours({ start_time: '23:30' })])
  const last = (await stored(id)).slice(-2).map(({ slot_date, capacity }) => [slot_date, capacity])
  expect(last).toEqual([
    ['2026-07-10', 8],
    ['2026-07-11', 0],
  ])
})

test('the worker stores slots for 35 spare days beyond the horizon', async () => {
  const { id } = await makeShort()
  await save(id, [hours()])
  await storeMissingSlots(sql, now)
  expect((await findStoredSlots(sql, now))?.spare_days).toBe(35)

  const tenDaysLater = new Date('2026-06-11T09:00:00Z')
  expect((await findStoredSlots(sql, tenDaysLater))?.spare_days).toBe(25)
  const before = await stored(id)
  // Stores nothing, because every day within the horizon is stored.
  await storeBookableDays(sql, tenDaysLater)
  expect(await stored(id)).toEqual(before)
  await storeMissingSlots(sql, tenDaysLater)
  expect((await stored(id)).length).toBe(before.length + 10)
  expect(await storeMissingSlots(sql, tenDaysLater)).toBe(0)
})

test('if a day within a horizon is missing, the site stores the missing days before it opens', async () => {
  const { id } = await makeShort()
  await save(id, [hours()])
  await storeMissingSlots(sql, now)
  // The last stored day is 11 July. The horizon reaches this day on 6 July, and reaches 12 July on 7 July.
  await storeBookableDays(sql, new Date('2026-07-06T09:00:00Z'))
  expect((await stored(id)).at(-1)?.slot_date).toBe('2026-07-11')
  await storeBookableDays(sql, new Date('2026-07-07T09:00:00Z'))
  expect((await stored(id)).at(-1)?.slot_date).toBe('2026-08-16')
})

test('stored days stay stored when the horizon becomes shorter', async () => {
  const { id } = await makeShort()
  const [start] = await save(id, [hours()])
  await sql`update experiences set booking_horizon_days = 2 where id = ${id}`
  await save(id, [hours({ id: start?.id, capacity: 5 })])
  expect((await stored(id)).at(-1)).toMatchObject({ slot_date: '2026-07-11', capacity: 5 })
  const [span] = await sql`select written_until from slot_spans where experience_id = ${id}`
  expect(span).toEqual({ written_until: '2026-07-11' })
})

/** Books as staff do. Returns the start of the booking, or the problem. */
async function bookAsStaff({ id: experience_id }: { id: string }, slot: SlotName) {
  const guest = { guest_name: 'Ada', guest_email: null, guest_phone: '01632 960123', special_requests: '' }
  const request = { ...guest, experience_id, slot, number_of_guests: 2, idempotency_key: randomUUID() }
  const booked = await createStaffBooking(sql, request, { by, overbook: false }, now)
  return booked.ok ? (await findBooking(sql, booked.value.id))?.start_time : booked.problem.kind
}

// Negative controls: this test fails if edits add no slots on days that were stored only for a staff booking,
// or if a legacy slot makes the whole day count as stored.
test('a booking by staff on a day that is not stored stores all slots of the day, and later edits update these slots', async () => {
  const experience = await makeShort()
  const [start] = await save(experience.id, [hours()])
  const pattern_id = start?.id ?? ''
  const day = '2026-09-01'
  await sql`insert into availability ${sql({ experience_id: experience.id, start_time: `${day}T12:00:00Z`, available_slots: 4 })}`
  expect(await bookAsStaff(experience, { pattern_id, slot_date: day })).toBe('10:00:00')
  await save(experience.id, [hours({ id: start?.id }), hours({ start_time: '15:00' })])
  const slots = (await stored(experience.id)).filter(({ slot_date }) => slot_date === day)
  expect(slots.map(({ start_time }) => start_time)).toEqual(['10:00:00', '13:00:00', '15:00:00'])
})

test('the capacity of a legacy slot is the sum of the places left and the places sold', async () => {
  const experience = await makeShort()
  const { availability_id, slot_date } = await makeLegacySlot(sql, experience, '2026-06-03T12:00:00Z', 4)
  await book(sql, experience, { availability_id, slot_date }, 3, now)
  await sql`update availability set available_slots = 5 where id = ${availability_id}`
  const [slot] = await sql`
    select a.available_slots, s.capacity, s.booked from availability a join slots s using (id) where id = ${availability_id}`
  expect(slot).toEqual({ available_slots: 5, capacity: 8, booked: 3 })
})

test('after 41 days without a worker, the site stores the missing days before it opens', async () => {
  const { id } = await makeShort()
  await save(id, [hours()])
  await storeMissingSlots(sql, now)
  const muchLater = new Date('2026-07-12T09:00:00Z')
  expect((await findStoredSlots(sql, muchLater))?.spare_days).toBe(-6)
  await storeBookableDays(sql, muchLater)
  const days = (await stored(id)).map(({ slot_date }) => slot_date)
  expect([days.includes('2026-07-12'), days.at(-1)]).toEqual([true, '2026-08-21'])
})

// Negative control: this test fails if write_next_slots does not lock the vineyard.
test('days that the worker adds while a plan is being saved follow the new plan, whichever of the two is first', async () => {
  const later = new Date('2026-06-20T09:00:00Z')
  for (const isPlanFirst of [true, false]) {
    const { id } = await makeShort()
    await save(id, [hours()])
    const plan = (on: Queryable) => savePlan(on, id, [hours({ capacity: 2 })], { by, seen: null }, later)
    await (isPlanFirst
      ? overlap(sql, plan, () => storeMissingSlots(sql, later))
      : overlap(
          sql,
          (worker) => worker`select write_next_slots(${later})`,
          () => plan(sql),
        ))
    expect(await differences(id, '2026-06-20', '2026-07-30')).toEqual([])
    expect((await stored(id)).at(-1)).toMatchObject({ slot_date: '2026-07-30', capacity: 2 })
  }
})

test('stores legacy slots as superseded on days with a pattern and as offered on other days', async () => {
  const vineyard = await makeVineyard(sql)
  const experience = await makeExperience(sql, { vineyard_id: vineyard.id, booking_horizon_days: 5 })
  await sql`insert into availability ${sql([
    { experience_id: experience.id, start_time: '2026-06-03T12:00:00Z', available_slots: 4 },
    { experience_id: experience.id, start_time: '2026-06-04T12:00:00Z', available_slots: 4 },
  ])}`
  await save(experience.id, [hours({ days_of_week: [3] })])
  const rows = await sql`
    select slot_date, start_time, planned, is_superseded from slots
    where experience_id = ${experience.id} and pattern_id is null order by slot_date`
  expect([...rows]).toEqual([
    { slot_date: '2026-06-03', start_time: '13:00:00', planned: 4, is_superseded: true },
    { slot_date: '2026-06-04', start_time: '13:00:00', planned: 4, is_superseded: false },
  ])
  await save(experience.id, [])
  expect(await sql`select from slots where experience_id = ${experience.id} and is_superseded`).toHaveLength(
    0,
  )
})

// Negative control: without the comparison with slot_spans, webhooks get events about the days that the worker adds.
test('webhooks get events about a plan and a closure, but not about the days that the worker adds', async () => {
  const { id, vineyard_id } = await makeShort()
  await makeWebhook(sql, vineyard_id, 'https://example.com/', ['availability.changed'])
  const changes = async () => {
    const rows =
      await sql`delete from availability_changes where vineyard_id = ${vineyard_id} returning starts_on, ends_on`
    return rows.map(({ starts_on, ends_on }) => [starts_on, ends_on])
  }
  await save(id, [hours()])
  expect(await changes()).toEqual([['2026-06-01', '2026-07-11']])
  await storeMissingSlots(sql, new Date('2026-06-03T09:00:00Z'))
  expect((await stored(id)).at(-1)?.slot_date).toBe('2026-07-13')
  expect(await changes()).toEqual([])
  await addException(
    sql,
    { vineyard_id, starts_on: '2026-07-13', ends_on: '2026-07-13', capacity: null },
    { by },
    now,
  )
  expect(await changes()).toEqual([['2026-07-13', '2026-07-13']])
})
