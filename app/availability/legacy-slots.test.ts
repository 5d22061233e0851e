import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { addException } from '../bookings/sessions/closure.server.ts'
import { copyExperience } from '../catalogue/experiences/experience.server.ts'
import { makeLegacySlot } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { dailyStart, makeExperience } from '../../test/make.ts'
import { overlap } from '../../test/overlap.ts'
import { findPlan, savePlan } from './plan.server.ts'
import type { DraftStart } from './plan.shapes.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const day = '2026-06-03'
const by = { actor: 'admin', actor_id: randomUUID() } as const
const morning = { ...dailyStart, valid_from: '2020-05-01' }

const makeShort = () => makeExperience(sql, { booking_horizon_days: 5, max_group_size: null })
const save = (id: string, start: DraftStart, at: Date) => savePlan(sql, id, [start], { by, seen: null }, at)
const slotsOf = (experience_id: string, slot_date = day) => sql`
  select pattern_id is null as is_legacy, start_time, capacity, is_closed, is_superseded
  from slots where experience_id = ${experience_id} and slot_date = ${slot_date} order by start_time`

test('adding a legacy slot to a past day does not change the other slots of that day', async () => {
  const experience = await makeShort()
  await save(experience.id, morning, new Date('2020-06-01T09:00:00Z'))
  const start = (await findPlan(sql, experience.id, { by }))?.patterns[0]
  await save(experience.id, { ...morning, id: start?.id ?? null, start_time: '01:30', capacity: 1 }, now)
  await makeLegacySlot(sql, experience, '2020-06-03T12:00:00Z', 4)
  expect([...(await slotsOf(experience.id, '2020-06-03'))]).toMatchObject([
    { is_legacy: false, start_time: '10:00:00', capacity: 8 },
    { is_legacy: true, start_time: '13:00:00', capacity: 4, is_superseded: true },
  ])
})

test('moves and deletes a legacy slot through the view availability', async () => {
  const experience = await makeShort()
  const { vineyard_id } = experience
  const closed = { starts_on: '2026-06-04', ends_on: '2026-06-04', capacity: null }
  await addException(sql, { ...closed, vineyard_id }, { by }, now)
  const { availability_id } = await makeLegacySlot(sql, experience, `${day}T12:00:00Z`, 4)
  const move = (start_time: string) =>
    sql`update availability set start_time = ${start_time} where id = ${availability_id}`
  await move('2026-06-04T08:00:00Z')
  expect(await slotsOf(experience.id)).toHaveLength(0)
  expect(await slotsOf(experience.id, '2026-06-04')).toMatchObject([{ is_closed: true, capacity: 0 }])
  await move('2026-06-05T08:00:00Z')
  expect(await slotsOf(experience.id, '2026-06-05')).toMatchObject([
    { start_time: '09:00:00', is_closed: false, is_superseded: false, capacity: 4 },
  ])
  await sql`delete from availability where id = ${availability_id}`
  expect(await slotsOf(experience.id, '2026-06-05')).toHaveLength(0)
})

test.each([{ id: randomUUID() }, { taken: 1 }, { overbooked: 1 }, { held: 1 }])(
  'refuses to change %o through the view availability',
  async (change) => {
    const { availability_id } = await makeLegacySlot(sql, await makeShort(), `${day}T12:00:00Z`, 4)
    await expect(
      sql`update availability set ${sql(change)} where id = ${availability_id}`,
    ).rejects.toMatchObject({ code: '0A000', message: expect.stringContaining('available_slots') })
  },
)

// Negative control: if write_legacy_slot does not lock the vineyard, the slot is offered beside the new pattern.
test('a plan supersedes a legacy slot that is added while the plan is being saved', async () => {
  const experience = await makeShort()
  await overlap<unknown, unknown>(
    sql,
    (holder) => savePlan(holder, experience.id, [morning], { by, seen: null }, now),
    () => makeLegacySlot(sql, experience, `${day}T12:00:00Z`, 4),
  )
  expect(await slotsOf(experience.id)).toMatchObject([
    { is_legacy: false, is_superseded: false },
    { is_legacy: true, is_superseded: true },
  ])
})

// Negative control: if copy_experience does not lock the vineyard, the copy is open on the closed day.
test('a copy of an experience is closed too if it is made while the vineyard is being closed', async () => {
  const { id, vineyard_id } = await makeShort()
  await save(id, morning, now)
  const [, copied] = await overlap(
    sql,
    (holder) =>
      addException(holder, { vineyard_id, starts_on: day, ends_on: day, capacity: null }, { by }, now),
    () => copyExperience(sql, id, { by }, now),
  )
  const copy = copied.ok ? copied.value.id : ''
  expect(await slotsOf(copy)).toMatchObject([{ is_closed: true, capacity: 0 }])
})
