import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { ownDatabase } from '../../test/database.ts'
import { makeBookable, makeExperience, makePattern, makeVineyard, storeSlots } from '../../test/make.ts'
import { createPattern, type Pattern, removePattern, updatePattern } from './plan.server.ts'
import { setExperienceActive, setVineyardVisible } from '../../test/offer.ts'
import { findOpenDays, findOverbookedSlots, findSlots } from './slot.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const saturday = '2026-06-06'
const by = { actor: 'admin', actor_id: randomUUID() } as const
const afternoons: Pattern = {
  days_of_week: [6, 7],
  start_time: '14:00',
  capacity: 8,
  valid_from: '2026-06-01',
  valid_until: null,
}

const stranger = async () =>
  ({ actor: 'winemaker', actor_id: randomUUID(), vineyard_id: (await makeVineyard(sql)).id }) as const

/** Creates a pattern, and books `guests` people on Saturday with the SQL function. */
async function booked(guests: number) {
  const made = await makeBookable(sql, { date: saturday })
  const { slot: _, date: __, guests: ___, intent: ____, price_per_person, ...person } = made.answers()
  const request = {
    ...person,
    id: randomUUID(),
    vineyard_id: made.experience.vineyard_id,
    experience_id: made.experience.id,
    pattern_id: made.pattern.id,
    slot_date: saturday,
    number_of_guests: guests,
    price_per_person: Number(price_per_person),
    request_hash: '00'.repeat(32),
    requested_at: now,
  }
  const [placed] = await sql`select problem from create_booking(${sql.json(request)})`
  expect(placed).toEqual({ problem: null })
  return { ...made, id: request.id }
}

test('a pattern gives slots on its weekdays', async () => {
  const { id } = await makeExperience(sql)
  expect((await createPattern(sql, id, afternoons, { by }, now)).ok).toBe(true)
  const days = await findOpenDays(sql, id, '2026-06-01', '2026-06-14', now)
  expect(days.map(({ slot_date }) => slot_date)).toEqual([saturday, '2026-06-07', '2026-06-13', '2026-06-14'])
})

test('rejects two patterns with the same start on one day', async () => {
  const { id } = await makeExperience(sql)
  await createPattern(sql, id, afternoons, { by }, now)
  const second = await createPattern(sql, id, { ...afternoons, days_of_week: [5, 6] }, { by }, now)
  expect(second).toEqual({ ok: false, problem: 'same_start' })
  const later = await createPattern(sql, id, { ...afternoons, start_time: '15:00' }, { by }, now)
  expect(
    await updatePattern(sql, later.ok ? later.value.id : '', { start_time: '14:00' }, { by }, now),
  ).toEqual({
    ok: false,
    problem: 'same_start',
  })
})

test("hides other vineyards' patterns and experiences from a winemaker", async () => {
  const as = { by: await stranger() }
  const pattern = await makePattern(sql)
  const absent = { ok: false, problem: 'absent' }
  expect(await createPattern(sql, pattern.experience_id, afternoons, as, now)).toEqual(absent)
  expect(await updatePattern(sql, pattern.id, { capacity: 1 }, as, now)).toEqual(absent)
  expect(await removePattern(sql, pattern.id, as, now)).toEqual(absent)
  expect(await setExperienceActive(sql, pattern.experience_id, false, as, now)).toEqual({
    ok: false,
    problem: { kind: 'absent' },
  })
  expect(await createPattern(sql, randomUUID(), afternoons, { by }, now)).toEqual(absent)
  expect(await updatePattern(sql, randomUUID(), { capacity: 1 }, { by }, now)).toEqual(absent)
  expect(await findSlots(sql, pattern.experience_id, saturday, now)).toMatchObject([{ capacity: 10 }])
})

test('an overbooked slot has 0 places left, and shows by how many places it is overbooked', async () => {
  const { experience, pattern } = await booked(5)
  expect(await updatePattern(sql, pattern.id, { capacity: 2 }, { by }, now)).toMatchObject({
    ok: true,
    value: { bookings: 0, guests: 0, over: 3 },
  })
  expect(await findSlots(sql, experience.id, saturday, now)).toMatchObject([{ capacity: 2, remaining: 0 }])
  expect(await findOverbookedSlots(sql, experience.vineyard_id, saturday, saturday)).toMatchObject([
    { over_by: 3 },
  ])
  expect(await updatePattern(sql, pattern.id, { capacity: 6 }, { by }, now)).toMatchObject({
    value: { over: 0 },
  })
  expect(await findSlots(sql, experience.id, saturday, now)).toMatchObject([{ remaining: 1 }])
})

test('shortening a season or moving a start keeps the bookings and returns how many are affected', async () => {
  const { pattern, id } = await booked(5)
  expect(await updatePattern(sql, pattern.id, { valid_until: '2026-06-05' }, { by }, now)).toMatchObject({
    ok: true,
    value: { bookings: 1, guests: 5, over: 5 },
  })
  const back = { valid_until: null, start_time: '16:00' }
  expect(await updatePattern(sql, pattern.id, back, { by }, now)).toMatchObject({
    ok: true,
    value: { bookings: 1, guests: 5, over: 0 },
  })
  const [booking] = await sql`select status, start_time from bookings where id = ${id}`
  expect(booking).toEqual({ status: 'pending', start_time: '14:30:00' })
})

test('changing the capacity of a pattern leaves its past slots unchanged', async () => {
  const { pattern } = await booked(5)
  await updatePattern(sql, pattern.id, { capacity: 2 }, { by }, new Date('2026-06-07T09:00:00Z'))
  expect(await sql`select capacity from slots where version > 0 and pattern_id = ${pattern.id}`).toEqual([
    { capacity: 10 },
  ])
})

test('a removed pattern keeps its past slots, so that reports stay the same', async () => {
  const pattern = await makePattern(sql)
  await storeSlots(sql)
  const nextDay = new Date('2026-06-07T09:00:00Z')
  expect(await removePattern(sql, pattern.id, { by }, nextDay)).toMatchObject({ value: { deleted: false } })
  expect(
    await sql`select from slots where pattern_id = ${pattern.id} and slot_date = ${saturday}`,
  ).toHaveLength(1)
  expect(await findSlots(sql, pattern.experience_id, '2026-06-13', nextDay)).toEqual([])
})

test('deletes a pattern that has no bookings, holds or past slots, and deactivates any other pattern', async () => {
  const unbooked = await makePattern(sql, { valid_from: saturday })
  await sql`insert into availability_exceptions ${sql({
    vineyard_id: (await sql`select vineyard_id from experiences where id = ${unbooked.experience_id}`)[0]
      ?.vineyard_id,
    experience_id: unbooked.experience_id,
    pattern_id: unbooked.id,
    starts_on: saturday,
    ends_on: saturday,
  })}`
  await storeSlots(sql)
  expect(await removePattern(sql, unbooked.id, { by }, now)).toMatchObject({ value: { deleted: true } })
  expect(await sql`select from availability_patterns where id = ${unbooked.id}`).toHaveLength(0)

  const { pattern, experience } = await booked(5)
  expect(await removePattern(sql, pattern.id, { by }, now)).toEqual({
    ok: true,
    value: { deleted: false, bookings: 1, guests: 5 },
  })
  expect(await findSlots(sql, experience.id, saturday, now)).toEqual([])
  // Another pattern may now use the start time of the deactivated pattern.
  expect(
    (await createPattern(sql, experience.id, { ...afternoons, start_time: '14:30' }, { by }, now)).ok,
  ).toBe(true)
})

test('taking an experience off sale, or hiding its vineyard, stops new bookings', async () => {
  const { experience } = await booked(5)
  expect((await setExperienceActive(sql, experience.id, false, { by }, now)).ok).toBe(true)
  expect(await findSlots(sql, experience.id, saturday, now)).toEqual([])
  await setExperienceActive(sql, experience.id, true, { by }, now)
  expect(await findSlots(sql, experience.id, saturday, now)).toHaveLength(1)
  await setVineyardVisible(sql, experience.vineyard_id, false, { by }, now)
  expect(await findSlots(sql, experience.id, saturday, now)).toEqual([])
  expect(await setVineyardVisible(sql, randomUUID(), false, { by }, now)).toEqual({
    ok: false,
    problem: { kind: 'absent' },
  })
})
