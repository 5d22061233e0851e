import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { makeDailyExperience } from '../../../test/book.ts'
import { makeApiKey, makeReseller, signedIn } from '../../../test/make.ts'
import { changeBookingStatus, undoBookingStatus } from '../booking.server.ts'
import { moveSession } from '../sessions/session-move.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'

const app = await startApp()
const { sql, visit } = app

/** Creates a vineyard with a daily experience and an API key. */
async function makeEstate() {
  const market = await makeDailyExperience(sql)
  const { id, vineyard_id, price_per_person } = market.experience
  await sql`update vineyards set is_verified = true where id = ${vineyard_id}`
  const [{ start_time }] = await sql<[{ start_time: string }]>`
    select start_time from availability_patterns where experience_id = ${id}`
  const request = {
    vineyard_id,
    experience_id: id,
    booking_date: '2026-06-06',
    start_time,
    number_of_guests: 2,
    guest_name: 'Ada',
    guest_email: 'ada@example.com',
    guest_phone: '01632 960100',
    total_price: 2 * price_per_person,
  }
  return {
    request,
    vineyard_id,
    experience_id: id,
    on: market.on,
    key: await makeApiKey(sql, { vineyard_id }),
  }
}

const post = (key: { token: string }, path: string, body: object, idempotency_key: string = randomUUID()) =>
  visit(`/api/bookings${path}`, {
    method: 'POST',
    headers: { ...signedIn(key), 'Content-Type': 'application/json', 'Idempotency-Key': idempotency_key },
    body: JSON.stringify(body),
  })
const emailsOf = async (id: string) =>
  (await sql`select email_type from emails where booking_id = ${id} and to_address = 'ada@example.com'`).map(
    ({ email_type }) => email_type,
  )

test("a vineyard's API key books, moves and cancels by the rules for guests, and the guest is emailed", async () => {
  const { request, key } = await makeEstate()
  const [idempotency_key, other] = [randomUUID(), randomUUID()]
  const made = await post(key, '', request, idempotency_key)
  const booking = await made.json()
  expect([made.status, booking.status]).toEqual([201, 'pending'])
  expect((await (await post(key, '', request, idempotency_key)).json()).id).toBe(booking.id)
  const changed = await post(key, '', { ...request, guest_name: 'Eve' }, idempotency_key)
  expect(changed.status).toBe(422)
  expect(await sql`select channel, api_key_id from bookings where id = ${booking.id}`).toEqual([
    { channel: 'reseller', api_key_id: key.id },
  ])
  expect(await emailsOf(booking.id)).toEqual(['received'])
  const moved = await post(key, `/${booking.id}/move`, { number_of_guests: 3 })
  expect([moved.status, (await moved.json()).number_of_guests]).toEqual([200, 3])
  expect((await post(key, `/${booking.id}/move`, { number_of_guests: 4, overbook: true })).status).toBe(403)
  const cancelled = await post(key, `/${booking.id}/cancel`, {})
  expect([cancelled.status, (await cancelled.json()).status]).toEqual([200, 'cancelled'])
  expect((await post(key, `/${booking.id}/cancel`, {})).status).toBe(200)
  const cheap = await post(key, '', { ...request, total_price: 1 }, other)
  expect([cheap.status, (await cheap.json()).price_per_person]).toEqual([409, request.total_price / 2])
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('cancelling with a key after staff have just cancelled makes the cancellation final', async () => {
  const { request, key } = await makeEstate()
  const by = { actor: 'admin', actor_id: randomUUID() } as const
  const { id } = await (await post(key, '', request)).json()
  await changeBookingStatus(sql, id, 'cancelled', { by }, app.now)
  expect((await post(key, `/${id}/cancel`, {})).status).toBe(200)
  expect(await undoBookingStatus(sql, id, { by, seen: 'cancelled' }, app.now)).toEqual({
    ok: false,
    problem: { kind: 'final' },
  })
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('a key cannot cancel a completed visit', async () => {
  const { request, key } = await makeEstate()
  const by = { actor: 'admin', actor_id: randomUUID() } as const
  const { id } = await (await post(key, '', request)).json()
  await changeBookingStatus(sql, id, 'completed', { by }, app.now)
  expect((await post(key, `/${id}/cancel`, {})).status).toBe(409)
  expect(await sql`select status from bookings where id = ${id}`).toEqual([{ status: 'completed' }])
})

test('the cut-offs for guests also apply to keys', async () => {
  const { request, key, experience_id } = await makeEstate()
  const { id } = await (await post(key, '', request)).json()
  await sql`
    update experiences set booking_cutoff_minutes = 10000, cancellation_cutoff_minutes = 10000 where id = ${experience_id}`
  expect((await post(key, '', request)).status).toBe(409)
  expect((await post(key, `/${id}/move`, { number_of_guests: 1 })).status).toBe(409)
  expect((await post(key, `/${id}/cancel`, {})).status).toBe(409)
})

test('if the vineyard moved a session, a key may cancel the session’s bookings even after the cut-off, as guests may', async () => {
  const { request, key, experience_id, on } = await makeEstate()
  const { id } = await (await post(key, '', request)).json()
  await sql`update experiences set cancellation_cutoff_minutes = 100000 where id = ${experience_id}`
  const [slot, to] = [on('2026-06-06'), on('2026-06-07')]
  const by = { actor: 'admin', actor_id: randomUUID() } as const
  const move = { experience_id, slot, to, into_past: false, preview: false }
  expect(await moveSession(sql, move, { by }, app.now)).toMatchObject({ ok: true })
  expect((await post(key, `/${id}/cancel`, {})).status).toBe(200)
})

test('a reseller books only experiences that it may sell, and we do not email its guests', async () => {
  const { request, vineyard_id, experience_id } = await makeEstate()
  const seller = await makeReseller(sql, {}, [vineyard_id])
  const key = await makeApiKey(sql, { reseller_id: seller.id })
  expect((await post(key, '', request)).status).toBe(404)
  await sql`update experiences set is_instant = true, sold_by_resellers = true where id = ${experience_id}`
  const made = await post(key, '', request)
  const { id, status } = await made.json()
  expect([made.status, status, await emailsOf(id)]).toEqual([201, 'confirmed', []])
  expect((await post(key, `/${id}/move`, { number_of_guests: 1 })).status).toBe(200)
  expect((await post(key, `/${id}/cancel`, {})).status).toBe(200)
  expect(await emailsOf(id)).toEqual([])
})

test('a key cannot change bookings of another vineyard or seller, and a key for reading cannot cancel', async () => {
  const [ours, theirs] = [await makeEstate(), await makeEstate()]
  const { id } = await (await post(theirs.key, '', theirs.request)).json()
  const seller = await makeReseller(sql, {}, [theirs.vineyard_id])
  const strangers = [ours.key, await makeApiKey(sql, { reseller_id: seller.id })]
  for (const stranger of strangers) {
    expect((await post(stranger, `/${id}/move`, { number_of_guests: 1 })).status).toBe(404)
    expect((await post(stranger, `/${id}/cancel`, {})).status).toBe(404)
  }
  expect((await post(ours.key, '', theirs.request)).status).toBe(404)
  const reading = await makeApiKey(sql, { vineyard_id: theirs.vineyard_id, permissions: ['bookings:read'] })
  expect((await post(reading, `/${id}/cancel`, {})).status).toBe(403)
  expect(await sql`select status from bookings where id = ${id}`).toEqual([{ status: 'pending' }])
})
