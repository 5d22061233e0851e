import { expect, test } from 'vitest'

import { startApp } from '../../../test/app.ts'
import { book, makeDailyExperience } from '../../../test/book.ts'
import { changeBookingStatus } from '../booking.server.ts'

const app = await startApp()
const { sql } = app
const admin = { actor: 'admin', actor_id: '00000000-0000-4000-8000-000000000001' } as const

const send = async (payload: unknown, visit = app.visit) => {
  const answer = await visit('/api/send-email', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(payload),
  })
  return {
    status: answer.status,
    ...((await answer.json()) as { error?: string; state?: string; detail?: string }),
  }
}
async function booked() {
  const { experience, on } = await makeDailyExperience(sql, { experience: { title: 'Cellar tour' } })
  const id = await book(sql, experience, on('2026-06-06'), 2, app.now)
  const [{ payload }] = await sql<[{ payload: Record<string, unknown> }]>`
    select payload from emails where booking_id = ${id}`
  const mails = async () => [
    ...(await sql`select email_type, to_address from emails where booking_id = ${id} order by created_at, email_type`),
  ]
  return { id, payload, mails }
}
const received = { email_type: 'received', to_address: 'ada@example.com' }

test('requesting the email of the current status succeeds without sending a second email', async () => {
  const { payload, mails } = await booked()
  expect(await send(payload)).toMatchObject({ status: 200, state: 'waiting' })
  expect(await send({ ...payload, guestEmail: 'ADA@example.com ' })).toMatchObject({ status: 200 })
  expect(await mails()).toEqual([received])
})

test('writes a missing email once, even if requests are concurrent', async () => {
  const { id, payload, mails } = await booked()
  await sql`delete from emails where booking_id = ${id}`
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(payload)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(await mails()).toEqual([received])
})

test('refuses to send the email of another status, with the error text of the specification', async () => {
  const { id, payload, mails } = await booked()
  expect(await send({ ...payload, emailType: 'confirmed' })).toMatchObject({
    status: 409,
    error: 'Failed to send confirmation email',
    detail: 'The booking is not confirmed.',
  })
  expect(await send({ ...payload, emailType: 'cancelled' })).toMatchObject({
    status: 409,
    error: 'Failed to send cancellation email',
  })
  await changeBookingStatus(sql, id, 'confirmed', { by: admin }, app.now)
  expect(await send(payload)).toMatchObject({ status: 409, error: 'Failed to send booking received email' })
  expect(await send({ ...payload, emailType: 'confirmed' })).toMatchObject({ status: 200 })
  expect(await mails()).toHaveLength(2)
})

test('refuses an address, name, total or day that differs from the booking, and sends nothing', async () => {
  const { payload, mails } = await booked()
  const wrong = {
    guestEmail: 'eve@example.com',
    guestName: 'Eve',
    totalPrice: 1,
    numGuests: 3,
    bookingDate: 'Sunday, June 7, 2026',
    bookingTime: '14:30',
    vineyardCity: 'Elsewhere',
  }
  for (const [field, value] of Object.entries(wrong))
    expect(await send({ ...payload, [field]: value }), field).toMatchObject({
      status: 409,
      error: 'Failed to send booking received email',
      detail: `The booking has other details: ${field}.`,
    })
  expect(await mails()).toEqual([received])
})

test('refuses an invalid payload and names its field, and answers 404 for an unknown booking', async () => {
  const { payload } = await booked()
  expect((await send({ ...payload, emailType: 'reminder' })).status).toBe(422)
  expect((await send({ ...payload, bcc: 'eve@example.com' })).status).toBe(422)
  expect((await send({ ...payload, guestEmail: ['ada@example.com', 'eve@example.com'] })).status).toBe(422)
  for (const bookingId of ['00000000-0000-4000-8000-00000000dead', 'x'])
    expect(await send({ ...payload, bookingId })).toMatchObject({
      status: 404,
      error: 'Booking not found or you do not have access to view this booking.',
    })
})

test('answers 503 when the database cannot be reached', async () => {
  const { payload } = await booked()
  const answer = await send(payload, app.visitWithoutDatabase)
  app.expectErrors()
  expect(answer).toMatchObject({ status: 503 })
})
