import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { book } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { dailyStart, makeExperience } from '../../test/make.ts'
import { setVineyardVisible } from '../../test/offer.ts'
import { makeWebhook } from '../../test/webhooks.ts'
import { moveBooking } from '../bookings/booking.server.ts'
import { addSource } from '../partners/calendar-feeds/calendar-source.server.ts'
import { nobody } from '../people/sign-in/actor.ts'
import { addDays, dayOf } from '../platform/days.ts'
import { findPlan, savePlan } from './plan.server.ts'
import { findOpenDays } from './slot.server.ts'
import { findStoredSlots, storeMissingSlots } from './stored-slots.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const today = dayOf(now)
const by = { actor: 'admin', actor_id: randomUUID() } as const

/** Makes an experience with starts at 10:00 and 15:00. `on(day)` names the slot at 10:00 of this day. */
async function makePlanned(changes: Parameters<typeof makeExperience>[1] = {}) {
  const experience = await makeExperience(sql, { booking_horizon_days: 5, max_group_size: null, ...changes })
  const starts = [dailyStart, { ...dailyStart, start_time: '15:00' }]
  const saved = await savePlan(sql, experience.id, starts, { by, seen: null }, now)
  if (!saved.ok) throw new Error(JSON.stringify(saved.problem))
  const pattern_id = (await findPlan(sql, experience.id, { by }))?.patterns[0]?.id ?? ''
  return { ...experience, on: (slot_date: string) => ({ pattern_id, slot_date }) }
}

/** Returns the slots of a vineyard. `written` changes whenever a slot is written. */
const stored = (vineyard_id: string) =>
  sql<{ experience_id: string; slot_date: string; start_time: string; booked: number; written: string }[]>`
    select experience_id, slot_date, start_time, booked, xmin::text || ctid::text as written
    from slots where vineyard_id = ${vineyard_id} order by slot_date, start_time, id`

const openDays = async ({ id }: { id: string }, at: Date) =>
  (await findOpenDays(sql, id, dayOf(at), addDays(dayOf(at), 400), at)).map(({ slot_date }) => slot_date)

test('after 31 days without a worker, each whole horizon can be booked, and the worker then stores the missing days without events', async () => {
  const short = await makePlanned()
  const { vineyard_id } = short
  const long = await makePlanned({ vineyard_id, booking_horizon_days: 60 })
  await storeMissingSlots(sql, now)
  const later = new Date(now.getTime() + 31 * 24 * 60 * 60_000)
  for (const [experience, horizon] of [
    [short, 5],
    [long, 60],
  ] as const) {
    const last = addDays(dayOf(later), horizon)
    const days = await openDays(experience, later)
    expect([days.length, days.at(-1)]).toEqual([horizon + 1, last])
    await book(sql, experience, experience.on(last), 2, later)
  }
  await makeWebhook(sql, vineyard_id, 'https://example.com/', ['availability.changed'])
  expect(await storeMissingSlots(sql, later)).toBe(2 * 2 * 31)
  expect((await findStoredSlots(sql, later))?.spare_days).toBe(35)
  expect(await sql`select from availability_changes where vineyard_id = ${vineyard_id}`).toHaveLength(0)
})

// Negative controls: this test fails if the move stores only the start that it names, or stores nothing.
test('a move by staff to a day that is not stored first stores this whole day of the experience', async () => {
  const experience = await makePlanned()
  const { id: experience_id, vineyard_id } = experience
  await makePlanned({ vineyard_id })
  const id = await book(sql, experience, experience.on(addDays(today, 2)), 2, now)
  const slot = experience.on(addDays(today, 92))
  const before = await stored(vineyard_id)
  expect(await moveBooking(sql, id, { slot }, { by: nobody }, now)).toMatchObject({
    problem: { kind: 'gone' },
  })
  expect(await stored(vineyard_id)).toHaveLength(before.length)
  expect(await moveBooking(sql, id, { slot }, { by }, now)).toMatchObject({ ok: true })
  const added = (await stored(vineyard_id)).slice(before.length)
  expect(added).toMatchObject([
    { experience_id, slot_date: slot.slot_date, start_time: '10:00:00', booked: 2 },
    { experience_id, slot_date: slot.slot_date, start_time: '15:00:00', booked: 0 },
  ])
})

test('hiding a vineyard and showing it again rewrites none of its slots', async () => {
  const experience = await makePlanned()
  const before = await stored(experience.vineyard_id)
  for (const [is_visible, days] of [
    [false, 0],
    [true, 6],
  ] as const) {
    expect(await setVineyardVisible(sql, experience.vineyard_id, is_visible, { by }, now)).toMatchObject({
      ok: true,
    })
    expect(await openDays(experience, now)).toHaveLength(days)
    expect(await stored(experience.vineyard_id)).toEqual(before)
  }
})

test('an import of a calendar rewrites only the slots of days whose closures changed', async () => {
  const { vineyard_id } = await makePlanned()
  const url = `https://calendars.test/${randomUUID()}.ics`
  const added = await addSource(sql, { vineyard_id, experience_id: null, url }, by, now)
  if (!added.ok) throw new Error(added.problem)
  const close = (...days: string[]) => {
    const closed = days.map((day) => ({ starts_on: day, ends_on: day }))
    return sql`select import_calendar(${added.value.id}, ${sql.json(closed)}, sha256(${randomUUID()}::text::bytea), ${now})`
  }
  const [kept, opened, closed] = [addDays(today, 14), addDays(today, 9), addDays(today, 24)]
  await close(kept, opened)
  const before = await stored(vineyard_id)
  await close(kept, closed)
  const rewritten = (await stored(vineyard_id)).filter(({ written }, n) => written !== before[n]?.written)
  expect(rewritten.map(({ slot_date }) => slot_date)).toEqual([opened, opened, closed, closed])
})
