import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { storeSlots } from '../../../test/make.ts'
import { raceOfClients } from '../../../test/race.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { cancelBookingAsGuest } from '../booking.server.ts'
import { callOff, holdChosenTime, moveToChosenTime } from './call-off.server.ts'
import { cancelUnanswered } from '../scheduled-jobs.server.ts'

const sql = await ownDatabase()
const day = '2026-06-06'
const others = ['2026-06-07', '2026-06-08', '2026-06-09']
const now = new Date('2026-06-01T09:00:00Z')
const start = new Date('2026-06-06T13:30:00Z')
const by = { actor: 'admin', actor_id: randomUUID() } as const

const many = <Value>(count: number, make: (n: number) => Value) =>
  Array.from({ length: count }, (_, n) => make(n))

/**
 * Creates a called-off session with 64 parties of 1–3. The other days have ten places each and are past the cut-off.
 */
async function makeCalledOff() {
  const { experience, on, pattern } = await makeDailyExperience(sql, {
    capacity: 200,
    experience: { is_instant: true, cancellation_cutoff_minutes: 10_080 },
  })
  const { vineyard_id } = experience
  const parties = await Promise.all(
    many(64, async (n) => ({
      guests: 1 + (n % 3),
      id: await book(sql, experience, on(day), 1 + (n % 3), now),
    })),
  )
  await sql`update availability_patterns set capacity = 10 where id = ${pattern.id}`
  await storeSlots(sql)
  await sql`update slots set capacity = 10, sold_before_cut = booked where version > 0 and pattern_id = ${pattern.id}`
  const facts = { vineyard_id, day, slots: null, reason: 'weather', message: '' } as const
  expect(await callOff(sql, facts, { by }, now)).toMatchObject({ value: { bookings: 64 } })
  const lock = (holder: Queryable) => holder`select from slots where pattern_id = ${pattern.id} for update`
  return { on, parties, lock, pattern }
}

/** Returns the days and statuses of the bookings, and how often each booking was moved or cancelled. */
const states = (ids: string[]) => sql<
  { id: string; status: string; off: boolean; on_day: string; ends: number }[]
>`
  select b.id, b.status, b.called_off_at is not null as off, b.booking_date as on_day,
    (
      select count(*)::int from booking_events e
      where e.booking_id = b.id and (e.kind = 'moved' or e.changes -> 'status' ->> 1 = 'cancelled')
    ) as ends
  from bookings b where b.id = any (${ids}::uuid[])`

afterEach(async () => {
  const [{ deadlocks }] = await sql<[{ deadlocks: number }]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks).toBe(0)
})

// Negative control: if a hold of any size is enough to move, more guests move than there are places.
test('when 64 parties of a called-off session choose among 30 places, no slot is oversold and no booking is lost', async () => {
  const { on, parties, lock, pattern } = await makeCalledOff()
  const outcomes = await raceOfClients(
    sql,
    lock,
    parties.map(({ id }, n) => async (client: Sql) => {
      const slot = on(others[n % 3] ?? day)
      const held = n % 4 === 0 ? { ok: true as const } : await holdChosenTime(client, id, slot, now)
      return held.ok ? moveToChosenTime(client, id, slot, now) : held
    }),
  )
  expect(await findInconsistencies(sql, now)).toEqual([])
  const after = new Map((await states(parties.map(({ id }) => id))).map((state) => [state.id, state]))
  for (const [n, { id }] of parties.entries())
    expect(after.get(id)).toMatchObject(
      outcomes[n]?.ok
        ? { status: 'confirmed', off: false, on_day: others[n % 3], ends: 1 }
        : { status: 'confirmed', off: true, on_day: day, ends: 0 },
    )
  const days = await sql`
    select booked + held as taken from slots where version > 0 and pattern_id = ${pattern.id} and slot_date > ${day} order by slot_date`
  for (const { taken } of days) expect(taken).toBeLessThanOrEqual(10)
  // Only parties that do not fit into the remaining places were refused.
  for (const [n, { guests }] of parties.entries())
    if (!outcomes[n]?.ok) expect(10 - Number(days[n % 3]?.taken)).toBeLessThan(guests)
})

// Negative control: without the lock in cancel_unanswered, the job cancels bookings that are moving, and frees their
// places twice.
test('if guests move and cancel while the scheduled job cancels, each booking is either moved once or cancelled once', async () => {
  const { on, parties, lock } = await makeCalledOff()
  const justBefore = new Date(start.getTime() - 1)
  const done = await raceOfClients<unknown>(
    sql,
    lock,
    many(64, (n) => async (client: Sql) => {
      const { id } = parties[n % 20] ?? expect.fail()
      if (n >= 60) return cancelUnanswered(client, start)
      if (n % 3 === 0) return cancelBookingAsGuest(client, id, justBefore)
      return moveToChosenTime(client, id, on(others[n % 3] ?? day), justBefore)
    }),
  )
  expect(done).toHaveLength(64)
  await cancelUnanswered(sql, start)
  for (const state of await states(parties.map(({ id }) => id)))
    expect(state).toMatchObject(
      state.status === 'cancelled'
        ? { off: true, on_day: day, ends: 1 }
        : { status: 'confirmed', off: false, on_day: expect.not.stringMatching(day), ends: 1 },
    )
  expect(await findInconsistencies(sql, start)).toEqual([])
})
