import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, expect, test } from 'vitest'

import { removePattern, savePlan, updatePattern } from '../availability/plan.server.ts'
import { setExperienceActive, setVineyardVisible } from '../../test/offer.ts'
import {
  book,
  bookingState,
  makeLegacySlot,
  makeDailyExperience,
  guestBookingRequest,
} from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { makeExperience } from '../../test/make.ts'
import { overlap, withStaleSnapshots } from '../../test/overlap.ts'
import { raceOfClients, untilWaiting } from '../../test/race.ts'
import type { Queryable, Sql } from '../platform/database/database.server.ts'
import { retrying } from '../platform/database/retry.server.ts'
import { createBooking, createBookingByStart } from './new-bookings/create-booking.server.ts'
import { cancelBookingAsGuest } from './booking.server.ts'
import { addException, removeException } from './sessions/closure.server.ts'
import { findInconsistencies } from '../operations/consistency-checks/consistency-check.server.ts'
import { connect } from '../platform/database/pool.server.ts'

const sql = await ownDatabase()
/** Connections whose transactions each read from a single snapshot, as an operator may configure. */
const stale = connect(withStaleSnapshots(sql.url), { max: 10 })
afterAll(() => stale.end())

const now = new Date('2026-06-01T09:00:00Z')
const day = '2026-06-06'
const by = { actor: 'admin', actor_id: randomUUID() } as const
type Market = Awaited<ReturnType<typeof makeDailyExperience>>

const close = ({ experience }: Market, on: Queryable = sql) =>
  addException(
    on,
    { vineyard_id: experience.vineyard_id, starts_on: day, ends_on: day, capacity: null },
    { by },
    now,
  )
const deactivate = ({ experience }: Market, on: Queryable = sql) =>
  setExperienceActive(on, experience.id, false, { by }, now)
const hide = ({ experience }: Market, on: Queryable = sql) =>
  setVineyardVisible(on, experience.vineyard_id, false, { by }, now)
const cut = ({ pattern }: Market, on: Queryable = sql) =>
  updatePattern(on, pattern.id, { capacity: 1 }, { by }, now)
const bookIn = (on: Queryable, { experience, on: at }: Market) =>
  retrying(on, (on) => createBooking(on, experience, guestBookingRequest(experience, at(day), 2), now))

/** Returns a function that makes an edit and counts the guests booked by then: 0 if the edit did not wait for the booking. */
const guestsAfter = (edit: typeof deactivate | typeof hide) => async (market: Market) => {
  expect(await edit(market)).toMatchObject({ ok: true })
  const [{ guests }] = await sql<[{ guests: number }]>`
    select coalesce(sum(number_of_guests), 0)::int as guests from bookings where experience_id = ${market.experience.id}`
  return guests
}

/** Returns the outcome of a booking that begins before an edit is committed. */
async function bookingAfter(edit: typeof close | typeof deactivate | typeof cut, bookOn: Sql = sql) {
  const market = await makeDailyExperience(sql)
  const [, booked] = await overlap<unknown, Awaited<ReturnType<typeof bookIn>>>(
    sql,
    (holder) => edit(market, holder),
    () => bookIn(bookOn, market),
  )
  return booked
}

/** Returns the outcome of an edit that begins before a booking is committed. */
async function editAfterBooking<Answer>(edit: (market: Market) => Promise<Answer>) {
  const market = await makeDailyExperience(sql)
  const [booked, answer] = await overlap(
    sql,
    (holder) => bookIn(holder, market),
    () => edit(market),
  )
  expect(booked.ok).toBe(true)
  return answer
}

const gone = { ok: false, problem: { kind: 'gone', remaining: 0 } }

afterEach(async () => {
  expect(await findInconsistencies(sql, now)).toEqual([])
})

// ASVS 15.4.2 Locks on the slot and its experience make bookings wait for edits. The last test removes these
// locks, and the booking then ignores the edit.
test('a booking is refused if its day is closed at the same time', async () => {
  expect(await bookingAfter(close)).toMatchObject(gone)
  expect(await editAfterBooking(close)).toEqual({
    ok: false,
    problem: { kind: 'booked', bookings: 1, guests: 2, without_email: 0, held: 0, paid: 0 },
  })
})

test('a booking is refused if its experience is deactivated at the same time', async () => {
  expect(await bookingAfter(deactivate)).toMatchObject(gone)
  expect(await editAfterBooking(guestsAfter(deactivate))).toBe(2)
})

test('a booking is refused if its vineyard is hidden at the same time', async () => {
  expect(await bookingAfter(hide)).toMatchObject(gone)
  expect(await editAfterBooking(guestsAfter(hide))).toBe(2)
})

test('a booking is refused if the capacity is reduced at the same time', async () => {
  expect(await bookingAfter(cut)).toMatchObject({ ok: false, problem: { kind: 'full', remaining: 1 } })
  expect(await editAfterBooking(cut)).toMatchObject({ ok: true, value: { bookings: 0, guests: 0, over: 1 } })
})

// Negative control: without the locks of update_slots before is_pattern_used, deleting the slots breaks a foreign key.
test.each<[string, (market: Market) => Promise<{ ok: boolean }>]>([
  ['removed', ({ pattern }) => removePattern(sql, pattern.id, { by }, now)],
  ['left out of a plan', ({ experience }) => savePlan(sql, experience.id, [], { by, seen: null }, now)],
])(
  'a start that is %s while its first booking commits is deactivated, and the booking stays',
  async (_, edit) => {
    // No slot of the start is on a past day, so the first booking decides whether the start was used.
    const market = await makeDailyExperience(sql, { pattern: { valid_from: now } })
    const [, edited] = await overlap(
      sql,
      (holder) => bookIn(holder, market),
      () => edit(market),
    )
    expect(edited).toMatchObject({ ok: true, value: { bookings: 1, guests: 2 } })
    const left = await sql`
    select p.is_active, s.booked, s.retired_at is null as is_planned
    from availability_patterns p join slots s on s.pattern_id = p.id where p.id = ${market.pattern.id}`
    expect(left).toMatchObject([{ is_active: false, booked: 2, is_planned: false }])
  },
)

// Negative control: if create_booking ignores the start time, this test books at four o'clock.
test('a booking that names its start time is refused when the pattern moves to another start time', async () => {
  const market = await makeDailyExperience(sql)
  const { slot: _, price_per_person, ...wanted } = guestBookingRequest(market.experience, market.on(day), 2)
  const { id: experience_id, vineyard_id } = market.experience
  const byStart = {
    ...wanted,
    experience_id,
    vineyard_id,
    start_time: '14:30',
    total_price: 2 * price_per_person,
    user_id: null,
  }
  const [, booked] = await overlap<unknown, unknown>(
    sql,
    (holder) => updatePattern(holder, market.pattern.id, { start_time: '16:00' }, { by }, now),
    () => createBookingByStart(sql, byStart, now),
  )
  expect(booked).toMatchObject(gone)
})

// Negative control: lock_experiences also updates the experiences that it locks. Without this update, the
// booking at the hidden vineyard succeeds, because it reads from the snapshot that it took before the edit
// was committed.
test('a booking is refused because of a concurrent edit, even if the booking reads from an older snapshot', async () => {
  expect(await bookingAfter(close, stale)).toMatchObject(gone)
  expect(await bookingAfter(deactivate, stale)).toMatchObject(gone)
  expect(await bookingAfter(hide, stale)).toMatchObject(gone)
  expect(await bookingAfter(cut, stale)).toMatchObject({ ok: false, problem: { kind: 'full', remaining: 1 } })
})

// Negative control: without lock_slots, the first three bookings are not refused as gone. If lock_experiences
// does not update the experiences, the last booking succeeds.
test('a booking of a legacy slot is refused because of a concurrent edit, even if the booking reads from an older snapshot', async () => {
  const after = async (edit: typeof close | typeof deactivate, bookOn: Sql) => {
    const experience = await makeExperience(sql)
    const slot = await makeLegacySlot(sql, experience, `${day}T10:00:00Z`, 4)
    const [, booked] = await overlap<unknown, unknown>(
      sql,
      (holder) => edit({ experience } as Market, holder),
      () =>
        retrying(bookOn, (on) =>
          createBooking(on, experience, guestBookingRequest(experience, slot, 2), now),
        ),
    )
    return booked
  }
  expect(await after(close, sql)).toMatchObject(gone)
  expect(await after(deactivate, sql)).toMatchObject(gone)
  expect(await after(hide, sql)).toMatchObject(gone)
  expect(await after(close, stale)).toMatchObject(gone)
  expect(await after(deactivate, stale)).toMatchObject(gone)
  expect(await after(hide, stale)).toMatchObject(gone)
})

// Negative control: if lock_availability does not lock the vineyard's row, the closure does not wait for the new pattern and
// misses its first booking.
test('a closure also applies to a vineyard’s first pattern if the pattern is added at the same time', async () => {
  const experience = await makeExperience(sql)
  const pattern = { days_of_week: [6], start_time: '10:00', capacity: 5, valid_from: day, valid_until: null }
  const [made, closed] = await overlap<{ problem: string | null; pattern_id: string }, unknown>(
    sql,
    async (holder) => {
      const [row] = await holder<[{ problem: string | null; pattern_id: string }]>`
        select * from create_pattern(null, ${experience.id}, ${sql.json(pattern)}, 'admin', ${by.actor_id}, ${now})`
      await book(holder, experience, { pattern_id: row.pattern_id, slot_date: day }, 2, now)
      return row
    },
    () => close({ experience } as Market),
  )
  expect(made.problem).toBeNull()
  expect(closed).toEqual({
    ok: false,
    problem: { kind: 'booked', bookings: 1, guests: 2, without_email: 0, held: 0, paid: 0 },
  })
})

// Negative control: without lock_availability in remove_exception, the removal does not see the new closure and opens the day.
test('a day stays closed if one closure is added while another is removed', async () => {
  const remove = (id: string, on: Queryable) => removeException(on, id, { by }, now)
  for (const isAddedFirst of [true, false]) {
    const market = await makeDailyExperience(sql)
    const closed = await close(market)
    const former = closed.ok ? closed.value.id : ''
    const edits = [(on: Queryable) => close(market, on), (on: Queryable) => remove(former, on)]
    const [first, second] = isAddedFirst ? edits : edits.toReversed()
    const outcomes = await overlap<{ ok: boolean } | undefined, { ok: boolean } | undefined>(
      sql,
      async (holder) => first?.(holder),
      async () => second?.(sql),
    )
    expect(outcomes).toMatchObject([{ ok: true }, { ok: true }])
    const slots = await sql`
      select is_closed from slots where pattern_id = ${market.pattern.id} and slot_date = ${day}`
    expect([...slots]).toEqual([{ is_closed: true }])
  }
})

// Negative control: if the cancellation locks the booking before the slot, the cancellation and the closure deadlock.
test('a guest and a closure cancel a booking at the same time without a deadlock, and its places are freed once', async () => {
  const market = await makeDailyExperience(sql)
  const { experience, pattern, on } = market
  const id = await book(sql, experience, on(day), 2, now)
  await book(sql, experience, on('2026-06-07'), 3, now)
  const closure = { vineyard_id: experience.vineyard_id, starts_on: day, ends_on: day, capacity: null }
  const outcomes = await raceOfClients<{ ok: boolean }>(
    sql,
    (holder) => holder`select from slots where pattern_id = ${pattern.id} and slot_date = ${day} for update`,
    [
      (client) => addException(client, closure, { by, bookings: 'cancel' }, now),
      ...Array.from({ length: 4 }, () => async (client: Sql) => {
        // The closure is the first to wait for the slot.
        await untilWaiting(sql, 1)
        return cancelBookingAsGuest(client, id, now)
      }),
    ],
  )
  expect(outcomes.every(({ ok }) => ok)).toBe(true)
  expect(await bookingState(sql, id)).toMatchObject({ status: 'cancelled', booked: 0 })
  const [{ deadlocks }] = await sql<[{ deadlocks: number }]>`
    select deadlocks from pg_stat_database where datname = current_database()`
  expect(deadlocks).toBe(0)
})

// ASVS 15.4.2
test('without the locks on slot and experience, a booking ignores a concurrent edit, and only a constraint prevents overselling', async () => {
  const lock = await functionText('lock_slots')
  await sql.unsafe(lock.replace(/begin[\s\S]*end/, 'begin end'))
  try {
    for (const edit of [deactivate, hide]) expect(await bookingAfter(edit)).toMatchObject({ ok: true })
    // Without the locks, the constraint still prevents overselling.
    for (const edit of [close, cut]) await expect(bookingAfter(edit)).rejects.toThrow('never_oversold')
  } finally {
    await sql.unsafe(lock)
  }
})

async function functionText(name: string): Promise<string> {
  const [row] = await sql<[{ text: string }]>`select pg_get_functiondef(${name}::regproc) as text`
  return row.text
}
