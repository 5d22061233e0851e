import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { createGroupHold } from '../bookings/group-holds/group-hold.server.ts'
import { book, hold, makeDailyExperience } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { makeExperience, makeWinemaker } from '../../test/make.ts'
import { findPlan, previewPlan, savePlan, updatePattern } from './plan.server.ts'
import { byDay } from './plan.ts'
import { findSlots } from './slot.server.ts'
import type { DraftStart } from './plan.shapes.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const by = { actor: 'admin', actor_id: randomUUID() } as const
const weekend: DraftStart = {
  id: null,
  days_of_week: [6, 7],
  start_time: '10:30',
  capacity: 8,
  valid_from: '2026-06-01',
  valid_until: '2026-09-30',
}
const june = { from: '2026-06-01', until: '2026-06-30' }

async function planOf(id: string) {
  const plan = await findPlan(sql, id, { by })
  if (!plan) throw new Error('no plan')
  return plan
}

test('saving a plan stores its starts, and deletes an unbooked start that the plan leaves out', async () => {
  const { id } = await makeExperience(sql)
  const patterns = [weekend, { ...weekend, start_time: '14:00', valid_until: null }]
  expect(await savePlan(sql, id, patterns, { by, seen: null }, now)).toMatchObject({ ok: true })
  const plan = await planOf(id)
  expect(plan.patterns).toMatchObject([{ start_time: '10:30:00' }, { start_time: '14:00:00' }])

  const [, later] = plan.patterns
  if (!later) throw new Error('no second start')
  await savePlan(sql, id, [{ ...later, capacity: 3 }], { by, seen: plan.version }, now)
  expect(await findSlots(sql, id, '2026-06-06', now)).toMatchObject([
    { start_time: '14:00:00', remaining: 3 },
  ])
  const [{ count }] = await sql<[{ count: number }]>`
    select count(*)::int as count from availability_patterns where experience_id = ${id}`
  expect(count).toBe(1)
})

test('a start keeps its recurring season if the plan omits the season, and loses it if the plan sets it to null', async () => {
  const { id } = await makeExperience(sql)
  const yearly_season = { from: '04-01', until: '10-31', changes: [] }
  await savePlan(sql, id, [{ ...weekend, yearly_season }], { by, seen: null }, now)
  const resave = async (changes: Partial<DraftStart>) => {
    const [{ yearly_season: _, ...start }] = (await planOf(id)).patterns as [DraftStart]
    await savePlan(sql, id, [{ ...start, ...changes }], { by, seen: null }, now)
    return (await planOf(id)).patterns[0]
  }
  expect(await resave({ capacity: 4 })).toMatchObject({ capacity: 4, yearly_season })
  expect(await resave({ yearly_season: null })).toMatchObject({ yearly_season: null })
})

test('leaving one year out of a season keeps the bookings of that year and returns their number', async () => {
  const { id, ...experience } = await makeExperience(sql, { booking_horizon_days: 400 })
  const season = { from: '04-01', until: '10-31', changes: [] }
  const start = { ...weekend, valid_until: null }
  await savePlan(sql, id, [{ ...start, yearly_season: season }], { by, seen: null }, now)
  const [pattern] = (await planOf(id)).patterns as [DraftStart & { id: string }]
  const booking = await book(
    sql,
    { id, ...experience },
    { pattern_id: pattern.id, slot_date: '2027-04-03' },
    3,
    now,
  )
  const changes = [{ year: 2027, from: null, until: null }]
  const left = await savePlan(
    sql,
    id,
    [{ ...pattern, yearly_season: { ...season, changes } }],
    { by, seen: null },
    now,
  )
  expect(left).toMatchObject({ ok: true, value: { bookings: 1, guests: 3, over: 3 } })
  expect(await findSlots(sql, id, '2027-04-03', now)).toEqual([])
  expect(await sql`select status from bookings where id = ${booking}`).toEqual([{ status: 'pending' }])
  await savePlan(sql, id, [pattern], { by, seen: null }, now)
  expect(await findSlots(sql, id, '2027-04-03', now)).toMatchObject([{ remaining: 5 }])
})

test('swaps two start times in one save', async () => {
  const { id } = await makeExperience(sql)
  await savePlan(sql, id, [weekend, { ...weekend, start_time: '14:00' }], { by, seen: null }, now)
  const { patterns, version } = await planOf(id)
  const [first, second] = patterns as [DraftStart, DraftStart]
  const swapped = [
    { ...first, start_time: second.start_time },
    { ...second, start_time: first.start_time },
  ]
  expect((await savePlan(sql, id, swapped, { by, seen: version }, now)).ok).toBe(true)
  expect((await planOf(id)).patterns.map(({ id }) => id)).toEqual([second.id, first.id])
})

test('rejects a plan with two starts at the same time, names the second of them and saves nothing', async () => {
  const { id } = await makeExperience(sql)
  await savePlan(sql, id, [weekend], { by, seen: null }, now)
  const before = await planOf(id)
  const [kept] = before.patterns as [DraftStart]
  const clash = [
    { ...kept, capacity: 99 },
    { ...weekend, start_time: '09:00' },
    { ...weekend, days_of_week: [7] },
  ]
  expect(await savePlan(sql, id, clash, { by, seen: null }, now)).toEqual({
    ok: false,
    problem: { kind: 'same_start', place: 2 },
  })
  expect(await planOf(id)).toEqual(before)
})

test('rejects a plan with a start that somebody else has removed, whether or not the request has a version', async () => {
  const { id } = await makeExperience(sql)
  await savePlan(sql, id, [weekend], { by, seen: null }, now)
  const { patterns, version } = await planOf(id)
  await savePlan(sql, id, [], { by, seen: version }, now)
  expect(await savePlan(sql, id, patterns, { by, seen: version }, now)).toEqual({
    ok: false,
    problem: { kind: 'stale', place: null },
  })
  expect(await savePlan(sql, id, patterns, { by, seen: null }, now)).toEqual({
    ok: false,
    problem: { kind: 'stale', place: null },
  })
})

test('deactivates a booked start and returns the number of its bookings', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql)
  await book(sql, experience, on('2026-06-06'), 3, now)
  const saved = await savePlan(sql, experience.id, [], { by, seen: null }, now)
  expect(saved).toMatchObject({ ok: true, value: { bookings: 1, guests: 3, over: 3 } })
  const [row] = await sql`select is_active from availability_patterns where id = ${pattern.id}`
  expect(row).toEqual({ is_active: false })
  expect(await findSlots(sql, experience.id, '2026-06-06', now)).toEqual([])
})

test('an edit of a plan returns the number of places held at times that the new plan leaves out', async () => {
  const { experience, on, pattern } = await makeDailyExperience(sql)
  const group = { id: randomUUID(), vineyard_id: experience.vineyard_id, name: 'Coach party', note: '' }
  const contact = { guest_email: null, guest_phone: '01632 960123', until: '2026-06-04', overbook: false }
  const sessions = [{ experience_id: experience.id, slot: on('2026-06-06') }]
  await createGroupHold(sql, { ...group, ...contact, number_of_guests: 6, sessions }, { by }, now)
  await hold(sql, experience, on('2026-06-07'), 2, [now, new Date(now.getTime() + 600_000)])
  await hold(sql, experience, on('2026-06-07'), 1, [new Date(now.getTime() - 600_000), now])
  const [kept] = (await planOf(experience.id)).patterns as [DraftStart]
  const later = [{ ...kept, start_time: '16:00' }]
  const june = { from: '2026-06-01', until: '2026-06-30' } as const
  const moved = { bookings: 0, guests: 0, over: 0, held: 8, groups: ['Coach party'] }
  expect(await previewPlan(sql, experience.id, [kept], june, { by }, now)).toMatchObject({
    value: { held: 0, groups: [] },
  })
  expect(await previewPlan(sql, experience.id, later, june, { by }, now)).toMatchObject({ value: moved })
  expect(await savePlan(sql, experience.id, later, { by, seen: null }, now)).toMatchObject({ value: moved })
  const back = await updatePattern(sql, pattern.id, { start_time: '14:30' }, { by }, now)
  expect(back).toMatchObject({ value: { held: 0 } })
  const weekends = await updatePattern(sql, pattern.id, { days_of_week: [6] }, { by }, now)
  expect(weekends).toMatchObject({ value: { held: 2, groups: [] } })
})

test('a preview shows the same plan as saving would, and changes nothing', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  await book(sql, experience, on('2026-06-06'), 3, now)
  const before = await planOf(experience.id)
  const [kept] = before.patterns as [DraftStart]
  const next = [{ ...kept, capacity: 2 }, weekend]
  const counts = () => sql`
    select (select count(*) from audit_events) as audit, (select sum(capacity) from slots) as capacity`
  const counted = await counts()

  const preview = await previewPlan(sql, experience.id, next, june, { by }, now)
  expect(await counts()).toEqual(counted)
  expect(await planOf(experience.id)).toEqual(before)
  if (!preview.ok) throw new Error(preview.problem.kind)
  expect(preview.value.over).toBe(1)
  expect(byDay(preview.value.starts).get('2026-06-06')).toMatchObject({ capacity: 10, taken: 3, over: 1 })

  await savePlan(sql, experience.id, next, { by, seen: before.version }, now)
  const saved = await previewPlan(
    sql,
    experience.id,
    (await planOf(experience.id)).patterns,
    june,
    { by },
    now,
  )
  expect(saved).toEqual(preview)
})

// Negative control: if a preview calls save_plan and rolls back, the read-only transaction refuses the preview, and the
// booking waits for the locks of the preview.
test('a preview runs in a read-only transaction, and bookings do not wait for the preview', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const { patterns } = await planOf(experience.id)
  const holder = await sql.reserve()
  try {
    await holder`begin read only`
    const preview = await previewPlan(holder, experience.id, patterns as DraftStart[], june, { by }, now)
    expect(preview.ok).toBe(true)
    expect(await book(sql, experience, on('2026-06-06'), 3, now)).toBeTruthy()
  } finally {
    await holder`rollback`
    holder.release()
  }
})

test('hides the plan of another vineyard', async () => {
  const { id } = await makeExperience(sql)
  const stranger = await makeWinemaker(sql)
  const theirs = { actor: 'winemaker', actor_id: stranger.id, vineyard_id: stranger.vineyard_id } as const
  const absent = { ok: false, problem: { kind: 'absent', place: null } }
  expect(await findPlan(sql, id, { by: theirs })).toBeUndefined()
  expect(await savePlan(sql, id, [weekend], { by: theirs, seen: null }, now)).toEqual(absent)
  expect(await previewPlan(sql, id, [weekend], june, { by: theirs }, now)).toEqual(absent)
})
