import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { addException } from '../bookings/sessions/closure.server.ts'
import { dayOf } from '../platform/days.ts'
import { book, makeLegacySlot } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { forAYear, makeExperience, makePattern, storeSlots } from '../../test/make.ts'
import { findOpenDays, findSlots, nextOpenDays, pageOfLegacySlots } from './slot.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-03-01T09:00:00Z')
const staff = { actor: 'admin', actor_id: randomUUID() } as const

async function starts(experienceId: string, day: string, at = now) {
  const slots = await findSlots(sql, experienceId, day, at)
  return slots.map((slot) => `${slot.start_time} ${slot.starts_at.toISOString()} to ${slot.end_time}`)
}

test('gives no slot for a start in the hour that the clocks skip', async () => {
  const { id: experience_id } = await makeExperience(sql, forAYear)
  await makePattern(sql, { experience_id, start_time: '01:30' })
  expect(await starts(experience_id, '2026-03-28')).toEqual(['01:30:00 2026-03-28T01:30:00.000Z to 03:00:00'])
  expect(await starts(experience_id, '2026-03-29')).toEqual([])
  expect(await starts(experience_id, '2026-03-30')).toEqual(['01:30:00 2026-03-30T00:30:00.000Z to 03:00:00'])
})

test('gives one slot for a start in the hour that the clocks repeat, at its first occurrence', async () => {
  const { id: experience_id } = await makeExperience(sql, {
    ...forAYear,
    duration_minutes: 120,
  })
  await makePattern(sql, { experience_id, start_time: '01:30' })
  expect(await starts(experience_id, '2026-10-25')).toEqual(['01:30:00 2026-10-25T00:30:00.000Z to 02:30:00'])
})

test('a visit past midnight ends on the next day', async () => {
  const { id: experience_id } = await makeExperience(sql, {
    ...forAYear,
    duration_minutes: 90,
  })
  await makePattern(sql, { experience_id, start_time: '23:15' })
  expect(await starts(experience_id, '2026-03-10')).toEqual(['23:15:00 2026-03-10T23:15:00.000Z to 00:45:00'])
})

test('a visit without a duration lasts an hour', async () => {
  const { id: experience_id } = await makeExperience(sql, {
    ...forAYear,
    duration_minutes: null,
  })
  await makePattern(sql, { experience_id })
  expect(await starts(experience_id, '2026-03-10')).toEqual(['14:30:00 2026-03-10T14:30:00.000Z to 15:30:00'])
})

test('gives no slots past their booking cut-off or beyond the horizon', async () => {
  const { id: experience_id } = await makeExperience(sql, {
    booking_cutoff_minutes: 120,
    booking_horizon_days: 7,
  })
  await makePattern(sql, { experience_id })
  const at = (text: string) => starts(experience_id, '2026-06-10', new Date(text))
  expect(await at('2026-06-10T11:29:59Z')).toHaveLength(1)
  expect(await at('2026-06-10T11:30:00Z')).toHaveLength(0)
  expect(await at('2026-06-03T09:00:00Z')).toHaveLength(1)
  expect(await at('2026-06-02T09:00:00Z')).toHaveLength(0)
})

test('a season has slots on its weekdays, including its first and its last day', async () => {
  const { id: experience_id } = await makeExperience(sql, forAYear)
  await makePattern(sql, {
    experience_id,
    days_of_week: [6, 7],
    valid_from: '2026-04-04',
    valid_until: '2026-04-12',
  })
  const days = await findOpenDays(sql, experience_id, '2026-03-28', '2026-04-30', now)
  expect(days.map(({ slot_date }) => slot_date)).toEqual([
    '2026-04-04',
    '2026-04-05',
    '2026-04-11',
    '2026-04-12',
  ])
})

test('gives no slots for a hidden vineyard or an inactive experience', async () => {
  const inactive = await makeExperience(sql, {
    ...forAYear,
    is_active: false,
  })
  await makePattern(sql, { experience_id: inactive.id })
  const hidden = await makeExperience(sql, forAYear)
  await makePattern(sql, { experience_id: hidden.id })
  await sql`update vineyards set is_visible = false where id = ${hidden.vineyard_id}`
  expect(await starts(inactive.id, '2026-03-10')).toEqual([])
  expect(await starts(hidden.id, '2026-03-10')).toEqual([])
})

test('a closure overrides every other exception, and without a closure the most specific exception applies', async () => {
  const { id: experience_id, vineyard_id } = await makeExperience(sql, forAYear)
  const { id: pattern_id } = await makePattern(sql, { experience_id })
  const except = async (changes: Record<string, unknown>) => {
    await sql`insert into availability_exceptions ${sql({ vineyard_id, starts_on: '2026-03-10', ends_on: '2026-03-12', ...changes })}`
    await storeSlots(sql, experience_id)
  }
  const capacity = async () => (await findSlots(sql, experience_id, '2026-03-11', now))[0]?.capacity

  await except({ capacity: 7 })
  expect(await capacity()).toBe(7)
  await except({ capacity: 5, experience_id })
  expect(await capacity()).toBe(5)
  await except({ capacity: 6, experience_id, pattern_id })
  expect(await capacity()).toBe(6)
  await except({ capacity: null, from_time: '16:00', until_time: '18:00' })
  expect(await capacity()).toBe(6)
  await except({ capacity: null, from_time: '15:30', until_time: '16:00' })
  expect(await capacity()).toBeUndefined()
})

test('uses a legacy slot only on days without a valid pattern', async () => {
  const { id: experience_id } = await makeExperience(sql, forAYear)
  await makePattern(sql, { experience_id, days_of_week: [2] })
  await sql`insert into availability ${sql([
    { experience_id, start_time: '2026-03-10T11:00:00Z', available_slots: 4 },
    { experience_id, start_time: '2026-04-01T10:00:00Z', available_slots: 4 },
  ])}`
  expect(await starts(experience_id, '2026-03-10')).toEqual(['14:30:00 2026-03-10T14:30:00.000Z to 16:00:00'])
  expect(await starts(experience_id, '2026-04-01')).toEqual(['11:00:00 2026-04-01T10:00:00.000Z to 12:30:00'])
})

test('lists the legacy slots that are open, with the places left', async () => {
  const experience = await makeExperience(sql, forAYear)
  const { id: experience_id, vineyard_id } = experience
  await makePattern(sql, { experience_id, days_of_week: [2] })
  const add = (day: string, available_slots: number) =>
    makeLegacySlot(sql, experience, `${day}T11:00:00Z`, available_slots)
  const [open, full] = [await add('2026-03-11', 4), await add('2026-03-12', 2)]
  await add('2026-03-10', 4)
  await add('2026-03-13', 4)
  await add('2026-03-14', 4)
  for (const slot of [open, full]) await book(sql, experience, slot, 2, now)
  for (const [day, capacity] of [
    ['2026-03-13', null],
    ['2026-03-14', 3],
  ] as const)
    await addException(sql, { vineyard_id, starts_on: day, ends_on: day, capacity }, { by: staff }, now)
  const span = { experience_id, from: '2026-03-01', until: '2026-03-31' } as const
  const page = await pageOfLegacySlots(sql, { ...span, sort: 'start_time', page: 1, limit: 50 }, now)
  expect(page.items.map(({ start_time, available_slots }) => [dayOf(start_time), available_slots])).toEqual([
    ['2026-03-11', 2],
    ['2026-03-14', 3],
  ])
})

test('counts how many people are with a host at the same time, in all of the host’s experiences together', async () => {
  const { id: first, vineyard_id } = await makeExperience(sql, {
    ...forAYear,
    duration_minutes: 60,
  })
  const [host] =
    await sql`insert into hosts ${sql({ vineyard_id, name: 'The guide', capacity: 8 })} returning id`
  const { id: second } = await makeExperience(sql, {
    ...forAYear,
    vineyard_id,
    duration_minutes: 180,
    host_id: host?.id,
  })
  await sql`update experiences set host_id = ${host?.id ?? null} where id = ${first}`
  const early = await makePattern(sql, { experience_id: first, start_time: '10:00' })
  const late = await makePattern(sql, { experience_id: first, start_time: '11:00' })
  await makePattern(sql, { experience_id: second, start_time: '10:00' })
  const booking = (pattern_id: string, start: string, guests: number) =>
    sql`insert into bookings ${sql({
      reference: `CV-AAA${guests}-AA`,
      vineyard_id,
      experience_id: first,
      pattern_id,
      booking_date: '2026-03-10',
      start_time: `${start}:00`,
      end_time: `${Number(start.slice(0, 2)) + 1}:00:00`,
      starts_at: `2026-03-10T${start}:00Z`,
      ends_at: `2026-03-10T${Number(start.slice(0, 2)) + 1}:00:00Z`,
      number_of_guests: guests,
      guest_name: 'Ada',
      guest_email: 'ada@example.com',
      guest_phone: '01632 960123',
      price_per_person: 1,
      total_price: guests,
    })}`
  await booking(early.id, '10:00', 3)
  await booking(late.id, '11:00', 5)
  // Three people leave before five others arrive, so at most five are present at a time during the long visit.
  const [long] = await findSlots(sql, second, '2026-03-10', now)
  expect(long?.remaining).toBe(3)
})

test('the next open day is the first day with places for the whole party', async () => {
  const { id: experience_id } = await makeExperience(sql, forAYear)
  await makePattern(sql, { experience_id, capacity: 3, valid_from: '2026-03-10', valid_until: '2026-03-11' })
  await makePattern(sql, { experience_id, capacity: 6, valid_from: '2026-03-20', start_time: '11:00' })
  const next = (guests: number) => nextOpenDays(sql, experience_id, guests, '2026-03-01', 1, now)
  expect(await next(2)).toEqual(['2026-03-10'])
  expect(await next(4)).toEqual(['2026-03-20'])
  expect(await next(7)).toEqual([])
})

test("the specification's remote function has the parameters that the specification names", async () => {
  const { id } = await makePattern(sql, { capacity: 4, valid_from: '2020-01-01' })
  const [{ experience_id }] = await sql<[{ experience_id: string }]>`
    select experience_id from availability_patterns where id = ${id}`
  const rows = await sql`
    select * from generate_availability_from_patterns(
      p_experience_id => ${experience_id}, p_start_date => current_date + 1, p_end_date => current_date + 3
    )`
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatchObject({ pattern_id: id, start_time: '14:30:00', capacity: 4, remaining: 4 })
})

test('closed hours on the next day close a 24-hour visit, even if the clocks change during the visit', async () => {
  const { id: experience_id, vineyard_id } = await makeExperience(sql, {
    ...forAYear,
    duration_minutes: 1440,
  })
  await makePattern(sql, { experience_id, start_time: '23:30' })
  const closure = { vineyard_id, starts_on: '2026-03-29', ends_on: '2026-03-29' }
  await sql`insert into availability_exceptions ${sql({ ...closure, from_time: '09:00', until_time: '10:00' })}`
  await storeSlots(sql, experience_id)
  expect(await findSlots(sql, experience_id, '2026-03-27', now)).toHaveLength(1)
  expect(await findSlots(sql, experience_id, '2026-03-28', now)).toHaveLength(0)
})
