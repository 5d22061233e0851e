import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../../test/app.ts'
import { book, makeDailyExperience } from '../../../../test/book.ts'
import { changeBookingStatus, undoBookingStatus } from '../../../bookings/booking.server.ts'
import { countEmailedByUndo } from '../../../bookings/booking-record.server.ts'
import { callOff } from '../../../bookings/sessions/call-off.server.ts'
import { findInconsistencies } from '../../../operations/consistency-checks/consistency-check.server.ts'

const morning = '2026-06-01T09:00:00Z'
const app = await startApp({ now: morning })
const { sql, visit, submit } = app
const by = { actor: 'admin', actor_id: randomUUID() } as const
/** Returns the time this many seconds after staff cancelled. */
const at = (seconds: number) => new Date(Date.parse(morning) + seconds * 1000)
const day = '2026-06-06'

beforeEach(() => {
  app.now = at(10)
})

/** Creates a confirmed booking that staff cancelled ten seconds ago. */
async function makeCancelled({ isCalledOff = false } = {}) {
  const { experience, on } = await makeDailyExperience(sql, { experience: { is_instant: true } })
  const id = await book(sql, experience, on(day), 2, at(-60))
  const { vineyard_id } = experience
  const facts = { vineyard_id, day, slots: null, reason: 'weather', message: '' } as const
  if (isCalledOff) await callOff(sql, facts, { by }, at(-30))
  await sql`update emails set state = 'kept' where booking_id = ${id}`
  await changeBookingStatus(sql, id, 'cancelled', { by }, at(0))
  return { id, path: `/booking/${id}` }
}

const pageAt = async (path: string) => (await visit(path)).text()
const undo = (id: string, seconds = 20) => undoBookingStatus(sql, id, { by, seen: 'cancelled' }, at(seconds))
const waiting = async (id: string) =>
  (
    await sql<{ email_type: string }[]>`
      select email_type from emails where booking_id = ${id} and state = 'waiting' order by created_at`
  ).map(({ email_type }) => email_type)
const lastActor = async (id: string) =>
  (
    await sql`
      select b.status, e.actor from bookings b join booking_events e on e.booking_id = b.id
      where b.id = ${id} order by e.id desc limit 1`
  )[0]

test('the page says “being cancelled” while staff can undo the cancellation, and “cancelled” afterwards', async () => {
  const { path } = await makeCancelled()
  app.now = at(29)
  const during = await pageAt(path)
  expect(during).toContain('This booking is being cancelled')
  expect(during).toContain('Being cancelled')
  expect(during).not.toMatch(/This booking is cancelled|are free for others|Book again/)
  app.now = at(30)
  const after = await pageAt(path)
  expect(after).toContain('This booking is cancelled')
  expect(after).not.toContain('being cancelled')
})

test('an Undo emails the confirmation once if the guest has read the page, and otherwise sends nothing', async () => {
  const [unread, read] = [await makeCancelled(), await makeCancelled()]
  await pageAt(read.path)
  await pageAt(read.path)
  for (const { id } of [unread, read]) {
    expect(await undo(id)).toEqual({ ok: true, value: 'confirmed' })
    await undo(id)
  }
  expect(await countEmailedByUndo(sql, { booking_id: unread.id })).toBe(0)
  expect(await countEmailedByUndo(sql, { booking_id: read.id })).toBe(1)
  expect(await waiting(unread.id)).toEqual([])
  expect(await waiting(read.id)).toEqual(['confirmed'])
  expect(await pageAt(read.path)).toContain('See you there, Ada')
  // Undoing a second cancellation, which nobody has read, sends no email.
  await sql`update emails set state = 'kept' where booking_id = ${read.id}`
  await changeBookingStatus(sql, read.id, 'cancelled', { by }, at(60))
  await undo(read.id, 70)
  expect(await countEmailedByUndo(sql, { booking_id: read.id })).toBe(0)
  expect(await waiting(read.id)).toEqual([])
  expect(await findInconsistencies(sql, at(90))).toEqual([])
})

test('reading the list of bookings, the API or the calendar file also counts as reading the cancellation', async () => {
  const [listed, called, filed] = [await makeCancelled(), await makeCancelled(), await makeCancelled()]
  const list = await visit('/my-bookings.data', {
    method: 'POST',
    body: new URLSearchParams([['id', listed.id]]),
  })
  expect(await list.text()).toContain('is_being_cancelled')
  const booking = await (await visit(`/api/bookings/${called.id}`)).json()
  expect(booking).toMatchObject({ status: 'cancelled', cancellation_final_at: at(30).toISOString() })
  expect(await pageAt(`${filed.path}/calendar.ics`)).toContain('STATUS:CANCELLED')
  for (const { id } of [listed, called, filed]) {
    await undo(id)
    expect(await waiting(id)).toEqual(['confirmed'])
  }
})

test('cancelling on an outdated page succeeds, and makes the cancellation the guest’s own', async () => {
  const { id, path } = await makeCancelled()
  const answer = await submit(path, { intent: 'cancel' })
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, `/booking-confirmation/${id}`])
  expect(await pageAt(path)).toContain('This booking is cancelled')
  expect(await lastActor(id)).toEqual({ status: 'cancelled', actor: 'guest' })
  expect(await undo(id)).toEqual({ ok: false, problem: { kind: 'final' } })
  // Later cancellations succeed too, and change nothing.
  expect((await submit(path, { intent: 'cancel' })).status).toBe(302)
  expect((await visit(`/api/bookings/${id}/cancel`, { method: 'POST' })).status).toBe(200)
  expect(await waiting(id)).toEqual(['cancelled'])
})

test('a change from an outdated page redirects to the booking, which is being cancelled', async () => {
  const { id, path } = await makeCancelled()
  const answer = await submit(`${path}/change`, { guests: '3' })
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, `/booking-confirmation/${id}`])
})

test('a guest who cancels a called-off booking on its outdated page becomes the author of the cancellation', async () => {
  const { id, path } = await makeCancelled({ isCalledOff: true })
  expect((await submit(path, { intent: 'cancel' })).status).toBe(302)
  expect(await lastActor(id)).toEqual({ status: 'cancelled', actor: 'guest' })
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('undoing the cancellation of a called-off booking sends the email about the call-off again', async () => {
  const { id, path } = await makeCancelled({ isCalledOff: true })
  expect(await pageAt(path)).toContain('This booking is being cancelled')
  await undo(id)
  expect(await waiting(id)).toEqual(['called_off'])
})
