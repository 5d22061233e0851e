import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { book, makeDailyExperience } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { race } from '../../../test/race.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { claimWaitingEmails } from '../../mail/outbox.server.ts'
import type { Queryable } from '../../platform/database/database.server.ts'
import {
  cancelBookingAsGuest,
  changeBookingStatus,
  findBookingAsGuest,
  noteCancellationsRead,
  undoBookingStatus,
} from '../booking.server.ts'
import { callOff } from '../sessions/call-off.server.ts'
import { addException, undoClosure } from '../sessions/closure.server.ts'
import { notifyVineyards } from '../scheduled-jobs.server.ts'
import { createWalkIn, undoWalkIn } from '../new-bookings/staff-booking.server.ts'

// Negative control: the first, third and fourth tests fail if a cancellation by the guest or the gate does not replace the
// cancellation by staff, because Undo then restores the booking.

const sql = await ownDatabase()
const day = '2026-06-01'
const by = { actor: 'admin', actor_id: randomUUID() } as const
/** Returns the instant that is this number of seconds after the cancellation by staff. */
const at = (seconds: number) => new Date(Date.parse(`${day}T09:00:00Z`) + seconds * 1000)

afterEach(async () => {
  expect(await findInconsistencies(sql, at(60))).toEqual([])
})

async function makeMarket() {
  const { experience, pattern, on } = await makeDailyExperience(sql, { experience: { is_instant: true } })
  await sql`update vineyards set email = ${`${randomUUID()}@estate.example`} where id = ${experience.vineyard_id}`
  const lock = (holder: Queryable) => holder`select from slots where pattern_id = ${pattern.id} for update`
  return { experience, pattern, lock, party: () => book(sql, experience, on(day), 2, at(-60)) }
}

const cancelAsStaff = (id: string) => changeBookingStatus(sql, id, 'cancelled', { by }, at(0))
const cancelAsGuest = (id: string) => cancelBookingAsGuest(sql, id, at(10))
const undo = (id: string) => undoBookingStatus(sql, id, { by, seen: 'cancelled' }, at(10))

/**
 * Lets the worker claim all waiting emails, then returns a booking's status, who set the status last, and the
 * types of the emails about its cancellation.
 */
async function outcomeOf(id: string) {
  await sql.begin(async (sql) =>
    notifyVineyards(sql, await claimWaitingEmails(sql, 1000, true, at(60)), at(60)),
  )
  const [row] = await sql`
    select b.status, (
      select e.actor from booking_events e where e.booking_id = b.id and e.kind = 'status' order by e.id desc limit 1
    ) as by, (
      select array_agg(m.email_type order by m.email_type) from emails m
      where m.booking_id = b.id and m.email_type like '%cancelled' and m.state = 'waiting'
        and not is_superseded(m.booking_id, m.email_type, coalesce(m.event_id, m.after_event_id))
    ) as mails
    from bookings b where b.id = ${id}`
  return row
}

/** Each race runs several times, because either request may come first. */
const rounds = [1, 2, 3, 4]
const final = { ok: false, problem: { kind: 'final' } }

test('the guest’s cancellation overrides a concurrent Undo by staff, and guest and vineyard get one email each', async () => {
  const { party, lock } = await makeMarket()
  for (const _ of rounds) {
    const id = await party()
    await cancelAsStaff(id)
    const [cancelled, undone] = await race<unknown>(sql, lock, [() => cancelAsGuest(id), () => undo(id)])
    expect(cancelled).toEqual({ ok: true, value: undefined })
    expect([final, { ok: true, value: 'confirmed' }]).toContainEqual(undone)
    expect(await outcomeOf(id)).toEqual({
      status: 'cancelled',
      by: 'guest',
      mails: ['cancelled', 'vineyard_cancelled'],
    })
    expect((await undo(id)).ok).toBe(false)
  }
})

test('a guest’s cancellation changes nothing after the cancellation by staff is final', async () => {
  const { party } = await makeMarket()
  const id = await party()
  await cancelAsStaff(id)
  for (const seconds of [30, 3600]) await cancelBookingAsGuest(sql, id, at(seconds))
  expect(await outcomeOf(id)).toEqual({ status: 'cancelled', by: 'admin', mails: ['cancelled'] })
})

test('undoing a closure restores all bookings except a booking whose guest cancelled it meanwhile', async () => {
  for (const _ of rounds) {
    const { experience, party, lock } = await makeMarket()
    const { vineyard_id } = experience
    const [own, other] = [await party(), await party()]
    const closure = { vineyard_id, starts_on: day, ends_on: day, capacity: null }
    const closed = await addException(sql, closure, { by, bookings: 'cancel' }, at(0))
    if (!closed.ok) throw new Error('not closed')
    const answers = await race<{ ok: boolean }>(sql, lock, [
      () => cancelAsGuest(own),
      () => undoClosure(sql, closed.value.id, { by }, at(10)),
    ])
    expect(answers).toMatchObject([{ ok: true }, { ok: true }])
    expect(await outcomeOf(own)).toMatchObject({ status: 'cancelled', by: 'guest' })
    expect(await outcomeOf(other)).toMatchObject({ status: 'confirmed', mails: null })
  }
})

test('a walk-in stays cancelled after staff at the gate remove it, even if other staff undo an earlier cancellation', async () => {
  const { experience, pattern, lock } = await makeMarket()
  const walkIn = async () => {
    const request = {
      experience_id: experience.id,
      slot: { pattern_id: pattern.id, slot_date: day },
      number_of_guests: 2,
      guest_name: null,
      idempotency_key: randomUUID(),
      requested_at: at(-60).toISOString(),
    }
    const made = await createWalkIn(sql, request, { by, overbook: false }, at(-60))
    if (!made.ok) throw new Error('refused')
    return made.value
  }
  for (const _ of rounds) {
    const { id, reference } = await walkIn()
    await cancelAsStaff(id)
    const [undone] = await race<{ ok: boolean }>(sql, lock, [
      () => undoWalkIn(sql, reference, { by }, at(10)),
      () => undo(id),
    ])
    expect([undone?.ok, (await undo(id)).ok]).toEqual([true, false])
    expect(await outcomeOf(id)).toMatchObject({ status: 'cancelled' })
  }
  const { id, reference } = await walkIn()
  await undoWalkIn(sql, reference, { by }, at(0))
  await undoWalkIn(sql, reference, { by }, at(1))
  expect((await undo(id)).ok).toBe(false)
})

// Negative control: if note_cancellations_read does not lock the booking, it does not wait for an Undo.
test('a guest who reads the page during an Undo either sees the restored booking or is emailed the confirmation', async () => {
  const { party } = await makeMarket()
  const ids = [await party(), await party(), await party()]
  for (const id of ids) {
    await sql`update emails set state = 'kept' where booking_id = ${id}`
    await cancelAsStaff(id)
  }
  for (const id of ids) {
    const [page] = await race<{ status: string } | undefined>(
      sql,
      (holder) => holder`select from bookings where id = ${id} for update`,
      [() => findBookingAsGuest(sql, id, at(10)), async () => void (await undo(id))],
    )
    const sent = await sql`
      select from emails where booking_id = ${id} and email_type = 'confirmed' and state = 'waiting'`
    expect([page?.status, sent.length]).toEqual(sent.length === 1 ? ['cancelled', 1] : ['confirmed', 0])
  }
})

test('if a guest cancels twice after staff have cancelled, the history gets only one cancellation by the guest', async () => {
  const { party } = await makeMarket()
  const id = await party()
  await cancelAsStaff(id)
  for (const seconds of [10, 11]) await cancelBookingAsGuest(sql, id, at(seconds))
  const events =
    await sql`select actor from booking_events where booking_id = ${id} and actor = 'guest' and kind = 'status'`
  expect([...events]).toEqual([{ actor: 'guest' }])
})

test('reading about a change to pending does not count as reading about a cancellation', async () => {
  const { party } = await makeMarket()
  const id = await party()
  await changeBookingStatus(sql, id, 'pending', { by }, at(0))
  expect(await noteCancellationsRead(sql, [id], at(5))).toEqual(new Set())
})

/**
 * Cancels a booking as staff, lets its guest read about the cancellation, and undoes the cancellation. Returns the types of the
 * waiting or failed emails.
 */
async function readAndUndo(id: string) {
  await cancelAsStaff(id)
  await findBookingAsGuest(sql, id, at(5))
  expect(await undo(id)).toMatchObject({ ok: true })
  const emails = await sql<{ email_type: string }[]>`
    select email_type from emails where booking_id = ${id} and state in ('waiting', 'failed')`
  return emails.map(({ email_type }) => email_type)
}

test('staff can still undo a cancellation after a guest without email has read about it', async () => {
  const { party } = await makeMarket()
  const id = await party()
  await sql`update emails set state = 'kept' where booking_id = ${id}`
  await sql`update bookings set channel = 'staff', guest_email = null where id = ${id}`
  expect(await readAndUndo(id)).toEqual([])
})

test('an Undo writes no second confirmation if the first one is about to be sent again', async () => {
  const { party } = await makeMarket()
  const id = await party()
  await sql`update emails set state = 'failed' where booking_id = ${id}`
  expect(await readAndUndo(id)).toEqual(['confirmed'])
})

test('after an Undo, the guest of a called-off session gets no confirmation, but another email about the call-off', async () => {
  const { experience, party } = await makeMarket()
  const id = await party()
  const facts = {
    vineyard_id: experience.vineyard_id,
    day,
    slots: null,
    reason: 'weather' as const,
    message: '',
  }
  expect(await callOff(sql, facts, { by }, at(-40))).toMatchObject({ ok: true })
  await sql`update emails set state = 'kept' where booking_id = ${id}`
  expect(await readAndUndo(id)).toEqual(['called_off'])
})
