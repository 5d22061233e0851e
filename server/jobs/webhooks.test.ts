import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'

import { markAttendance } from '../../app/bookings/attendance.server.ts'
import { moveBooking } from '../../app/bookings/booking.server.ts'
import { ownDatabase } from '../../test/database.ts'
import { accept, startReceiver } from '../../test/webhook-receiver.ts'
import { inDays, webhookPace, webhookWorld } from '../../test/webhook-world.ts'
import { deliveriesOf } from '../../test/webhooks.ts'

const sql = await ownDatabase()
const { by, makeReceived, now, receivers, set, work } = webhookWorld(sql)

// ASVS 4.1.5 14.2.3 14.2.6
test('delivers each event of a booking, signed and with only ids and states', async () => {
  const { receiver, webhook, book, on, settled } = await makeReceived([
    'booking.created',
    'booking.changed',
    'booking.cancelled',
    'booking.attended',
  ])
  work()
  const id = await book()
  await set(id, 'confirmed')
  await moveBooking(sql, id, { slot: on(inDays(9)) }, { by }, now())
  await set(id, 'cancelled')
  await settled()
  expect(receiver.received.map(({ message: { type, data } }) => [type, data.status])).toEqual([
    ['booking.created', 'pending'],
    ['booking.changed', 'confirmed'],
    ['booking.changed', 'confirmed'],
    ['booking.cancelled', 'cancelled'],
  ])
  for (const one of receiver.received) {
    expect(receiver.verify(webhook.secret, one)).toEqual(one.message)
    expect(one.headers['content-type']).toBe('application/json')
    for (const word of [id, 'Ada', 'example.com', '01632']) expect(one.body).not.toContain(word)
    expect(Object.keys(one.message.data).sort()).toEqual([
      'attendance',
      'experience_id',
      'is_called_off',
      'reference',
      'status',
      'vineyard_id',
    ])
  }
})

test('announces an instantly confirmed booking once, and announces its attendance', async () => {
  const { experience, receiver, book, settled } = await makeReceived([
    'booking.created',
    'booking.changed',
    'booking.attended',
  ])
  await sql`update experiences set is_instant = true where id = ${experience.id}`
  const id = await book()
  const [{ starts_at }] = await sql<[{ starts_at: Date }]>`select starts_at from bookings where id = ${id}`
  await markAttendance(sql, { id }, { attendance: 'arrived', arrived_guests: null }, { by }, starts_at)
  // For the worker, the visit is days in the future, so the delivery is made due now.
  await sql`update webhook_deliveries set next_attempt_at = now() where state = 'waiting'`
  work()
  await settled()
  expect(
    receiver.received.map(({ message: { type, data } }) => [type, data.status, data.attendance]),
  ).toEqual([
    ['booking.created', 'confirmed', null],
    ['booking.attended', 'confirmed', 'arrived'],
  ])
})

test('a failed event delays only later events of the same booking, and is sent again with the same id', async () => {
  const { receiver, book, settled, deliveries } = await makeReceived()
  const refused = await book()
  const [{ reference }] = await sql<
    [{ reference: string }]
  >`select reference from bookings where id = ${refused}`
  let refusals = 3
  receiver.answer = (one, response) => {
    if (one.message.data.reference === reference && refusals-- > 0) response.writeHead(500).end()
    else accept(one, response)
  }
  await set(refused, 'confirmed')
  await set(refused, 'cancelled')
  const other = await book()
  await set(other, 'confirmed')
  work()
  await settled()
  const ofRefused = receiver.received.filter(({ message }) => message.data.reference === reference)
  expect(ofRefused.map(({ message }) => message.type)).toEqual([
    ...Array.from({ length: 4 }, () => 'booking.created'),
    'booking.changed',
    'booking.cancelled',
  ])
  expect(new Set(ofRefused.slice(0, 4).map(({ id }) => id)).size).toBe(1)
  // The events of the other booking did not wait for the first booking.
  const types = receiver.received.map(({ message }) => message.data.reference === reference)
  expect(types.indexOf(false)).toBeLessThan(types.lastIndexOf(true))
  expect((await deliveries())[0]).toMatchObject({ attempts: 4, status_code: 204, problem: null })
})

// ASVS 15.3.2
test('retries when a receiver answers late, redirects or ends the connection', async () => {
  const { receiver, book, settled, deliveries } = await makeReceived(['booking.created'])
  const problems: (string | null)[] = []
  const elsewhere = await startReceiver()
  receivers.push(elsewhere)
  const moods = [
    (_: unknown, response: ServerResponse) =>
      void setTimeout(() => response.destroyed || response.end(), 900),
    (_: unknown, response: ServerResponse) => void response.writeHead(307, { Location: elsewhere.url }).end(),
    (_: unknown, response: ServerResponse) => {
      response.writeHead(200, { 'Content-Length': '100' })
      response.write('half')
      setTimeout(() => response.destroy(), 20)
    },
    (_: unknown, response: ServerResponse) => void response.destroy(),
  ]
  receiver.answer = (one, response) => {
    const mood = moods.shift()
    if (!mood) return accept(one, response)
    mood(one, response)
  }
  await book()
  work()
  const seen = setInterval(async () => {
    const [one] = await deliveries().catch(() => [])
    if (one?.problem && problems.at(-1) !== one.problem) problems.push(one.problem)
  }, 15)
  await settled()
  clearInterval(seen)
  expect(receiver.received).toHaveLength(5)
  expect(new Set(receiver.ids()).size).toBe(1)
  expect(elsewhere.received).toEqual([])
  expect(problems).toEqual(['slow', 'redirect', 'unreachable'])
})

test('a receiver that was down gets all events in order when it is up again', async () => {
  const { receiver, webhook, book, settled } = await makeReceived()
  const port = Number(new URL(receiver.url).port)
  receiver.close()
  work()
  const id = await book()
  await set(id, 'confirmed')
  await expect.poll(async () => (await deliveriesOf(sql, webhook.id))[0]?.problem).toBe('unreachable')
  const [{ failing_since }] = await sql<
    [{ failing_since: Date | null }]
  >`select failing_since from webhooks where id = ${webhook.id}`
  expect(failing_since).not.toBeNull()
  const back = await startReceiver(port)
  receivers.push(back)
  await settled()
  expect(back.received.map(({ message }) => message.type)).toEqual(['booking.created', 'booking.changed'])
  const [after] =
    await sql`select failing_since, last_success_at is not null as succeeded from webhooks where id = ${webhook.id}`
  expect(after).toEqual({ failing_since: null, succeeded: true })
})

test('a slow receiver does not delay other receivers', async () => {
  const slow = await makeReceived(['booking.created'])
  const quick = await makeReceived(['booking.created'])
  slow.receiver.answer = () => {}
  for (let n = 0; n < 150; n++) await slow.book()
  await quick.book()
  work()
  const started = Date.now()
  await quick.settled()
  expect(Date.now() - started).toBeLessThan(webhookPace.timeout)
  expect(slow.receiver.received.length).toBeLessThanOrEqual(4)
})
