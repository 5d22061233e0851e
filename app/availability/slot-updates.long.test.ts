import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'

import { book, hold, makeDailyExperience } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { makePattern } from '../../test/make.ts'
import { cancelBookingAsGuest } from '../bookings/booking.server.ts'
import { addSource } from '../partners/calendar-feeds/calendar-source.server.ts'

const pool = await ownDatabase()
// One connection, because each connection reports its own updates.
const sql = await pool.reserve()
afterAll(() => sql.release())
const now = new Date('2026-06-01T09:00:00Z')
const admin = { actor: 'admin', actor_id: randomUUID() } as const
/**
 * The least share of updates that must be heap-only (HOT). Such an update needs room in its page. With an
 * index on a changed column, at most half of the updates are HOT.
 */
const mostlyHot = 0.65
const dayIn = (month: string, n: number) => `2026-${month}-${String((n % 28) + 1).padStart(2, '0')}`

/** Makes an experience with a calendar and two starts a day. `close(days)` imports the calendar, which closes only `days`. */
async function makeFed() {
  const market = await makeDailyExperience(pool)
  const { id: experience_id, vineyard_id } = market.experience
  await makePattern(pool, { experience_id, start_time: '11:00' })
  const url = `https://calendars.test/${randomUUID()}.ics`
  const added = await addSource(pool, { vineyard_id, experience_id: null, url }, admin, now)
  if (!added.ok) throw new Error(added.problem)
  const close = async (...days: string[]) => {
    const closed = days.map((day) => ({ starts_on: day, ends_on: day }))
    await sql`select import_calendar(${added.value.id}, ${sql.json(closed)}, sha256(${randomUUID()}::text::bytea), ${now})`
  }
  return { ...market, close }
}

async function readSize() {
  const [{ size }] = await sql<[{ size: number }]>`select pg_relation_size('slots')::int as size`
  return size
}

/** Counts the updates of slots during `act`, and how many of them left the indexes alone (heap-only tuples). */
async function countUpdates(act: () => Promise<unknown>) {
  const read = async () => {
    await sql`select pg_stat_force_next_flush()`
    const [counts] = await sql<[{ updated: number; hot: number }]>`
      select n_tup_upd::int as updated, n_tup_hot_upd::int as hot from pg_stat_user_tables where relname = 'slots'`
    return counts
  }
  const before = await read()
  await act()
  const after = await read()
  return { updated: after.updated - before.updated, hot: after.hot - before.hot }
}

// Negative control: this test fails if an index contains is_closed or capacity, even only in its predicate.
test('after 500 imports with changing closures, the table of slots is at most a tenth larger', async () => {
  const { close } = await makeFed()
  const before = await readSize()
  const { updated, hot } = await countUpdates(async () => {
    for (let n = 0; n < 500; n += 1) await close(dayIn('07', n), dayIn('08', n))
  })
  // Each import closes two days and opens two others, with two slots each.
  expect(updated).toBe(500 * 8 - 4)
  expect(hot / updated).toBeGreaterThan(mostlyHot)
  expect((await readSize()) / before).toBeLessThan(1.1)
})

// Negative control: this test fails if an index contains booked, held or version.
test('booking, holding, releasing and cancelling rarely write to the indexes of slots', async () => {
  const { experience, on } = await makeFed()
  const { updated, hot } = await countUpdates(async () => {
    for (let n = 0; n < 28; n += 1) {
      const slot = on(dayIn('07', n))
      const id = await book(sql, experience, slot, 2, now)
      const held = await hold(sql, experience, slot, 3, [now, new Date(now.getTime() + 600_000)])
      await sql`select release_hold(${held}, null, ${now})`
      await cancelBookingAsGuest(sql, id, now)
    }
  })
  expect(updated).toBe(28 * 4)
  expect(hot / updated).toBeGreaterThan(mostlyHot)
})
