import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { book, hold, makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeApiKey, makeExperience, makePattern, storeSlots } from '../../../test/make.ts'
import { race } from '../../../test/race.ts'
import type { StaffSlotName } from '../../availability/slot.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { nobody } from '../../people/sign-in/actor.ts'
import { findBooking, moveBooking } from '../booking.server.ts'
import { callOff, holdChosenTime, listTimesToChoose } from '../sessions/call-off.server.ts'
import { addException } from '../sessions/closure.server.ts'
import { bookHold, findHold, holdPlaces, releaseHold } from './hold.server.ts'

const sql = await ownDatabase()
const start = Date.parse('2026-06-01T09:00:00Z')
const at = (minutes: number) => new Date(start + minutes * 60_000)
const [day, next] = ['2026-06-06', '2026-06-07']
const by = { actor: 'admin', actor_id: randomUUID() } as const
const guest = { guest_name: 'Ada', guest_email: null, guest_phone: '01632 960123', special_requests: '' }
const tenMinutes: [Date, Date] = [at(0), at(10)]
type Market = Awaited<ReturnType<typeof makeDailyExperience>>

afterEach(async () => {
  expect(await findInconsistencies(sql, at(0))).toEqual([])
})

const holdFor = ({ experience }: Market, slot: StaffSlotName, number_of_guests: number, changes = {}) =>
  holdPlaces(
    sql,
    { experience_id: experience.id, slot, number_of_guests, expires_at: at(10), ...changes },
    { by },
    at(0),
  )

/** Changes a hold as a seller's request does. */
const change = async (id: string, to: Record<string, string | number>) => {
  const [{ problem }] = await sql<[{ problem: string | null }]>`
    select problem from change_hold(${id}, ${sql.json(to)}, null, ${at(1)})`
  return problem
}

// Negative control: if the hold of an API key follows the rules for staff, places are held on both days.
test('an API key can hold places only before the cut-off', async () => {
  const { experience, pattern } = await makeDailyExperience(sql, {
    experience: { booking_cutoff_minutes: 30 * 60 },
  })
  const key = await makeApiKey(sql, { vineyard_id: experience.vineyard_id })
  const request = (slot_date: string) => ({
    experience_id: experience.id,
    pattern_id: pattern.id,
    slot_date,
    number_of_guests: 2,
    actor: 'key',
    actor_id: key.id,
    expires_at: at(10),
  })
  const ask = async (slot_date: string) => {
    const [{ problem }] = await sql<[{ problem: string | null }]>`
      select problem from hold_places(${sql.json(request(slot_date) as never)}, null, ${at(0)})`
    return problem
  }
  expect([await ask('2026-06-02'), await ask('2026-06-03')]).toEqual(['gone', null])
})

test('staff can hold places on a day whose slots are not stored yet, but not for an inactive experience', async () => {
  const market = await makeDailyExperience(sql)
  expect(await holdFor(market, market.on('2029-06-02'), 2)).toMatchObject({ ok: true })
  await sql`update experiences set is_active = false where id = ${market.experience.id}`
  expect(await holdFor(market, market.on(day), 2)).toEqual({ ok: false, problem: { kind: 'absent' } })
})

// Negative control: without lock_availability in slot_for_staff, the hold does not wait for the edit.
test('staff who hold places on a day whose slots are not stored yet wait for an edit of the plan', async () => {
  const market = await makeDailyExperience(sql)
  const { pattern, experience } = market
  const [outcome] = await race(
    sql,
    async (holder) => {
      await holder`select lock_availability(${experience.vineyard_id}, null, null)`
      await holder`update availability_patterns set capacity = 2 where id = ${pattern.id}`
    },
    [() => holdFor(market, market.on('2029-06-02'), 3)],
  )
  expect(outcome).toEqual({ ok: false, problem: { kind: 'full', remaining: 2 } })
  await storeSlots(sql)
})

test('a request that waited for a hold fails with a retryable error if the hold has moved to another slot meanwhile', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await hold(sql, experience, on(day), 2, tenMinutes)
  const release = () => sql`select release_hold(${id}, null, ${at(1)})`
  const [failed] = await race(
    sql,
    (holder) => holder`select change_hold(${id}, ${sql.json(on(next))}, null, ${at(1)})`,
    [() => release().catch(({ code }: { code: string }) => code)],
  )
  expect(failed).toBe('40001')
  await release()
  expect(await sql`select from slots where experience_id = ${experience.id} and held > 0`).toEqual([])
})

test('a party that moves can hold places for its whole size, even if the largest allowed party has become smaller', async () => {
  const market = await makeDailyExperience(sql)
  const id = await book(sql, market.experience, market.on(next), 3, at(0))
  await sql`update experiences set max_group_size = 2 where id = ${market.experience.id}`
  expect(await holdFor(market, market.on(day), 3)).toEqual({ ok: false, problem: { kind: 'group_size' } })
  expect(await holdFor(market, market.on(day), 3, { for_booking_id: id })).toMatchObject({ ok: true })
})

test('a hold cannot be booked after a booking has moved into the held places', async () => {
  const market = await makeDailyExperience(sql)
  const id = await book(sql, market.experience, market.on(next), 3, at(0))
  const held = await holdFor(market, market.on(day), 3, { for_booking_id: id })
  expect(await moveBooking(sql, id, { slot: market.on(day) }, { by }, at(1))).toMatchObject({ ok: true })
  expect(await bookHold(sql, held.ok ? held.value.id : '', guest, { by }, at(1))).toMatchObject({
    problem: { kind: 'ended' },
  })
})

test('staff who exceed the limits hold places in the session that is open at that time, and a refused hold leaves no slot behind', async () => {
  const market = await makeDailyExperience(sql)
  const { id: experience_id, vineyard_id } = market.experience
  const beyond = { beyond_limits: true }
  const held = await holdFor(market, { slot_date: day, start_time: '14:30' }, 8, beyond)
  expect(await findHold(sql, held.ok ? held.value.id : '', { by })).toMatchObject({
    pattern_id: market.pattern.id,
  })
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id, name: 'Guide', capacity: 9 })} returning id`
  await sql`update experiences set host_id = ${host.id} where id = ${experience_id}`
  const closure = { vineyard_id, starts_on: day, ends_on: day, capacity: null }
  await addException(sql, closure, { by, bookings: 'keep' }, at(0))
  const full = await holdFor(market, { slot_date: day, start_time: '14:00' }, 2, beyond)
  expect(full).toEqual({ ok: false, problem: { kind: 'full', remaining: 1 } })
  expect(await sql`select from slots where experience_id = ${experience_id} and is_for_one_party`).toEqual([])
})

test('a hold keeps its price while it stays in its experience, and cannot be moved to another vineyard', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await hold(sql, experience, on(day), 2, tenMinutes)
  await sql`update experiences set price_per_person = 99 where id = ${experience.id}`
  expect(await change(id, { number_of_guests: 3 })).toBe(null)
  expect(await findHold(sql, id, { by })).toMatchObject({ number_of_guests: 3, price_per_person: 18.5 })
  const other = await makeDailyExperience(sql)
  expect(await change(id, { experience_id: other.experience.id, pattern_id: other.pattern.id })).toBe(
    'absent',
  )
  const sister = await makeExperience(sql, { vineyard_id: experience.vineyard_id, price_per_person: 30 })
  const { id: pattern_id } = await makePattern(sql, { experience_id: sister.id })
  expect(await change(id, { experience_id: sister.id, pattern_id })).toBe(null)
  expect(await findHold(sql, id, { by })).toMatchObject({ pattern_id, price_per_person: 30 })
})

test('releasing a hold after its expiry changes nothing: the hold counts as expired', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await hold(sql, experience, on(day), 2, tenMinutes)
  expect(await releaseHold(sql, id, { by }, at(15))).toMatchObject({ ok: true })
  expect(await findHold(sql, id, { by })).toMatchObject({ outcome: 'expired', ended_at: at(10) })
})

test('after the session gets another start, a live hold can still be booked, but an expired hold cannot', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql)
  const [expired, live] = [
    await hold(sql, experience, on(day), 2, tenMinutes),
    await hold(sql, experience, on(day), 2, [at(0), at(30)]),
  ]
  await sql`update availability_patterns set start_time = '16:00' where id = ${pattern.id}`
  await storeSlots(sql, experience.id)
  expect(await bookHold(sql, expired, guest, { by }, at(15))).toMatchObject({ problem: { kind: 'gone' } })
  expect(await bookHold(sql, live, guest, { by }, at(15))).toMatchObject({ ok: true })
  expect(await findBooking(sql, live)).toMatchObject({ start_time: '14:30:00' })
})

test('a guest of a called-off session can choose the time held for this guest, even if the hold takes the last places', async () => {
  const { experience, on } = await makeDailyExperience(sql, { capacity: 3 })
  const id = await book(sql, experience, on(day), 3, at(0))
  const { vineyard_id } = experience
  await callOff(sql, { vineyard_id, day, slots: null, reason: 'weather', message: '' }, { by }, at(0))
  expect(await holdChosenTime(sql, id, on(next), at(1))).toMatchObject({ ok: true })
  const listed = async (booking_id: string) =>
    (await listTimesToChoose(sql, booking_id, next, at(1))).slots.map(({ slot_date }) => slot_date)
  expect(await listed(id)).toContain(next)
  expect(await moveBooking(sql, id, { slot: on(next) }, { by: nobody }, at(2))).toMatchObject({ ok: true })
})

test('the holds of another vineyard can be neither made nor released', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const other = await makeExperience(sql)
  const wanted = { experience_id: experience.id, ...on(day), number_of_guests: 2, expires_at: at(10) }
  for (const actor of ['key', 'winemaker'])
    expect(
      await sql`
        select problem from hold_places(${sql.json({ ...wanted, actor, actor_id: by.actor_id })}, ${other.vineyard_id}, ${at(0)})`,
    ).toEqual([{ problem: 'absent' }])
  const id = await hold(sql, experience, on(day), 2, tenMinutes)
  expect(await sql`select problem from release_hold(${id}, ${other.vineyard_id}, ${at(1)})`).toEqual([
    { problem: 'absent' },
  ])
  expect(await sql`select held from slots where experience_id = ${experience.id} and held > 0`).toEqual([
    { held: 2 },
  ])
})

test('a seller can neither hold places nor change a hold for a party beyond the limits', async () => {
  const { experience, on } = await makeDailyExperience(sql, { experience: { max_group_size: 8 } })
  const wanted = { experience_id: experience.id, ...on(day), expires_at: at(10), beyond_limits: true }
  const seller = { actor: 'key', actor_id: by.actor_id, number_of_guests: 9 }
  expect(
    await sql`select problem from hold_places(${sql.json({ ...wanted, ...seller })}, null, ${at(0)})`,
  ).toEqual([{ problem: 'group_size' }])
  const id = await hold(sql, experience, on(day), 2, tenMinutes)
  expect(await change(id, { number_of_guests: 9 })).toBe('group_size')
  expect(await change(id, { number_of_guests: 8 })).toBe(null)
})
