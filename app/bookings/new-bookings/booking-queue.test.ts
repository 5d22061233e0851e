import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'

import { makeLegacySlot, makeDailyExperience, guestBookingRequest } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeExperience } from '../../../test/make.ts'
import { withStaleSnapshots } from '../../../test/overlap.ts'
import { race } from '../../../test/race.ts'
import {
  createBookingQueue,
  type BookingQueue,
  createBookings,
  type BookingRequest,
  createBooking,
  createBookingByStart,
} from './booking-queue.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { connect } from '../../platform/database/pool.server.ts'

const sql = await ownDatabase()
/** Two more pools, which the database sees as two more processes. */
const others = [connect(sql.url, { max: 4 }), connect(withStaleSnapshots(sql.url), { max: 4 })]
afterAll(() => Promise.all(others.map((other) => other.end())))
const now = new Date('2026-06-01T09:00:00Z')
const day = '2026-06-06'
type Market = Awaited<ReturnType<typeof makeDailyExperience>>

afterEach(async () => {
  expect(await findInconsistencies(sql, now)).toEqual([])
})

/** Books a party into the market's slot on the day. */
const party = (queue: BookingQueue, { experience, on }: Market, guests: number, key = randomUUID()) =>
  createBooking(queue, experience, guestBookingRequest(experience, on(day), guests, key), now)

function request({ experience, on }: Market, changes: Partial<BookingRequest> = {}): BookingRequest {
  const { slot, ...wanted } = guestBookingRequest(experience, on(day))
  return {
    ...wanted,
    ...slot,
    id: randomUUID(),
    vineyard_id: experience.vineyard_id,
    experience_id: experience.id,
    request_hash: '00'.repeat(32),
    requested_at: now,
    ...changes,
  }
}

test('gives places in order of arrival, and lets a smaller party take the rest', async () => {
  const market = await makeDailyExperience(sql, { capacity: 10 })
  const queue = createBookingQueue(sql, { maxWaiting: 10 })
  // The first runs alone; the others form a batch.
  const outcomes = await Promise.all([1, 4, 4, 2, 1, 1].map((guests) => party(queue, market, guests)))
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true, true, false, true, false])
  expect(outcomes[3]).toMatchObject({ problem: { kind: 'slot', reason: 'full', remaining: 1 } })
  expect(outcomes[5]).toMatchObject({ problem: { kind: 'slot', reason: 'full', remaining: 0 } })
  const [row] = await sql<
    { transactions: number }[]
  >`select count(distinct xmin::text)::int as transactions from bookings where pattern_id = ${market.pattern.id}`
  expect(row).toEqual({ transactions: 2 })
})

test('returns the stored row', async () => {
  const market = await makeDailyExperience(sql)
  const wanted = guestBookingRequest(market.experience, market.on(day))
  const queue = createBookingQueue(sql, { maxWaiting: 10 })
  const [first, twice] = [
    await createBooking(queue, market.experience, wanted, now),
    await createBooking(queue, market.experience, wanted, now),
  ]
  expect(first).toMatchObject({
    ok: true,
    value: { number_of_guests: 2, created_at: now, status: 'pending' },
  })
  expect(twice).toEqual(first)
})

test('one invalid request does not affect the others in its batch', async () => {
  const market = await makeDailyExperience(sql)
  const queue = createBookingQueue(sql, { maxWaiting: 10 })
  const outcomes = await Promise.allSettled([
    party(queue, market, 1),
    party(queue, market, 1),
    queue.book(request(market, { guest_name: 'Ada\u0007' })),
    party(queue, market, 1),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled'])
  expect(await sql`select booked from slots where version > 0 and pattern_id = ${market.pattern.id}`).toEqual(
    [{ booked: 3 }],
  )
})

// Exactly at the cut-off is too late, a moment before is not.
test('applies the cut-off to each request of a batch by its own time', async () => {
  const market = await makeDailyExperience(sql, { experience: { booking_cutoff_minutes: 60 } })
  const late = Date.parse(`${day}T12:30:00Z`)
  const outcomes = await createBookings(
    sql,
    [-1, 0, 1, -60_000].map((ms) => request(market, { requested_at: new Date(late + ms) })),
  )
  expect(outcomes.map(({ problem }) => problem)).toEqual([null, 'gone', 'gone', null])
  expect(outcomes[3]?.booking.created_at).toEqual(new Date(late - 60_000))
})

test('applies the horizon to each request of a batch by its own London day', async () => {
  const market = await makeDailyExperience(sql, { experience: { booking_horizon_days: 10 } })
  const midnight = Date.parse('2026-06-01T23:00:00Z')
  const far = { slot_date: '2026-06-12', pattern_id: market.pattern.id }
  const outcomes = await createBookings(
    sql,
    [-1, 0, -1, 1].map((ms) => request(market, { ...far, requested_at: new Date(midnight + ms) })),
  )
  expect(outcomes.map(({ problem }) => problem)).toEqual(['gone', null, 'gone', null])
})

// The first has a wrong price, so the second uses the key, before the third.
test('decides requests with the same key, and those between them, in order', async () => {
  const [one, other] = [
    await makeDailyExperience(sql, { capacity: 6 }),
    await makeDailyExperience(sql, { capacity: 6 }),
  ]
  const key = randomUUID()
  const outcomes = await createBookings(sql, [
    request(one, { idempotency_key: key, price_per_person: 1, request_hash: '11'.repeat(32) }),
    request(other, { idempotency_key: key, number_of_guests: 5 }),
    request(other, { number_of_guests: 2 }),
    request(other, { idempotency_key: key, number_of_guests: 5 }),
  ])
  expect(outcomes.map(({ problem }) => problem)).toEqual(['price', null, 'full', 'repeated'])
})

test('refuses a start that its pattern does not have, by slot id or by time', async () => {
  const market = await makeDailyExperience(sql)
  const { price_per_person } = market.experience
  const byStart = (start_time: string) =>
    createBookingByStart(
      createBookingQueue(sql, { maxWaiting: 1 }),
      { ...request(market, { start_time }), start_time, total_price: 2 * price_per_person, user_id: null },
      now,
    )
  expect((await byStart('14:30')).ok).toBe(true)
  expect(await byStart('15:00')).toMatchObject({ problem: { kind: 'slot', reason: 'gone' } })
  const withStartTime = await createBookings(sql, [request(market, { start_time: '15:00' }), request(market)])
  expect(withStartTime.map(({ problem }) => problem)).toEqual(['gone', null])
})

/** Three queues take 210 parties each for the same markets, the second in reverse order. */
async function crosswise(markets: Market[]) {
  const keys = Array.from({ length: 10 }, () => randomUUID())
  const outcomes = await Promise.all(
    [sql, ...others]
      .map((each) => createBookingQueue(each, { maxWaiting: 1000 }))
      .flatMap((queue, process) =>
        Array.from({ length: 210 }, (_, n) => {
          const turn = process === 1 ? 209 - n : n
          const market = markets[turn % markets.length] as Market
          // Some are sent to all of them, as by a load balancer that retries another process.
          return party(queue, market, 1 + (turn % 3), turn % 21 === 0 ? keys[turn / 21] : undefined)
        }),
      ),
  )
  const unforeseen = outcomes.flatMap((one) =>
    one.ok || one.problem.kind === 'slot' ? [] : [one.problem.kind],
  )
  expect(unforeseen).toEqual([])
  await expectNoDeadlock()
}

async function expectNoDeadlock() {
  // A connection reports its conflicts when asked.
  await Promise.all([sql, ...others].map((each) => each`select pg_stat_force_next_flush()`))
  const [{ deadlocks }] = await sql<[{ deadlocks: number }]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks).toBe(0)
}

const makePlain = (count: number) =>
  Promise.all(Array.from({ length: count }, () => makeDailyExperience(sql, { capacity: 30 })))

/** Markets whose slots have enough places, but whose two hosts have not. */
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

// Negative control: with the counters locked in order of arrival, each batch waits for the other's last one.
test('two batches over the same slots in opposite order do not deadlock', async () => {
  const markets = await makePlain(3)
  for (const market of markets) await createBookings(sql, [request(market)])
  const byKey = markets.toSorted((a, b) => (a.pattern.id < b.pattern.id ? -1 : 1))
  const there = byKey.map((market) => request(market))
  const back = byKey.toReversed().map((market) => request(market))
  const middle = byKey[1]?.pattern.id ?? ''
  const outcomes = await race(
    sql,
    (holder) => holder`select from slots where version > 0 and pattern_id = ${middle} for update`,
    [() => createBookings(sql, there), () => createBookings(sql, back)],
  )
  expect(outcomes.flat().map(({ problem }) => problem)).toEqual(Array.from({ length: 6 }, () => null))
  await expectNoDeadlock()
})

test('batches of three processes over the same slots never deadlock, and sell every place', async () => {
  const markets = await makePlain(12)
  await crosswise(markets)
  const sold = await sql<{ booked: number }[]>`
    select booked from slots where version > 0 and pattern_id = any (${markets.map(({ pattern }) => pattern.id)})`
  expect(sold.map(({ booked }) => booked)).toEqual(markets.map(() => 30))
})

// Negative control: without the lock on all hosts of a batch at once.
test('the same holds for hosts, for legacy slots and for all of them together', async () => {
  await crosswise(await makeHosted())
  await crosswise(await makeLegacy())
  await crosswise([...(await makePlain(3)), ...(await makeHosted()), ...(await makeLegacy())])
})
