import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import {
  book,
  makeLegacySlot,
  makeDailyExperience,
  bookingState,
  guestBookingRequest,
} from '../../../test/book.ts'
import { testTimeouts, ownDatabase } from '../../../test/database.ts'
import { makeExperience } from '../../../test/make.ts'
import { withStaleSnapshots } from '../../../test/overlap.ts'
import { race } from '../../../test/race.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { retrying } from '../../platform/database/retry.server.ts'
import { cancelBookingAsGuest, changeBookingStatus } from '../booking.server.ts'
import { createBooking } from './create-booking.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { connect } from '../../platform/database/pool.server.ts'

const sql = await ownDatabase()
const now = new Date('2026-06-01T09:00:00Z')
const day = '2026-06-06'
const by = { actor: 'admin', actor_id: randomUUID() } as const

afterEach(async () => {
  expect(await findInconsistencies(sql, now)).toEqual([])
})

/** Lets 64 clients, each with its own connection and a party of 1–4, compete for 100 places. */
async function rush(
  url: string,
  slot: Parameters<typeof guestBookingRequest>[1],
  experience: Parameters<typeof guestBookingRequest>[0],
  lock: (holder: Queryable) => Promise<unknown>,
) {
  const clients = connect(url, { max: 64, ...testTimeouts })
  const parties = Array.from({ length: 64 }, (_, n) => 1 + (n % 4))
  const outcomes = await race(
    sql,
    lock,
    parties.map(
      (guests) => () =>
        retrying(clients, (client) =>
          createBooking(client, experience, guestBookingRequest(experience, slot, guests), now),
        ),
    ),
  )
  // Connections report their deadlocks when they close.
  await clients.end()
  const [{ deadlocks }] = await sql<[{ deadlocks: number }]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  const sum = (taken: boolean) =>
    parties.filter((_, n) => outcomes[n]?.ok === taken).reduce((people, guests) => people + guests, 0)
  const refused = parties.filter((_, n) => !outcomes[n]?.ok)
  return { sold: sum(true), smallestRefused: Math.min(...refused), deadlocks }
}

// ASVS 2.3.4
// Negative control: without the constraint never_oversold, and without the comparison of the party with the
// free places in take_places, all clients book, and 160 places are sold.
test('64 clients who compete for 100 places never oversell, and a party is refused only if it does not fit', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql, { capacity: 100 })
  const { sold, smallestRefused, deadlocks } = await rush(
    sql.url,
    on(day),
    experience,
    (holder) => holder`
    select from slots where pattern_id = ${pattern.id} for update`,
  )
  expect(sold).toBeLessThanOrEqual(100)
  expect(sold + smallestRefused).toBeGreaterThan(100)
  expect(deadlocks).toBe(0)
  expect(await sql`select booked from slots where version > 0 and pattern_id = ${pattern.id}`).toEqual([
    { booked: sold },
  ])
})

// Negative control: without retrying(), the first conflict fails a visitor's request.
test('64 clients never oversell if the default isolation is REPEATABLE READ', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql, { capacity: 100 })
  const { sold, smallestRefused, deadlocks } = await rush(
    withStaleSnapshots(sql.url),
    on(day),
    experience,
    (holder) => holder`
    select from slots where pattern_id = ${pattern.id} for update`,
  )
  expect(sold).toBeLessThanOrEqual(100)
  expect(sold + smallestRefused).toBeGreaterThan(100)
  expect(deadlocks).toBe(0)
  expect(await sql`select booked from slots where version > 0 and pattern_id = ${pattern.id}`).toEqual([
    { booked: sold },
  ])
})

// Negative control: without the retry in race(), the first booking fails.
test('a booking that times out while waiting takes no places, and succeeds when it is sent again', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql, { capacity: 10 })
  const make = () => createBooking(sql, experience, guestBookingRequest(experience, on(day), 2), now)
  const gaveUp = Promise.withResolvers<void>()
  await sql`alter function create_booking(jsonb) set lock_timeout = '200ms'`
  const outcomes = await race(
    sql,
    (holder) => holder`select from slots where pattern_id = ${pattern.id} for update`,
    [
      () =>
        make().catch((error: unknown) => {
          gaveUp.resolve()
          throw error
        }),
      () => gaveUp.promise.then(make),
    ],
  )
  await sql`alter function create_booking(jsonb) set lock_timeout = '4s'`
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, true])
  expect(await sql`select booked from slots where version > 0 and pattern_id = ${pattern.id}`).toEqual([
    { booked: 4 },
  ])
})

test('64 clients never oversell a legacy slot', async () => {
  const experience = await makeExperience(sql)
  const slot = await makeLegacySlot(sql, experience, `${day}T10:00:00Z`, 100)
  const { sold, smallestRefused, deadlocks } = await rush(
    sql.url,
    slot,
    experience,
    (holder) => holder`
    select from availability where id = ${slot.availability_id} for update`,
  )
  expect(sold).toBeLessThanOrEqual(100)
  expect(sold + smallestRefused).toBeGreaterThan(100)
  expect(deadlocks).toBe(0)
  expect(await sql`select available_slots from availability where id = ${slot.availability_id}`).toEqual([
    { available_slots: 100 - sold },
  ])
})

// Negative control: without lock_hosts, bookings of the two experiences count the guests of the host at the same time, so that
// more than 30 guests can book. With REPEATABLE READ, this also happens if lock_hosts does not write lock_version.
test.each([
  [24, 15, 'READ COMMITTED', sql.url],
  [2, 1, 'REPEATABLE READ', withStaleSnapshots(sql.url)],
])(
  'of %i clients who book at a host whose two experiences have places left, only %i succeed (%s)',
  async (count, fit, _, url) => {
    const market = await makeDailyExperience(sql, { capacity: 100 })
    const { vineyard_id } = market.experience
    const [host] = await sql<
      [{ id: string }]
    >`insert into hosts ${sql({ vineyard_id, name: 'The guide', capacity: 2 * fit })} returning id`
    const other = await makeDailyExperience(sql, { capacity: 100, experience: { vineyard_id } })
    await sql`update experiences set host_id = ${host.id} where vineyard_id = ${vineyard_id}`
    const clients = connect(url, { max: count, ...testTimeouts })
    const contenders = Array.from({ length: count }, (_, n) => () => {
      const { experience, on } = n % 2 === 0 ? market : other
      return retrying(clients, (client) =>
        createBooking(client, experience, guestBookingRequest(experience, on(day), 2), now),
      )
    })
    const outcomes = await race(
      sql,
      (holder) => holder`select from hosts where id = ${host.id} for update`,
      contenders,
    )
    await clients.end()
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(fit)
  },
)

// Negative control: if lock_booking locks neither slot nor booking, the places are released more than once.
test('twenty concurrent cancellations release the places once and write one email and one event', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const id = await book(sql, experience, on(day), 3, now)
  await book(sql, experience, on(day), 4, now)
  const outcomes = await race(
    sql,
    (holder) => holder`select from bookings where id = ${id} for update`,
    Array.from({ length: 20 }, () => () => cancelBookingAsGuest(sql, id, now)),
  )
  expect(outcomes.every(({ ok }) => ok)).toBe(true)
  expect(await bookingState(sql, id)).toMatchObject({
    status: 'cancelled',
    booked: 4,
    events: ['created', 'status'],
    mails: ['received', 'cancelled'],
  })
})

// Negative control: if create_booking does not look for a booking with the same key, nineteen requests fail
// with a duplicate key.
test('twenty concurrent requests with the same key make one booking', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql, { capacity: 100 })
  const same = guestBookingRequest(experience, on(day), 2)
  const outcomes = await race(
    sql,
    (holder) => holder`select from slots where pattern_id = ${pattern.id} for update`,
    Array.from({ length: 20 }, () => () => createBooking(sql, experience, same, now)),
  )
  expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.value.id)).size).toBe(1)
  expect(await sql`select booked from slots where version > 0 and pattern_id = ${pattern.id}`).toEqual([
    { booked: 2 },
  ])
})

test('concurrent requests with the same key for the last places all return the same booking', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql, { capacity: 2 })
  const same = guestBookingRequest(experience, on(day), 2)
  const outcomes = await race(
    sql,
    (holder) => holder`select from slots where pattern_id = ${pattern.id} for update`,
    Array.from({ length: 20 }, () => () => createBooking(sql, experience, same, now)),
  )
  expect(outcomes.every(({ ok }) => ok)).toBe(true)
})

// ASVS 2.3.4 Negative control: without the constraint and the comparison that the first test names, both
// bookings succeed.
test('if a new booking and a restored booking compete for the last place, only one of them gets it', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql, { capacity: 2 })
  const id = await book(sql, experience, on(day), 2, now)
  await changeBookingStatus(sql, id, 'cancelled', { by }, now)
  const [back, placed] = await race<{ ok: boolean }>(
    sql,
    (holder) => holder`select from slots where version > 0 and pattern_id = ${pattern.id} for update`,
    [
      () => changeBookingStatus(sql, id, 'confirmed', { by }, now),
      () => createBooking(sql, experience, guestBookingRequest(experience, on(day), 1), now),
    ],
  )
  expect([back?.ok, placed?.ok].filter(Boolean)).toHaveLength(1)
})
