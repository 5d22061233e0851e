import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { book, bookingState, hold, makeDailyExperience, makeLegacySlot } from '../../../test/book.ts'
import { ownDatabase } from '../../../test/database.ts'
import { makeExperience, storeSlots } from '../../../test/make.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'
import { emailText } from '../../mail/email-text.ts'
import { claimWaitingEmails } from '../../mail/outbox.server.ts'
import type { BookingStatus } from '../booking.ts'
import {
  cancelBookingAsGuest,
  changeBookingStatus,
  moveBooking,
  undoBookingStatus,
} from '../booking.server.ts'
import { bookingEmails } from '../emails/booking-emails.server.ts'
import { pageOfBookings } from '../booking-list.server.ts'
import { findBookingEvents } from '../booking-record.server.ts'
import type { Cancellation } from './cancellation-reason.ts'
import { addException, removeException, undoClosure } from '../sessions/closure.server.ts'

const sql = await ownDatabase()
const day = '2026-06-06'
const site = { site_url: 'http://site.test', mail_from: 'bookings@site.test' }
const by = { actor: 'admin', actor_id: randomUUID() } as const
/** Returns the instant that is this number of seconds after the start of a test. */
const at = (seconds: number) => new Date(Date.parse('2026-06-01T09:00:00Z') + seconds * 1000)

const set = (id: string, status: BookingStatus, seconds = 0, cancellation?: Cancellation) =>
  changeBookingStatus(
    sql,
    id,
    status,
    { by, overbook: true, ...(cancellation && { cancellation }) },
    at(seconds),
  )
const undo = (id: string, seen: BookingStatus, seconds = 10) =>
  undoBookingStatus(sql, id, { by, seen }, at(seconds))

const statusOf = async (id: string) => (await bookingState(sql, id))?.status
const mailsOf = async (id: string) => {
  const mails = await sql<{ mail: string }[]>`
    select concat(email_type, ' ', state) as mail from emails where booking_id = ${id} order by event_id`
  return mails.map(({ mail }) => mail)
}
/** Returns the types of the emails that the worker takes up for sending after this many seconds. */
const takenUp = (seconds: number) =>
  sql.begin(async (sql) =>
    (await claimWaitingEmails(sql, 100, true, at(seconds))).map(({ email_type }) => email_type),
  )

afterEach(async () => {
  expect(await findInconsistencies(sql, at(60))).toEqual([])
  await sql`update emails set state = 'kept' where state = 'waiting'`
})

async function makeFullSlot(capacity = 4) {
  const market = await makeDailyExperience(sql, { capacity })
  const slot = market.on(day)
  return { ...market, slot, id: await book(sql, market.experience, slot, capacity, at(0)) }
}

test('the email about a change waits for 30 seconds, measured by the clock of the request', async () => {
  const { id } = await makeFullSlot()
  await takenUp(0)
  await set(id, 'confirmed', 5)
  expect(await takenUp(34.999)).toEqual([])
  expect(await takenUp(35)).toEqual(['confirmed'])
})

test('undoing a cancellation restores the status and the places, and the email about the cancellation is never sent', async () => {
  const { id } = await makeFullSlot()
  await set(id, 'confirmed', -60)
  await set(id, 'cancelled', 0, { reason: 'illness', message: 'We are so sorry, Ada.' })
  expect(await undo(id, 'cancelled', 29.999)).toEqual({ ok: true, value: 'confirmed' })
  expect(await bookingState(sql, id)).toMatchObject({ status: 'confirmed', booked: 4, is_overbooked: false })
  expect(await mailsOf(id)).toEqual(['received waiting', 'confirmed waiting', 'cancelled superseded'])
  const events = (await findBookingEvents(sql, id, { by })) ?? []
  expect(events.slice(-2)).toMatchObject([
    {
      changes: { status: ['confirmed', 'cancelled'], reason: [null, 'illness'] },
      message: 'We are so sorry, Ada.',
      is_undo: false,
    },
    { changes: { status: ['cancelled', 'confirmed'] }, message: null, is_undo: true },
  ])
})

test('the email about a cancellation contains the reason and the message', async () => {
  const { id } = await makeFullSlot()
  const textOf = async () => {
    const [payload] = await sql<[{ payload: object }]>`select email_payload(${id}, 'cancelled') as payload`
    const row = { id, email_type: 'cancelled', to_address: '', booking_id: id, ...payload }
    const written = await bookingEmails.cancelled?.write(sql, row, site)
    return written?.ok ? emailText(written.value, site).replaceAll('\n', ' ') : ''
  }
  await set(id, 'cancelled', 0, { reason: 'weather', message: 'The rows are under water.' })
  expect(await textOf()).toMatch(
    /We are sorry: .* has cancelled your booking because of the weather\. There is/,
  )
  expect(await textOf()).toContain('> The rows are under water.')
  await undo(id, 'cancelled')
  await set(id, 'cancelled', 20, { reason: 'guest', message: '' })
  expect(await textOf()).toMatch(/has cancelled your booking, as you asked\. There is nothing to pay\./)
  expect(await textOf()).not.toMatch(/sorry|under water/)
  await sql`select record_payment(${id}, null, jsonb_build_object('entry', 'payment', 'kind', 'card', 'amount', 30, 'beyond_due', true, 'idempotency_key', gen_random_uuid()), 'admin', ${id}, ${at(9)})`
  expect(await textOf()).toMatch(/\w will refund £30\.00\.(?!.*There is nothing to pay)/)
})

test('a cancelled booking stays in the list for as long as it can be undone', async () => {
  const { id, experience } = await makeFullSlot()
  await set(id, 'cancelled')
  const upcoming = async (seconds: number) => {
    const query = {
      page: 1,
      limit: 20,
      sort: 'starts_at',
      view: 'upcoming',
      vineyard_id: experience.vineyard_id,
    } as const
    const { items } = await pageOfBookings(sql, query, { by }, at(seconds))
    return items.map(({ status, undo_seconds }) => [status, undo_seconds])
  }
  expect(await upcoming(10)).toEqual([['cancelled', 20]])
  expect(await upcoming(30)).toEqual([])
})

test('undoing twice has the same effect as undoing once', async () => {
  const { id } = await makeFullSlot()
  await set(id, 'cancelled')
  const both = await Promise.all([undo(id, 'cancelled'), undo(id, 'cancelled')])
  expect(both).toEqual([
    { ok: true, value: 'pending' },
    { ok: true, value: 'pending' },
  ])
  expect(await bookingState(sql, id)).toMatchObject({ booked: 4, events: ['created', 'status', 'status'] })
})

test('undoing is too late after 30 seconds, or once the worker has taken up the email', async () => {
  const { id, experience, on } = await makeFullSlot()
  await set(id, 'cancelled')
  expect(await undo(id, 'cancelled', 30)).toEqual({ ok: false, problem: { kind: 'late' } })
  const ahead = await book(sql, experience, on('2026-06-07'), 2, at(0))
  await set(ahead, 'cancelled')
  // The worker's clock is ahead of the clock of the request.
  await takenUp(31)
  expect(await undo(ahead, 'cancelled', 10)).toEqual({ ok: false, problem: { kind: 'late' } })
  expect([await statusOf(id), await statusOf(ahead)]).toEqual(['cancelled', 'cancelled'])
})

test('if the places are taken, undoing changes nothing and the email is sent', async () => {
  const { id, experience, slot } = await makeFullSlot()
  await set(id, 'cancelled')
  await book(sql, experience, slot, 1, at(5))
  expect(await undo(id, 'cancelled')).toEqual({ ok: false, problem: { kind: 'full', remaining: 3 } })
  expect(await bookingState(sql, id)).toMatchObject({ status: 'cancelled', booked: 1 })
  expect(await takenUp(30)).toContain('cancelled')
})

test('places that somebody else holds count as taken', async () => {
  const { id, experience, slot } = await makeFullSlot()
  await set(id, 'cancelled')
  await hold(sql, experience, slot, 1, [at(5), at(600)])
  expect(await undo(id, 'cancelled')).toMatchObject({ ok: false, problem: { kind: 'full' } })
})

test('places count as taken if their hold was requested before the cancellation and granted after it', async () => {
  const { id, experience, slot } = await makeFullSlot()
  await set(id, 'cancelled')
  await hold(sql, experience, slot, 1, [at(-1), at(600)])
  expect(await undo(id, 'cancelled')).toMatchObject({ ok: false, problem: { kind: 'full' } })
})

test('a booking beyond the capacity is restored only if nobody has booked meanwhile', async () => {
  const { id, experience, slot, pattern } = await makeFullSlot()
  await sql`update availability_patterns set capacity = 3 where id = ${pattern.id}`
  await storeSlots(sql)
  await sql`update slots set capacity = 3, sold_before_cut = 4 where version > 0 and pattern_id = ${pattern.id}`
  await set(id, 'cancelled')
  expect((await undo(id, 'cancelled')).ok).toBe(true)
  expect(await bookingState(sql, id)).toMatchObject({ status: 'pending', booked: 4, is_overbooked: false })
  await set(id, 'cancelled', 20)
  await book(sql, experience, slot, 1, at(21))
  expect((await undo(id, 'cancelled', 22)).ok).toBe(false)
})

test('restores a booking in a session that was already closed before the cancellation', async () => {
  const { id, experience } = await makeFullSlot()
  const { id: experience_id, vineyard_id } = experience
  const closure = { vineyard_id, experience_id, starts_on: day, ends_on: day, capacity: null }
  await addException(sql, closure, { by, bookings: 'keep' }, at(-60))
  await set(id, 'cancelled')
  expect((await undo(id, 'cancelled')).ok).toBe(true)
  await set(id, 'cancelled', 20)
  // A closure after the cancellation prevents restoring.
  await addException(sql, closure, { by, bookings: 'cancel' }, at(21))
  expect(await undo(id, 'cancelled', 22)).toEqual({ ok: false, problem: { kind: 'gone' } })
})

test('undoing a cancellation restores a booking in a legacy slot only while its places are free', async () => {
  const experience = await makeExperience(sql, { max_group_size: null })
  const slot = await makeLegacySlot(sql, experience, `${day}T10:00:00Z`, 4)
  const id = await book(sql, experience, slot, 4, at(0))
  await set(id, 'cancelled')
  expect((await undo(id, 'cancelled')).ok).toBe(true)
  expect(await bookingState(sql, id)).toMatchObject({ status: 'pending', booked: 4 })
  await set(id, 'cancelled', 20)
  await book(sql, experience, slot, 1, at(21))
  expect(await undo(id, 'cancelled', 22)).toMatchObject({ ok: false, problem: { kind: 'full' } })
})

test('undoing a restoration cancels the booking again without an email', async () => {
  const { id } = await makeFullSlot()
  await set(id, 'cancelled', -60)
  await set(id, 'confirmed')
  expect(await undo(id, 'confirmed')).toEqual({ ok: true, value: 'cancelled' })
  expect(await bookingState(sql, id)).toMatchObject({ status: 'cancelled', booked: 0 })
  expect(await mailsOf(id)).toEqual(['received waiting', 'cancelled waiting', 'confirmed superseded'])
})

test('undoing a change sends an email that was withheld only because of this change', async () => {
  const { id } = await makeFullSlot()
  await set(id, 'confirmed')
  await set(id, 'cancelled', 20)
  await takenUp(31)
  const [confirmation] = await sql<[{ id: string }]>`
    select id from emails where booking_id = ${id} and email_type = 'confirmed'`
  await sql`select claim_next_email(${confirmation.id}, 'site.test', interval '1 minute', ${at(31)})`
  expect(await mailsOf(id)).toContain('confirmed superseded')
  expect(await undo(id, 'cancelled', 40)).toEqual({ ok: true, value: 'confirmed' })
  expect(await takenUp(41)).toEqual(['confirmed'])
  await sql`update emails set state = 'kept', claim = null, claimed_at = null where booking_id = ${id}`
})

test('only the last change can be undone, and only if staff made it', async () => {
  const { id, experience, on } = await makeFullSlot()
  expect(await undo(id, 'pending')).toEqual({ ok: false, problem: { kind: 'changed', status: 'pending' } })
  await cancelBookingAsGuest(sql, id, at(0))
  expect(await undo(id, 'cancelled')).toEqual({ ok: false, problem: { kind: 'late' } })
  expect(await takenUp(0)).toContain('cancelled')
  const other = await book(sql, experience, on('2026-06-07'), 2, at(0))
  await set(other, 'confirmed')
  expect(await undo(other, 'cancelled')).toEqual({
    ok: false,
    problem: { kind: 'changed', status: 'confirmed' },
  })
  await moveBooking(sql, other, { slot: on('2026-06-08') }, { by }, at(5))
  expect(await undo(other, 'confirmed')).toEqual({
    ok: false,
    problem: { kind: 'changed', status: 'confirmed' },
  })
})

test('undoing a closure restores all bookings that it cancelled, even if the capacity was reduced', async () => {
  const { experience, pattern, on } = await makeDailyExperience(sql)
  const bookings = [
    await book(sql, experience, on(day), 4, at(-60)),
    await book(sql, experience, on(day), 6, at(-60)),
  ]
  const [first = ''] = bookings
  await sql`update availability_patterns set capacity = 5 where id = ${pattern.id}`
  await storeSlots(sql)
  await sql`update slots set capacity = 5, sold_before_cut = 10 where version > 0 and pattern_id = ${pattern.id}`
  const { id: experience_id, vineyard_id } = experience
  const closure = { vineyard_id, experience_id, starts_on: day, ends_on: day, capacity: null }
  const cancellation = { reason: 'weather', message: 'The rows are under water.' } as const
  const closed = await addException(sql, { ...closure, cancellation }, { by, bookings: 'cancel' }, at(0))
  const id = closed.ok ? closed.value.id : ''
  expect((await findBookingEvents(sql, first, { by }))?.at(-1)).toMatchObject({
    changes: { reason: [null, 'weather'], closure: [null, id] },
    message: 'The rows are under water.',
  })
  // Undoing the cancellation of a single booking is refused, because its session is closed.
  expect(await undo(first, 'cancelled', 5)).toEqual({ ok: false, problem: { kind: 'gone' } })
  expect(await undoClosure(sql, id, { by }, at(30))).toEqual({ ok: false, problem: 'late' })
  expect(await undoClosure(sql, id, { by }, at(29))).toEqual({ ok: true, value: { bookings: 2 } })
  for (const booking of bookings) {
    expect(await bookingState(sql, booking)).toMatchObject({ status: 'pending', booked: 10 })
    expect(await mailsOf(booking)).toEqual(['received waiting', 'cancelled superseded'])
  }
  expect(await undoClosure(sql, id, { by }, at(29))).toEqual({ ok: false, problem: 'absent' })
})

test('undoing a closure restores all of its bookings or none', async () => {
  const { experience, on } = await makeDailyExperience(sql)
  const bookings = [
    await book(sql, experience, on(day), 4, at(-60)),
    await book(sql, experience, on('2026-06-07'), 6, at(-60)),
  ]
  const { id: experience_id, vineyard_id } = experience
  const closure = { vineyard_id, experience_id, starts_on: day, ends_on: '2026-06-07', capacity: null }
  const closed = await addException(sql, closure, { by, bookings: 'cancel' }, at(0))
  const second = await addException(sql, { ...closure, starts_on: '2026-06-07' }, { by }, at(5))
  const id = closed.ok ? closed.value.id : ''
  expect(await undoClosure(sql, id, { by }, at(10))).toEqual({ ok: false, problem: 'gone' })
  for (const booking of bookings) expect(await statusOf(booking)).toBe('cancelled')
  await removeException(sql, second.ok ? second.value.id : '', { by }, at(11))
  expect(await undoClosure(sql, id, { by }, at(12))).toEqual({ ok: true, value: { bookings: 2 } })
})
