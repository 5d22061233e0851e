import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { book, hold, makeLegacySlot, makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeExperience, makePattern } from '../../../test/make.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { changeBookingStatus, moveBooking } from '../../bookings/booking.server.ts'
import { callOff } from '../../bookings/sessions/call-off.server.ts'
import { releaseHold } from '../../bookings/new-bookings/hold.server.ts'
import { findInconsistencies } from './consistency-check.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const day = '2026-06-06'
const by = { actor: 'admin', actor_id: randomUUID() } as const

/** Returns the faults that the check finds after `tamper` has changed rows. The changes are then rolled back. */
async function faultsAfter(tamper: (transaction: Queryable) => Promise<unknown>): Promise<string[]> {
  const faults: string[] = []
  const undo = new Error('undo')
  const tampered = sql.begin(async (transaction) => {
    await tamper(transaction)
    for (const { fault, noun, noun_id, detail } of await findInconsistencies(transaction, now)) {
      faults.push(`${fault} ${noun} ${noun_id}`)
      // A gap in the sentence means that a value is missing.
      expect(detail).not.toMatch(/ $| ,| {2}/)
    }
    throw undo
  })
  await tampered.catch((error: unknown) => {
    if (error !== undo) throw error
  })
  return faults
}

const { experience, pattern, on } = await makeDailyExperience(sql, { capacity: 6 })
const slot = `${pattern.id}-${day}`
const sold = sql`version > 0 and pattern_id = ${pattern.id}`
const id = await book(sql, experience, on(day), 3, now)
await changeBookingStatus(sql, id, 'confirmed', { by }, now)

afterEach(async () => {
  expect(await findInconsistencies(sql, now)).toEqual([])
})

test('finds wrong counters', async () => {
  expect(await faultsAfter((on) => on`update slots set booked = 4 where ${sold}`)).toEqual([
    `counter slots ${slot}`,
  ])
  expect(await faultsAfter((on) => on`update bookings set is_overbooked = true where id = ${id}`)).toEqual([
    `counter slots ${slot}`,
  ])
  expect(await faultsAfter((on) => on`update slots set overbooked = 1 where ${sold}`)).toEqual([
    `counter slots ${slot}`,
  ])
})

test('finds wrong counters of a legacy slot', async () => {
  const other = await makeExperience(sql)
  const { availability_id, slot_date } = await makeLegacySlot(sql, other, `${day}T10:00:00Z`, 4)
  await book(sql, other, { availability_id, slot_date }, 2, now)
  expect(await faultsAfter((on) => on`update slots set booked = 1 where id = ${availability_id}`)).toEqual([
    `counter slots ${availability_id}`,
  ])
  expect(
    await faultsAfter((on) => on`update slots set overbooked = 1 where id = ${availability_id}`),
  ).toEqual([`counter slots ${availability_id}`])
})

test('finds wrong counts of held places, and booked holds whose booking is missing', async () => {
  const held = await makeDailyExperience(sql, { capacity: 6 })
  const legacy = await makeExperience(sql, { max_group_size: null })
  const { availability_id, slot_date } = await makeLegacySlot(sql, legacy, `${day}T10:00:00Z`, 4)
  const until: [Date, Date] = [now, new Date(now.getTime() + 60_000)]
  const holdId = await hold(sql, held.experience, held.on(day), 2, until)
  await hold(sql, legacy, { availability_id, slot_date }, 2, until)
  const counter = `counter slots ${held.pattern.id}-${day}`
  expect(
    await faultsAfter(
      (on) => on`update slots set held = 0 where version > 0 and pattern_id = ${held.pattern.id}`,
    ),
  ).toEqual([counter])
  expect(await faultsAfter((on) => on`update slots set held = 3 where id = ${availability_id}`)).toEqual([
    `counter slots ${availability_id}`,
  ])
  const ended = { ended_at: now, outcome: 'booked' }
  expect(await faultsAfter((on) => on`update holds set ${sql(ended)} where id = ${holdId}`)).toEqual([
    counter,
    `hold holds ${holdId}`,
  ])
})

test('finds slots that are sold beyond capacity, and capacities that differ from the plan', async () => {
  await expect(sql`update slots set booked = 7 where ${sold}`).rejects.toThrow('never_oversold')
  expect(await faultsAfter((on) => on`update slots set capacity = 9 where ${sold}`)).toEqual([
    `slot slots ${slot}`,
  ])
  expect(await faultsAfter((on) => on`update slots set sold_before_cut = 12 where ${sold}`)).toEqual([
    `oversold slots ${slot}`,
  ])
  const loosened = async (on: Queryable) => {
    await on`alter table slots drop constraint never_oversold`
    await on`update slots set booked = 7 where ${sold}`
  }
  expect(await faultsAfter(loosened)).toEqual([`counter slots ${slot}`, `oversold slots ${slot}`])
})

test('finds slots that are missing, superfluous or different from the plan in any column', async () => {
  const single = { valid_from: day, valid_until: day }
  const { experience, pattern } = await makeDailyExperience(sql, { pattern: single })
  // A slot with a capacity of 0 may be closed or open, so the test can change `is_closed` alone.
  await sql`
    insert into availability_exceptions ${sql({ vineyard_id: experience.vineyard_id, starts_on: day, ends_on: day, capacity: 0 })}`
  await sql`select write_slots(array[${experience.id}::uuid], '-infinity', 'infinity', ${now})`
  const legacy = (await makeLegacySlot(sql, experience, '2026-06-08T10:00:00Z', 4)).availability_id
  const fault = [`slot slots ${pattern.id}-${day}`]
  const of = sql`pattern_id = ${pattern.id}`
  expect(await faultsAfter((on) => on`delete from slots where ${of}`)).toEqual(fault)
  const changes = [
    { start_time: '15:00' },
    { end_time: '16:30' },
    { starts_at: `${day}T14:00:00Z` },
    { ends_at: `${day}T15:30:00Z` },
    { planned: 3 },
    { capacity: 3 },
    { is_closed: true },
    { exception_id: null },
  ]
  for (const change of changes)
    expect(await faultsAfter((on) => on`update slots set ${sql(change)} where ${of}`)).toEqual(fault)
  expect(await faultsAfter((on) => on`update slots set is_superseded = true where id = ${legacy}`)).toEqual([
    `slot slots ${legacy}`,
  ])
  expect(
    await faultsAfter(
      (on) => on`update availability_patterns set is_active = false where id = ${pattern.id}`,
    ),
  ).toEqual(fault)
})

test('finds slots that differ from the plan, even after the last stored day or if that day is unknown', async () => {
  const { experience, pattern } = await makeDailyExperience(sql)
  const tamper = (on: Queryable) => on`
    update slots set capacity = 3 where pattern_id = ${pattern.id} and slot_date = ${day}`
  for (const shorten of [
    (on: Queryable) => on`
      update slot_spans set written_until = '2026-06-05' where experience_id = ${experience.id}`,
    (on: Queryable) => on`delete from slot_spans where experience_id = ${experience.id}`,
  ]) {
    expect(await faultsAfter(shorten)).toEqual([])
    const faults = await faultsAfter(async (on) => {
      await shorten(on)
      await tamper(on)
    })
    expect(faults).toEqual([`slot slots ${pattern.id}-${day}`])
  }
})

test('finds bookings and holds that refer to a slot of another day, pattern or experience', async () => {
  const held = await hold(sql, experience, on(day), 1, [now, new Date(now.getTime() + 60_000)])
  const { id: experience_id, vineyard_id } = experience
  const later = await makePattern(sql, { experience_id, start_time: '18:00' })
  const other = await makeExperience(sql, { vineyard_id })
  const slotOf = (pattern_id: string, slot_date: string) =>
    sql`(select id from slots where (pattern_id, slot_date) = (${pattern_id}, ${slot_date}))`
  for (const [noun, row] of Object.entries({ bookings: id, holds: held }))
    for (const change of [
      sql`${sql(noun)} set slot_id = ${slotOf(pattern.id, '2026-06-07')} where id = ${row}`,
      sql`${sql(noun)} set slot_id = ${slotOf(later.id, day)} where id = ${row}`,
      sql`slots set experience_id = ${other.id} where ${sold} and slot_date = ${day}`,
    ])
      expect(await faultsAfter((on) => on`update ${change}`)).toContain(`slot ${noun} ${row}`)
  await releaseHold(sql, held, { by }, now)
})

test('finds a status without an event, an event without an email, and a gap between events', async () => {
  expect(await faultsAfter((on) => on`update bookings set status = 'completed' where id = ${id}`)).toEqual([
    `event bookings ${id}`,
  ])
  expect(
    await faultsAfter((on) => on`delete from emails where booking_id = ${id} and email_type = 'confirmed'`),
  ).toEqual([`mail bookings ${id}`])
  expect(
    await faultsAfter((on) => on`delete from emails where booking_id = ${id} and email_type = 'received'`),
  ).toEqual([`mail bookings ${id}`])
  const skip = (on: Queryable) => on`
    select note_booking_event(${id}, 'status', 'admin', null, '{"status": ["completed", "confirmed"]}', 'confirmed', ${now})`
  expect(await faultsAfter(skip)).toEqual([`event bookings ${id}`])
  const nobodyMade = (on: Queryable) => on`
    insert into bookings (reference, vineyard_id, experience_id, booking_date, number_of_guests, guest_name, guest_email, guest_phone, price_per_person, total_price)
    select 'CV-2222-22', vineyard_id, experience_id, booking_date, 1, guest_name, guest_email, guest_phone, 1, 1 from bookings where id = ${id}`
  expect(await faultsAfter(nobodyMade)).toEqual([expect.stringMatching(/^event bookings /)])
})

test('finds a move without an email', async () => {
  const moved = await book(sql, experience, on('2026-06-07'), 2, now)
  await moveBooking(sql, moved, { slot: on('2026-06-08') }, { by }, now)
  expect(
    await faultsAfter((on) => on`delete from emails where booking_id = ${moved} and email_type = 'moved'`),
  ).toEqual([`mail bookings ${moved}`])
})

test('expects a confirmation, but no “received” email, for an instant booking', async () => {
  const instant = await makeDailyExperience(sql, { experience: { is_instant: true } })
  const at = await book(sql, instant.experience, instant.on(day), 2, now)
  expect(await sql`select email_type from emails where booking_id = ${at}`).toEqual([
    { email_type: 'confirmed' },
  ])
  expect(await faultsAfter((on) => on`delete from emails where booking_id = ${at}`)).toEqual([
    `mail bookings ${at}`,
  ])
})

test('finds a wrong end time, and a party that is too large unless the experience was edited later', async () => {
  const clock = new Date()
  const later = await makeDailyExperience(sql, {
    experience: { max_group_size: 4, booking_horizon_days: 1000 },
  })
  const made = await book(
    sql,
    later.experience,
    later.on(`${clock.getUTCFullYear() + 1}-06-06`),
    4,
    new Date(clock.getTime() + 60_000),
  )
  const grow = async (on: Queryable) => {
    await on`update bookings set number_of_guests = 5, total_price = price_per_person * 5 where id = ${made}`
    await on`update slots set booked = 5 where version > 0 and pattern_id = ${later.pattern.id}`
  }
  expect(await faultsAfter(grow)).toEqual([`limits bookings ${made}`])
  const editedSince = async (on: Queryable) => {
    await on`update bookings set created_at = '2026-01-01' where id = ${made}`
    await on`update experiences set max_group_size = 3 where id = ${later.experience.id}`
  }
  expect(await faultsAfter(editedSince)).toEqual([])
  expect(await faultsAfter((on) => on`update bookings set end_time = '17:00' where id = ${id}`)).toEqual([
    `limits bookings ${id}`,
  ])
})

test('finds a host with more people than capacity, unless staff overbooked the host', async () => {
  const hosted = await makeDailyExperience(sql)
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id: hosted.experience.vineyard_id, name: 'The guide', capacity: 5 })} returning id`
  await sql`update experiences set host_id = ${host.id} where id = ${hosted.experience.id}`
  await book(sql, hosted.experience, hosted.on(day), 4, now)
  const shrunk = (on: Queryable) => on`update hosts set capacity = 3, once_held = 3 where id = ${host.id}`
  expect(await faultsAfter(shrunk)).toEqual([`host hosts ${host.id}`])
  // After an ordinary edit, a smaller capacity is no fault, because a trigger records how many people the host already
  // had.
  expect(await faultsAfter((on) => on`update hosts set capacity = 2 where id = ${host.id}`)).toEqual([])
  const overbooked = async (on: Queryable) => {
    await shrunk(on)
    await on`update bookings set is_overbooked = true where experience_id = ${hosted.experience.id}`
    await on`update slots set booked = 0, overbooked = 4 where version > 0 and pattern_id = ${hosted.pattern.id}`
  }
  expect(await faultsAfter(overbooked)).toEqual([])
})

test('finds call-offs without an event, and called-off bookings without an answer after the original start', async () => {
  const called = await book(sql, experience, on('2026-06-09'), 2, now)
  const off = { called_off_at: now, called_off_reason: 'weather' }
  expect(await faultsAfter((on) => on`update bookings set ${sql(off)} where id = ${called}`)).toEqual([
    `called off bookings ${called}`,
  ])
  const facts = { vineyard_id: experience.vineyard_id, day: '2026-06-09', slots: null, message: '' }
  await callOff(sql, { ...facts, reason: 'weather' }, { by }, now)
  const back = { called_off_at: null, called_off_reason: null }
  expect(await faultsAfter((on) => on`update bookings set ${sql(back)} where id = ${called}`)).toEqual([
    `called off bookings ${called}`,
  ])
  expect(
    await faultsAfter(
      (on) => on`delete from emails where booking_id = ${called} and email_type = 'called_off'`,
    ),
  ).toEqual([`mail bookings ${called}`])
  const anHourLater = new Date('2026-06-09T14:30:00Z')
  expect(await findInconsistencies(sql, anHourLater)).toMatchObject([
    { fault: 'called off', noun: 'bookings', noun_id: called },
  ])
  await expect(sql`update bookings set status = 'completed' where id = ${called}`).rejects.toThrow(
    'called_off_never_completes',
  )
})

test('finds a party beyond the limits without permission, and a permission without an event', async () => {
  expect(await faultsAfter((on) => on`update bookings set beyond_limits = true where id = ${id}`)).toEqual([
    `limits bookings ${id}`,
  ])
  expect(
    await faultsAfter(
      (on) => on`
        update bookings set number_of_guests = 11, total_price = 11 * price_per_person, created_at = now() + interval '1 day'
        where id = ${id}`,
    ),
  ).toContain(`limits bookings ${id}`)
})
