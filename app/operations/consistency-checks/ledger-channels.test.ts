import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { fillMarket } from '../../../server/simulate/fill.ts'
import { startApp } from '../../../test/app.ts'
import { makeBookable, makeWinemaker, signedIn } from '../../../test/make.ts'
import { bookVisits, newPlan } from '../../explore/itineraries/visits/book-visits.server.ts'
import { changeBookingStatus } from '../../bookings/booking.server.ts'
import { findInconsistencies } from './consistency-check.server.ts'

const { sql, submit, visit, now } = await startApp({ now: '2026-06-01T09:00:00Z' })
const guest = {
  guest_name: 'Ada Lovelace',
  guest_email: 'ada@example.com',
  guest_phone: '01632 960123',
  special_requests: '',
}

/** Sends a JSON request that makes a booking, and returns the id of the booking. */
async function post(path: string, body: object, headers: Record<string, string> = {}): Promise<string> {
  const answer = await visit(path, {
    method: 'POST',
    headers: { ...headers, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

test.for([
  { confirmation: 'instant', is_instant: true },
  { confirmation: 'on request', is_instant: false },
])('finds no fault in bookings from any channel ($confirmation)', async ({ is_instant }) => {
  const { path, answers, experience, pattern } = await makeBookable(sql, {
    experience: { is_instant },
    pattern: { capacity: 9 },
  })
  const { vineyard_id } = experience
  await fillMarket(
    sql,
    { vineyards: 3, bookings: 60, seed: is_instant ? 1 : 2, today: '2026-06-01' },
    () => {},
  )

  expect((await submit(path, answers())).status).toBe(302)
  const api = await post('/api/bookings', {
    ...guest,
    vineyard_id,
    experience_id: experience.id,
    booking_date: '2026-06-06',
    start_time: '14:30',
    number_of_guests: 2,
    total_price: experience.price_per_person * 2,
  })
  const staff = signedIn(await makeWinemaker(sql, { vineyard_id }))
  const slot = `${pattern.id}-2026-06-06`
  const taken = { ...guest, experience_id: experience.id, slot, number_of_guests: 2 }
  const byStaff = await post('/api/bookings/by_staff', taken, staff)
  await post('/api/bookings/by_staff', { ...taken, number_of_guests: 6, overbook: true }, staff)
  const key_hash = Buffer.alloc(32, is_instant ? 7 : 8)
  const itinerary = { id: randomUUID(), title: 'A day out', party: 2, key_hash, visit_date: '2026-06-07' }
  const visits = [
    {
      day: 0,
      vineyard_id,
      experience_id: experience.id,
      slot: `${pattern.id}-2026-06-07`,
      start_time: '14:30',
      price_per_person: experience.price_per_person,
    },
  ]
  const planned = await bookVisits(sql, newPlan(itinerary, visits, now), visits, guest, now, null)
  expect(planned.ok).toBe(true)
  expect(await findInconsistencies(sql, now)).toEqual([])

  const by = { actor: 'admin', actor_id: randomUUID() } as const
  for (const id of [api, byStaff])
    for (const status of ['confirmed', 'cancelled', 'pending', 'confirmed'] as const)
      expect((await changeBookingStatus(sql, id, status, { by, overbook: true }, now)).ok).toBe(true)
  expect(await findInconsistencies(sql, now)).toEqual([])
})

test('reports a guest’s booking whose “received” email is missing', async () => {
  const { path, answers, experience } = await makeBookable(sql)
  await submit(path, answers())
  const [booking] = await sql`select id from bookings where experience_id = ${experience.id}`
  await sql`delete from emails where booking_id = ${booking?.id} and email_type = 'received'`
  expect(await findInconsistencies(sql, now)).toMatchObject([{ fault: 'mail', noun_id: booking?.id }])
})
