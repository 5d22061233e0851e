import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { book, bookingState, makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { overlap } from '../../../test/overlap.ts'
import { untilWaiting } from '../../../test/race.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import { addDays } from '../../platform/days.ts'
import { moveBooking } from '../booking.server.ts'
import { addException, undoClosure } from './closure.server.ts'

const sql = await ownDatabase()
const day = '2026-06-06'
const by = { actor: 'admin', actor_id: randomUUID() } as const
/** Returns the instant that is this number of seconds after the closure. */
const at = (seconds: number) => new Date(Date.parse('2026-06-01T09:00:00Z') + seconds * 1000)

afterEach(async () => {
  expect(await findInconsistencies(sql, at(60))).toEqual([])
})

/** Books a party on each day, and then closes the vineyard on these days and cancels the parties. */
async function makeClosed({ days = [day, addDays(day, 1)], isClosedBefore = false } = {}) {
  const market = await makeDailyExperience(sql)
  const { id: experience_id, vineyard_id } = market.experience
  const ids: string[] = []
  for (const each of days) ids.push(await book(sql, market.experience, market.on(each), 3, at(-60)))
  const closure = { vineyard_id, starts_on: days[0] ?? day, ends_on: days.at(-1) ?? day, capacity: null }
  if (isClosedBefore)
    await addException(sql, { ...closure, experience_id }, { by, bookings: 'keep' }, at(-30))
  const closed = await addException(sql, closure, { by, bookings: 'cancel' }, at(0))
  const closure_id = (closed.ok && closed.value.id) || expect.fail(JSON.stringify(closed))
  return {
    ...market,
    ids,
    closure_id,
    undo: (on: Queryable) => undoClosure(on, closure_id, { by }, at(10)),
    closeAgain: (on: Queryable) => addException(on, closure, { by, bookings: 'cancel' }, at(10)),
    statuses: async () => Promise.all(ids.map(async (id) => `${(await bookingState(sql, id))?.status}`)),
  }
}

test('a move that begins during an Undo of a closure moves the restored booking', async () => {
  const { ids, on, undo, statuses } = await makeClosed()
  const [id = ''] = ids
  const slot = on(addDays(day, 7))
  const [undone, moved] = await overlap(sql, undo, () => moveBooking(sql, id, { slot }, { by }, at(10)))
  expect(undone).toEqual({ ok: true, value: { bookings: 2 } })
  expect(moved).toEqual({ ok: true, value: undefined })
  expect(await bookingState(sql, id)).toMatchObject({ booking_date: slot.slot_date, booked: 3 })
  expect(await statuses()).toEqual(['pending', 'pending'])
})

test('an Undo of a closure that begins during a refused move restores all bookings', async () => {
  const { ids, on, undo, statuses } = await makeClosed()
  const move = (holder: Queryable) =>
    moveBooking(holder, ids[0] ?? '', { slot: on(addDays(day, 7)) }, { by }, at(10))
  const [moved, undone] = await overlap(sql, move, () => undo(sql))
  expect(moved).toEqual({ ok: false, problem: { kind: 'final' } })
  expect(undone).toEqual({ ok: true, value: { bookings: 2 } })
  expect(await statuses()).toEqual(['pending', 'pending'])
})

// Negative control: this test fails if remove_exception does not lock the vineyard.
test('an Undo of a closure and another closure of the same slots run one after the other, whichever is first', async () => {
  const first = await makeClosed()
  const [undone, closed] = await overlap(sql, first.undo, () => first.closeAgain(sql))
  expect(undone).toEqual({ ok: true, value: { bookings: 2 } })
  expect(closed).toMatchObject({ ok: true, value: { bookings: 2 } })
  const second = await makeClosed()
  const [closedFirst, refused] = await overlap(sql, second.closeAgain, () => second.undo(sql))
  expect(closedFirst).toMatchObject({ ok: true, value: { bookings: 0 } })
  expect(refused).toEqual({ ok: false, problem: 'gone' })
  for (const { statuses } of [first, second]) expect(await statuses()).toEqual(['cancelled', 'cancelled'])
})

// Negative control: this test fails if the Undo locks the slot of each booking only when it restores this booking.
test('an Undo of a closure and a move between two of its slots do not deadlock, even if another closure keeps them closed', async () => {
  const days = [0, 1, 2, 3, 4].map((n) => addDays(day, n))
  const { ids, on, closure_id, statuses } = await makeClosed({ days, isClosedBefore: true })
  // An Undo restores the booking with the largest id first. Moves lock slots in the order of their days, so the move goes
  // from a day that the Undo restores later to a later day that the Undo restores earlier.
  const order = ids.map((_, n) => n).toSorted((a, b) => ((ids[a] ?? '') < (ids[b] ?? '') ? 1 : -1))
  const turn = Math.max(
    1,
    order.findIndex((n, k) => n < (order[k - 1] ?? -1)),
  )
  const [to = 0, from = 0] = order.slice(turn - 1)
  const target = on(days[to] ?? '')
  // Calls the SQL functions directly, because the functions of the app would retry after a deadlock.
  const undo = () =>
    sql`select problem, bookings from undo_closure(null, ${closure_id}, 'admin', ${by.actor_id}, ${at(10)})`
  const move = () => sql`
    select problem from move_booking(${ids[from] ?? ''}, null, ${sql.json(target)}, 'admin', ${by.actor_id}, false, ${at(10)})`
  const outcomes = await sql.begin(async (holder) => {
    await holder`
      select from slots where pattern_id = ${target.pattern_id} and slot_date = ${target.slot_date} for update`
    const ended = new AbortController()
    const act = (statement: PromiseLike<unknown[]>) =>
      Promise.resolve(statement).finally(() => ended.abort(new Error('ended without waiting')))
    const undone = act(undo())
    await untilWaiting(sql, 1, ended.signal)
    const moved = act(move())
    await untilWaiting(sql, 2, ended.signal)
    return { both: Promise.allSettled([undone, moved]) }
  })
  expect(
    (await outcomes.both).map((each) => (each.status === 'fulfilled' ? [...each.value] : each.reason)),
  ).toEqual([[{ problem: null, bookings: 5 }], [{ problem: 'gone' }]])
  expect(await statuses()).toEqual(days.map(() => 'pending'))
})
