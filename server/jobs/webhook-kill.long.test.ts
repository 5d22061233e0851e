import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'

import { changeBookingStatus } from '../../app/bookings/booking.server.ts'
import { book, makeDailyExperience } from '../../test/book.ts'
import { ownDatabase } from '../../test/database.ts'
import { mailWorker } from '../../test/mail-worker-process.ts'
import { accept, startReceiver } from '../../test/webhook-receiver.ts'
import { deliveriesOf, makeWebhook } from '../../test/webhooks.ts'

const rounds = Number(process.env.WEBHOOK_KILLS ?? 1)
const sql = await ownDatabase()
const receiver = await startReceiver()
const worker = mailWorker({ MAIL_DATABASE: sql.url, SMTP_URL: '' })
afterAll(async () => {
  await worker.kill()
  receiver.close()
})

test(`delivers every event with its own unchanging id, in order for each booking, although the worker is killed (rounds: ${rounds})`, {
  timeout: rounds * 60_000 + 120_000,
}, async () => {
  receiver.answer = (one, response) => void setTimeout(() => accept(one, response), 20)
  const { experience, on } = await makeDailyExperience(sql, { capacity: 10_000 })
  const webhook = await makeWebhook(sql, experience.vineyard_id, receiver.url, [
    'booking.created',
    'booking.changed',
    'booking.cancelled',
  ])
  const day = new Date(Date.now() + 8 * 86_400_000).toISOString().slice(0, 10)
  const by = { actor: 'admin', actor_id: crypto.randomUUID() } as const
  let committed = 0
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < 15; n++) {
      const id = await book(sql, experience, on(day), 1, new Date())
      await changeBookingStatus(sql, id, 'confirmed', { by }, new Date())
      await changeBookingStatus(sql, id, 'cancelled', { by }, new Date())
    }
    committed += 45
    // The worker is killed while the receiver delays its answer to a message. In each round, this is a different
    // message.
    const killedAt = receiver.received.length + 1 + ((round * 17) % 30)
    await worker.start()
    while (receiver.received.length < killedAt) await sleep(1)
    await worker.kill()
  }
  await worker.start()
  const undelivered = async () =>
    (await deliveriesOf(sql, webhook.id)).filter(({ state }) => state !== 'delivered').length
  await expect.poll(undelivered, { timeout: 120_000 }).toBe(0)

  const deliveries = await deliveriesOf(sql, webhook.id)
  expect(deliveries).toHaveLength(committed)
  expect(new Set(receiver.ids())).toEqual(new Set(deliveries.map(({ id }) => id)))
  // Only the first arrival of each message counts, because a repeated message may arrive later.
  const first = [...new Map(receiver.received.toReversed().map((one) => [one.id, one])).values()].toReversed()
  for (const one of receiver.received) expect(receiver.verify(webhook.secret, one)).toEqual(one.message)
  const types = Map.groupBy(first, ({ message }) => message.data.reference)
  for (const ofBooking of types.values())
    expect(ofBooking.map(({ message }) => message.type)).toEqual([
      'booking.created',
      'booking.changed',
      'booking.cancelled',
    ])
})
