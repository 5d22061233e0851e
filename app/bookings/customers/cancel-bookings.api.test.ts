import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { guestBookingRequest, makeDailyExperience } from '../../../test/book.ts'
import { makeWinemaker, signedIn } from '../../../test/make.ts'
import { createBooking } from '../new-bookings/create-booking.server.ts'
import { findInconsistencies } from '../../operations/consistency-checks/consistency-check.server.ts'

const app = await startApp()
const { sql, visit } = app
const start = new Date('2026-06-06T09:00:00Z')
beforeEach(() => {
  app.now = start
})

/** Creates a customer with a visit yesterday and two upcoming visits, and another person with one upcoming visit. */
async function makeCustomer() {
  const { experience, on } = await makeDailyExperience(sql)
  const as = signedIn(await makeWinemaker(sql, { vineyard_id: experience.vineyard_id }))
  const booking = async (day: string, guest_email: string) => {
    const request = { ...guestBookingRequest(experience, on(day), 2), guest_email }
    const booked = await createBooking(sql, experience, request, new Date('2026-06-01T09:00:00Z'))
    return booked.ok ? booked.value.id : ''
  }
  const past = await booking('2026-06-05', 'Eve@example.com')
  const [first, second] = [
    await booking('2026-06-06', 'eve@example.com'),
    await booking('2026-06-07', 'eve@example.com'),
  ]
  const other = await booking('2026-06-07', 'ada@example.com')
  const list = await visit('/api/customers?search=eve@example', { headers: as })
  const { items } = await list.json()
  return { id: items[0].id as string, as, past, first, second, other, vineyard_id: experience.vineyard_id }
}

async function call(as: object, path: string, body?: object) {
  const answer = await visit(`/api/customers/${path}`, {
    headers: { 'Content-Type': 'application/json', ...as },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: await answer.json() }
}

const statusesOf = async (ids: string[]) => {
  const rows = await sql<
    { id: string; status: string }[]
  >`select id, status from bookings where id = any (${ids})`
  return ids.map((id) => rows.find((row) => row.id === id)?.status)
}

test('cancels all upcoming bookings of one person, with one email for each, and undoes the cancellation', async () => {
  const { id, as, past, first, second, other } = await makeCustomer()
  await sql`
    select record_payment(${first}, null, jsonb_build_object('entry', 'payment', 'kind', 'cash', 'amount', 12.5, 'idempotency_key', gen_random_uuid()), 'admin', ${randomUUID()}, ${start})`
  expect((await call(as, `${id}/cancellations`)).body).toEqual({ upcoming: 2, paid: 12.5 })
  const cancelled = await call(as, `${id}/cancellations`, { reason: 'weather', message: 'Mud.' })
  expect(cancelled).toEqual({ status: 200, body: { cancelled: [first, second], emailed: 2 } })
  expect(await statusesOf([past, first, second, other])).toEqual([
    'pending',
    'cancelled',
    'cancelled',
    'pending',
  ])
  expect((await call(as, `${id}/cancellations`)).body).toEqual({ upcoming: 0, paid: 0 })

  app.now = new Date(start.getTime() + 29_000)
  const undone = await call(as, `${id}/cancellations/undo`, { ids: [first, second, other] })
  expect(undone.body).toEqual({ restored: [first, second], left: [other] })
  expect(await statusesOf([first, second, other])).toEqual(['pending', 'pending', 'pending'])
  expect(await findInconsistencies(sql, app.now)).toEqual([])
})

test('refuses to undo the cancellation after 30 seconds', async () => {
  const { id, as, first, second } = await makeCustomer()
  await call(as, `${id}/cancellations`, { reason: 'other' })
  app.now = new Date(start.getTime() + 31_000)
  const undone = await call(as, `${id}/cancellations/undo`, { ids: [first, second] })
  expect(undone.body).toEqual({ restored: [], left: [first, second] })
})

test('the staff of another vineyard can neither cancel the bookings nor undo the cancellation', async () => {
  const { id, as, first, second } = await makeCustomer()
  const stranger = signedIn(await makeWinemaker(sql))
  expect((await call(stranger, `${id}/cancellations`, {})).status).toBe(404)
  expect(await statusesOf([first, second])).toEqual(['pending', 'pending'])
  await call(as, `${id}/cancellations`, {})
  const undone = await call(stranger, `${id}/cancellations/undo`, { ids: [first, second] })
  expect(undone.body).toEqual({ restored: [], left: [first, second] })
})
