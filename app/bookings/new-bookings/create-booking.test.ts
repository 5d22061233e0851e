import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'

import { makeLegacySlot, makeDailyExperience, guestBookingRequest, tryBooking } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeExperience } from '../../../test/make.ts'
import { withStaleSnapshots } from '../../../test/overlap.ts'
import type { Sql } from '../../platform/database/database.server.ts'
import { connect } from '../../platform/database/pool.server.ts'
import { createBooking, createBookingByStart } from './create-booking.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'

const sql = await ownDatabase()
/** Two more connection pools, which act as two more processes. */
const others = [connect(sql.url, { max: 4 }), connect(withStaleSnapshots(sql.url), { max: 4 })]
afterAll(() => Promise.all(others.map((other) => other.end())))
const now = new Date('2026-06-01T09:00:00Z')
const day = '2026-06-06'
type Market = Awaited<ReturnType<typeof makeDailyExperience>>

afterEach(async () => {
  expect(await findInconsistencies(sql, now)).toEqual([])
})

/** Books a party into a market's slot on the day. */
const party = (db: Sql, { experience, on }: Market, guests: number, key = randomUUID()) =>
  createBooking(db, experience, guestBookingRequest(experience, on(day), guests, key), now)

test('refuses a party that no longer fits, and lets a smaller party take the remaining places', async () => {
  const market = await makeDailyExperience(sql, { capacity: 10 })
  const outcomes = []
  for (const guests of [1, 4, 4, 2, 1, 1]) outcomes.push(await party(sql, market, guests))
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, false, true, false])
  expect(outcomes[3]).toMatchObject({ problem: { kind: 'full', remaining: 1 } })
  expect(outcomes[5]).toMatchObject({ problem: { kind: 'full', remaining: 0 } })
})

test('returns the stored booking, also to a repeated request', async () => {
  const market = await makeDailyExperience(sql)
  const wanted = guestBookingRequest(market.experience, market.on(day))
  const [first, twice] = [
    await createBooking(sql, market.experience, wanted, now),
    await createBooking(sql, market.experience, wanted, now),
  ]
  expect(first).toMatchObject({
    ok: true,
    value: { number_of_guests: 2, created_at: now, status: 'pending' },
  })
  expect(twice).toEqual(first)
})

test('counts the horizon from the date in London at the time of the request', async () => {
  const { experience, on } = await makeDailyExperience(sql, { experience: { booking_horizon_days: 10 } })
  const midnight = Date.parse('2026-06-01T23:00:00Z')
  const bookAt = (ms: number) => tryBooking(sql, experience, on('2026-06-12'), 2, new Date(midnight + ms))
  expect([await bookAt(-1), await bookAt(0)]).toEqual(['gone', null])
})

test('the idempotency key of a refused request can be used for another request', async () => {
  const { experience, on } = await makeDailyExperience(sql, { capacity: 6 })
  const wanted = guestBookingRequest(experience, on(day), 5)
  const cheap = await createBooking(sql, experience, { ...wanted, price_per_person: 1 }, now)
  expect(cheap).toMatchObject({ problem: { kind: 'price' } })
  const booked = await createBooking(sql, experience, wanted, now)
  expect(booked.ok).toBe(true)
  const other = await createBooking(sql, experience, { ...wanted, number_of_guests: 1 }, now)
  expect(other).toMatchObject({ problem: { kind: 'key_reused' } })
  // The slot is full, and the same request still returns its booking.
  expect(await createBooking(sql, experience, wanted, now)).toEqual(booked)
})

test('refuses a start time that the pattern lacks, whether the request names the slot or the time', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const { slot, price_per_person, ...wanted } = guestBookingRequest(experience, on(day))
  const byStart = (start_time: string) =>
    createBookingByStart(
      sql,
      {
        ...wanted,
        vineyard_id: experience.vineyard_id,
        experience_id: experience.id,
        idempotency_key: randomUUID(),
        start_time,
        total_price: 2 * price_per_person,
        user_id: null,
      },
      now,
    )
  const gone = { problem: { kind: 'gone' } }
  expect((await byStart('14:30')).ok).toBe(true)
  expect(await byStart('15:00')).toMatchObject(gone)
  const moved = { ...wanted, price_per_person, slot: { ...slot, start_time: '15:00' } }
  expect(await createBooking(sql, experience, moved, now)).toMatchObject(gone)
})

/** The number of parties that each process books, and the number of places of a slot. Short runs have fewer of each. */
const [parties, places] = process.env.LONG ? [210, 30] : [84, 12]

/** Lets three processes book their parties in the same markets, the second process in reverse order. */
async function crosswise(markets: Market[]) {
  const keys = Array.from({ length: 10 }, () => randomUUID())
  const outcomes = await Promise.all(
    [sql, ...others].flatMap((db, process) =>
      Array.from({ length: parties }, (_, n) => {
        const turn = process === 1 ? parties - 1 - n : n
        const market = markets[turn % markets.length] as Market
        // Some requests are sent to all three processes, as by a load balancer that repeats requests.
        return party(db, market, 1 + (turn % 3), turn % 21 === 0 ? keys[turn / 21] : undefined)
      }),
    ),
  )
  const unforeseen = outcomes.flatMap((one) =>
    one.ok || one.problem.kind === 'full' ? [] : [one.problem.kind],
  )
  expect(unforeseen).toEqual([])
  await expectNoDeadlock()
}

async function expectNoDeadlock() {
  // Connections report their deadlocks only when they flush their statistics.
  await Promise.all([sql, ...others].map((each) => each`select pg_stat_force_next_flush()`))
  const [{ deadlocks }] = await sql<[{ deadlocks: number }]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks).toBe(0)
}

const makePlain = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makeDailyExperience(sql, { capacity: places })))

/** Creates markets whose slots have enough places, but whose two hosts have too little capacity. */
async function makeHosted() {
  const { vineyard_id } = await makeExperience(sql)
  return Promise.all(
    [1, 2].map(async (n) => {
      const [host] = await sql<[{ id: string }]>`
        insert into hosts ${sql({ vineyard_id, name: `Guide ${n}`, capacity: 60 })} returning id`
      return makeDailyExperience(sql, { capacity: 500, experience: { vineyard_id, host_id: host.id } })
    }),
  )
}

const makeLegacy = () =>
  Promise.all(
    [1, 2].map(async () => {
      const experience = await makeExperience(sql, { max_group_size: null })
      const slot = await makeLegacySlot(sql, experience, `${day}T10:00:00Z`, 60)
      return { experience, on: () => slot } as unknown as Market
    }),
  )

test('three processes that book the same slots never deadlock, and sell every place', async () => {
  const markets = await makePlain(12)
  await crosswise(markets)
  const sold = await sql<{ booked: number }[]>`
    select booked from slots where version > 0 and pattern_id = any (${markets.map(({ pattern }) => pattern.id)})`
  expect(sold.map(({ booked }) => booked)).toEqual(markets.map(() => places))
})

test('three processes never deadlock when they book slots with hosts, legacy slots, or a mixture of all kinds', async () => {
  await crosswise(await makeHosted())
  await crosswise(await makeLegacy())
  await crosswise([...(await makePlain(3)), ...(await makeHosted()), ...(await makeLegacy())])
})
