import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { makeDailyExperience } from '../../../../test/book.ts'
import { ownDatabase } from '../../../../test/database.ts'
import { race } from '../../../../test/race.ts'
import { bookVisits, newPlan } from './book-visits.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const visit_date = '2026-06-06'

// Negative control: without lockSlots in bookVisits, each plan waits for the slot that the other has locked.
test('two plans with the same visits in opposite order never deadlock', async () => {
  const markets = await Promise.all([1, 2, 3].map(() => makeDailyExperience(sql)))
  const visits = markets.map(({ experience, pattern }) => ({
    day: 0,
    vineyard_id: experience.vineyard_id,
    experience_id: experience.id,
    slot: `${pattern.id}-${visit_date}`,
    start_time: '14:30',
    price_per_person: experience.price_per_person,
  }))
  const bookAll = (wanted: typeof visits, guest_name: string) => () =>
    bookVisits(
      sql,
      newPlan(
        { id: randomUUID(), title: 'A day near Lewes', visit_date, party: 2, key_hash: randomBytes(32) },
        wanted,
        now,
      ),
      wanted,
      { guest_name, guest_email: 'ada@example.com', guest_phone: '01632 960123', special_requests: '' },
      now,
      null,
    )
  const middle = markets[1]?.pattern.id ?? ''
  const outcomes = await race(
    sql,
    (holder) =>
      holder`select from slots where pattern_id = ${middle} and slot_date = ${visit_date} for update`,
    [bookAll(visits, 'Ada'), bookAll(visits.toReversed(), 'Grace')],
  )
  expect(outcomes).toEqual([1, 2].map(() => ({ ok: true, value: { are_held: false } })))
  await sql`select pg_stat_force_next_flush()`
  const [{ deadlocks }] = await sql<[{ deadlocks: number }]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks).toBe(0)
})
