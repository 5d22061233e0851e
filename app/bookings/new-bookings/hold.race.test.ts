import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { findSlots } from '../../availability/slot.server.ts'
import {
  book,
  tryBooking,
  guestBookingRequest,
  hold,
  makeDailyExperience,
  makeLegacySlot,
} from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeExperience } from '../../../test/make.ts'
import { overlap } from '../../../test/overlap.ts'
import { race, raceOfClients, untilWaiting } from '../../../test/race.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import type { Queryable, Sql } from '../../platform/database/database.server.ts'
import { retrying } from '../../platform/database/retry.server.ts'
import { changeBookingStatus } from '../booking.server.ts'
import { createBooking } from './create-booking.server.ts'
import { addException } from '../sessions/closure.server.ts'
import { bookHold, findHold, releaseHold } from './hold.server.ts'
import { releaseExpiredHolds } from '../scheduled-jobs.server.ts'

const sql = await ownDatabase()
const day = '2026-06-06'
const by = { actor: 'admin', actor_id: randomUUID() } as const
const guest = {
  guest_name: 'Ada',
  guest_email: 'ada@example.com',
  guest_phone: '01632 960123',
  special_requests: '',
}
const at = (minutes: number) => new Date(Date.parse('2026-06-01T09:00:00Z') + minutes * 60_000)
const capacity = 60

type Slot = { pattern_id: string; slot_date: string } | { availability_id: string; slot_date: string }
type SlotOfExperience = { experience: Awaited<ReturnType<typeof makeExperience>>; slot: Slot }
type Market = Awaited<ReturnType<typeof makeMarket>>
const kinds = ['pattern', 'legacy', 'hosted'] as const

/** Creates a slot with 60 places: 20 in expired holds that nobody released, 8 in live holds, and 8 booked. */
async function makeMarket(kind: (typeof kinds)[number]) {
  const legacy = await makeExperience(sql, { max_group_size: null })
  const daily = await makeDailyExperience(sql, { capacity })
  if (kind === 'hosted')
    await sql`
      with host as (
        insert into hosts (vineyard_id, name, capacity) values (${daily.experience.vineyard_id}, 'Guide', ${capacity}) returning id
      )
      update experiences set host_id = (select id from host) where id = ${daily.experience.id}`
  const [experience, slot] =
    kind === 'legacy'
      ? ([legacy, await makeLegacySlot(sql, legacy, `${day}T10:00:00Z`, capacity)] as const)
      : ([daily.experience, daily.on(day)] as const)
  const lock = (holder: Queryable) =>
    'pattern_id' in slot
      ? holder`select from slots where pattern_id = ${slot.pattern_id} for update`
      : holder`select from availability where id = ${slot.availability_id} for update`
  const times = <Value>(count: number, make: () => Promise<Value>) =>
    Promise.all(Array.from({ length: count }, make))
  const held = (minutes: number) => () => hold(sql, experience, slot, 2, [at(0), at(minutes)])
  return {
    experience,
    slot,
    lock,
    expired: await times(10, held(10)),
    live: await times(4, held(60)),
    booked: await times(4, () => book(sql, experience, slot, 2, at(0))),
  }
}

/** Tries to hold places for ten minutes and returns whether they were held. */
const tryToHold = (client: Sql, { experience, slot }: SlotOfExperience, guests: number, now: number) =>
  hold(client, experience, slot, guests, [at(now), at(now + 10)]).then(
    () => ({ ok: true }),
    (error: Error) => {
      if (!error.message.startsWith('refused')) throw error
      return { ok: false }
    },
  )

const reserve = (sql: Sql, { experience, slot }: SlotOfExperience, guests: number, now: number) =>
  retrying(sql, (sql) =>
    createBooking(sql, experience, guestBookingRequest(experience, slot, guests), at(now)),
  )

/** Lets 64 clients, each with its own connection, wait for the lock on the slot and then act at once. */
async function raceOn<Outcome>(
  { lock }: Pick<Market, 'lock'>,
  contenders: ((client: Sql) => Promise<Outcome>)[],
) {
  expect(contenders).toHaveLength(64)
  return raceOfClients(sql, lock, contenders)
}

const remainingAt = async ({ experience }: Market, now: number) =>
  (await findSlots(sql, experience.id, day, at(now)))[0]?.remaining

const many = <Value>(count: number, make: (n: number) => Value) =>
  Array.from({ length: count }, (_, n) => make(n))

afterEach(async () => {
  const [{ deadlocks }] = await sql<[{ deadlocks: number }]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks).toBe(0)
})

// Negative control: without release_expired_holds, parties are refused although there are places for them.
test.each(kinds)(
  'when 64 clients hold, book and confirm, nothing is oversold, and every party that fits gets its places (%s)',
  async (kind) => {
    const market = await makeMarket(kind)
    const partyOf = (n: number) => 1 + (n % 4)
    const outcomes = await raceOn<{ ok: boolean }>(market, [
      ...many(26, (n) => (client: Sql) => reserve(client, market, partyOf(n), 20)),
      ...many(24, (n) => (client: Sql) => tryToHold(client, market, partyOf(n), 20)),
      ...many(4, (n) => (client: Sql) => bookHold(client, market.live[n] ?? '', guest, { by }, at(20))),
      ...many(10, (n) => (client: Sql) => bookHold(client, market.expired[n] ?? '', guest, { by }, at(20))),
    ])
    const refused = many(64, (n) => (n < 50 ? partyOf(n < 26 ? n : n - 26) : 2)).filter(
      (_, n) => !outcomes[n]?.ok,
    )
    expect(await findInconsistencies(sql, at(20))).toEqual([])
    expect(
      outcomes.slice(50, 54).every(({ ok }) => ok),
      'live holds are booked',
    ).toBe(true)
    expect(Math.min(...refused)).toBeGreaterThan((await remainingAt(market, 20)) ?? 0)

    // All holds have expired, and nobody has released them.
    const [{ guests: sold }] = await sql<[{ guests: number }]>`
      select sum(number_of_guests)::int as guests from bookings where experience_id = ${market.experience.id}`
    expect(await remainingAt(market, 31)).toBe(capacity - sold)
    const later = await raceOn(
      market,
      many(64, (n) => (client: Sql) => reserve(client, market, partyOf(n), 31)),
    )
    const smallest = Math.min(...many(64, partyOf).filter((_, n) => !later[n]?.ok))
    expect(smallest).toBeGreaterThan((await remainingAt(market, 31)) ?? 0)
    expect(await findInconsistencies(sql, at(31))).toEqual([])
  },
)

test.each(kinds)(
  'after 64 clients hold, confirm, release, cancel, close and reduce the capacity, all counters agree (%s)',
  async (kind) => {
    const market = await makeMarket(kind)
    const { vineyard_id } = market.experience
    const except = (client: Sql, changes: { capacity: number | null }) =>
      retrying(client, (client) =>
        addException(
          client,
          { vineyard_id, starts_on: day, ends_on: day, ...changes },
          { by, bookings: 'keep' },
          at(20),
        ),
      )
    await raceOn<unknown>(market, [
      ...many(20, (n) => (client: Sql) => reserve(client, market, 1 + (n % 3), 20)),
      ...many(20, (n) => (client: Sql) => tryToHold(client, market, 1 + (n % 3), 20)),
      ...many(4, (n) => (client: Sql) => bookHold(client, market.live[n] ?? '', guest, { by }, at(20))),
      ...many(2, (n) => (client: Sql) => releaseHold(client, market.live[n] ?? '', { by }, at(20))),
      ...many(6, (n) => (client: Sql) => bookHold(client, market.expired[n] ?? '', guest, { by }, at(20))),
      ...many(6, (n) => (client: Sql) => releaseHold(client, market.expired[n] ?? '', { by }, at(20))),
      ...many(
        4,
        (n) => (client: Sql) =>
          changeBookingStatus(client, market.booked[n] ?? '', 'cancelled', { by }, at(20)),
      ),
      (client: Sql) => except(client, { capacity: 20 }),
      (client: Sql) => except(client, { capacity: null }),
    ])
    expect(await findInconsistencies(sql, at(20))).toEqual([])
    await releaseExpiredHolds(sql, at(90))
    expect(await sql`select from holds where ended_at is null`).toHaveLength(0)
    expect(await findInconsistencies(sql, at(90))).toEqual([])
  },
)

// Negative control: a released hold is booked if the hold is not read again after locking.
test('a hold that clients book and release at the same time is either booked once or released', async () => {
  const daily = await makeDailyExperience(sql, { capacity })
  const [experience, slot] = [daily.experience, daily.on(day)]
  const lock = (holder: Queryable) =>
    holder`select from slots where pattern_id = ${slot.pattern_id} for update`
  const ids = await Promise.all(many(8, () => hold(sql, experience, slot, 2, [at(0), at(60)])))
  const answers = await raceOn(
    { lock },
    many(64, (n) => async (client: Sql) => {
      const id = ids[n % 8] ?? ''
      const does = (n + Math.floor(n / 8)) % 2 === 0 ? 'release' : 'book'
      const act =
        does === 'release'
          ? releaseHold(client, id, { by }, at(1))
          : bookHold(client, id, guest, { by }, at(1))
      const outcome = await act
      return { id, said: `${does}: ${outcome.ok ? 'done' : JSON.stringify(outcome.problem)}` }
    }),
  )
  for (const id of ids) {
    const { outcome } = (await findHold(sql, id, { by })) ?? expect.fail()
    const said = new Set(answers.filter((answer) => answer.id === id).map((answer) => answer.said))
    expect([...said].toSorted()).toEqual(
      outcome === 'booked'
        ? ['book: done', 'release: "booked"']
        : ['book: {"kind":"ended"}', 'release: done'],
    )
  }
  expect(await findInconsistencies(sql, at(1))).toEqual([])
})

// Negative control: if places_left ignores held places, the booking violates the constraint never_oversold.
test('a booking that waits for a concurrent hold is refused if the hold leaves too few places', async () => {
  const { experience, on } = await makeDailyExperience(sql, { capacity: 4 })
  const [, problem] = await overlap(
    sql,
    (holder) => hold(holder, experience, on(day), 3, [at(0), at(10)]),
    () => tryBooking(sql, experience, on(day), 2, at(1)),
  )
  expect(problem).toBe('full')
})

// Negative control: without the lock on the slot in release_expired_holds, the job and the sale would deadlock.
test('the job that releases expired holds waits for a sale in the slot', async () => {
  const { experience, on } = await makeDailyExperience(sql, { capacity })
  const { pattern_id } = on(day)
  await hold(sql, experience, on(day), 2, [at(0), at(10)])
  const sale = await sql.reserve()
  await sale`begin`
  await sale`select from slots where version > 0 and pattern_id = ${pattern_id} for update`
  const job = releaseExpiredHolds(sql, at(20))
  await untilWaiting(sql, 1)
  const [released] = await sale`
      select release_expired_holds(id, ${at(20)}) as places from slots
      where pattern_id = ${pattern_id} and slot_date = ${day}`
  await sale`commit`
  sale.release()
  await job
  expect(released).toEqual({ places: 2 })
  expect(await findInconsistencies(sql, at(20))).toEqual([])
})

test('holds and bookings wait for an edit of their experience, and then respect the capacity of its new host', async () => {
  const { experience, on } = await makeDailyExperience(sql, { capacity })
  const session = { experience, slot: on(day) }
  const [host] = await sql<[{ id: string }]>`
    insert into hosts (vineyard_id, name, capacity) values (${experience.vineyard_id}, 'Guide', 2) returning id`
  const outcomes = await race<{ ok: boolean }>(
    sql,
    (holder) => holder`update experiences set host_id = ${host.id} where id = ${experience.id}`,
    [() => tryToHold(sql, session, 3, 0), () => reserve(sql, session, 3, 0)],
  )
  expect(outcomes.map(({ ok }) => ok)).toEqual([false, false])
})
