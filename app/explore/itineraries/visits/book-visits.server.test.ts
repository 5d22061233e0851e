import { randomBytes, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../../../test/book.ts'
import { ownDatabase } from '../../../../test/database.ts'
import { makePattern } from '../../../../test/make.ts'
import { raceOfClients } from '../../../../test/race.ts'
import { moveBooking } from '../../../bookings/booking.server.ts'
import { nobody } from '../../../people/sign-in/actor.ts'
import type { Queryable, Sql } from '../../../platform/database/database.server.ts'
import { bookVisits, newPlan } from './book-visits.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const visit_date = '2026-06-06'

/** Makes an experience with a host, and a visit at 14:30 and one at 17:00. */
async function makeHosted() {
  const { experience, pattern } = await makeDailyExperience(sql)
  const { id: experience_id, vineyard_id, price_per_person } = experience
  const later = await makePattern(sql, { experience_id, start_time: '17:00' })
  const [host] = await sql<[{ id: string }]>`
    insert into hosts ${sql({ vineyard_id, name: 'The guide', capacity: 20 })} returning id`
  await sql`update experiences set host_id = ${host.id} where id = ${experience_id}`
  const visit = (pattern_id: string, start_time: string) => {
    const slot = `${pattern_id}-${visit_date}`
    return { day: 0, vineyard_id, experience_id, slot, start_time, price_per_person }
  }
  return { experience, host, pattern, early: visit(pattern.id, '14:30'), late: visit(later.id, '17:00') }
}
type Hosted = Awaited<ReturnType<typeof makeHosted>>

const bookAll = (wanted: Hosted['early'][], guest_name: string) => (client: Sql) =>
  bookVisits(
    client,
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

async function countDeadlocks() {
  const [{ deadlocks }] = await sql<[{ deadlocks: number }]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  return deadlocks
}

// Negative control: without lock_slots_and_hosts in lockPlaces, each plan waits for the slot or the host that the other has
// locked.
test.each<[string, 'early' | 'late', (middle: Hosted) => (holder: Queryable) => Promise<unknown>]>([
  [
    'visits',
    'early',
    ({ pattern }) =>
      (holder) =>
        holder`select from slots where pattern_id = ${pattern.id} and slot_date = ${visit_date} for update`,
  ],
  [
    'hosts',
    'late',
    ({ host }) =>
      (holder) =>
        holder`select from hosts where id = ${host.id} for update`,
  ],
])(
  'booking two plans that have the same %s in opposite order never deadlocks',
  async (_, time, lockMiddle) => {
    const markets = [await makeHosted(), await makeHosted(), await makeHosted()] as const
    const outcomes = await raceOfClients(sql, lockMiddle(markets[1]), [
      bookAll(
        markets.map(({ early }) => early),
        'Ada',
      ),
      bookAll(
        markets.toReversed().map((market) => market[time]),
        'Grace',
      ),
    ])
    expect(outcomes).toEqual([1, 2].map(() => ({ ok: true, value: { are_held: false } })))
    expect(await countDeadlocks()).toBe(0)
  },
)

// Negative control: without lock_slots_and_hosts in lockPlaces, the plan and the move each wait for a slot that the other locked.
test('booking a plan never deadlocks with moving a booking between two slots of the plan', async () => {
  const { experience, early, late } = await makeHosted()
  const slot = (visit: Hosted['early']) => ({ pattern_id: visit.slot.slice(0, 36), slot_date: visit_date })
  const [lowest, highest] = await sql<{ id: string; start_time: string }[]>`
    select id, start_time from slots where experience_id = ${experience.id} and slot_date = ${visit_date} order by id`
  const [from, to] = lowest?.start_time === '14:30:00' ? [early, late] : [late, early]
  const booking = await book(sql, experience, slot(from), 2, now)
  const outcomes = await raceOfClients<{ ok: boolean }>(
    sql,
    (holder) => holder`select from slots where id = ${lowest?.id ?? ''} for update`,
    [
      bookAll([to, from], 'Ada'),
      (client) => moveBooking(client, booking, { slot: slot(to) }, { by: nobody }, now),
    ],
  )
  expect(outcomes).toMatchObject([{ ok: true }, { ok: true }])
  expect(highest?.id).not.toBe(lowest?.id)
  expect(await countDeadlocks()).toBe(0)
})
