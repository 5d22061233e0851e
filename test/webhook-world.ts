import { randomUUID } from 'node:crypto'
import { afterEach, expect } from 'vitest'

import type { Sql } from '../app/platform/database/database.server.ts'
import type { WebhookEventType } from '../app/partners/webhooks/webhook.ts'
import { changeBookingStatus } from '../app/bookings/booking.server.ts'
import { startWebhooks, type WebhookPace } from '../server/jobs/webhook-jobs.ts'
import { book, makeDailyExperience } from './book.ts'
import { startReceiver } from './webhook-receiver.ts'
import { deliveriesOf, makeWebhook, webhookConfig } from './webhooks.ts'

const quiet = () => {}
const log = { debug: quiet, info: quiet, warn: quiet, error: console.error, fatal: console.error }
export const webhookPace: WebhookPace = {
  poll: 50,
  timeout: 500,
  lease: 2000,
  pauses: { first: 100, longest: 200 },
}

export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Returns functions that start workers and receivers and make webhooks. Workers and receivers are stopped after each test. */
export function webhookWorld(sql: Sql) {
  const now = () => new Date()
  const by = { actor: 'admin', actor_id: randomUUID() } as const
  const running: { stop: () => Promise<void> }[] = []
  const receivers: { close: () => void }[] = []
  const stop = async () => void (await Promise.all(running.splice(0).map((worker) => worker.stop())))
  afterEach(async () => {
    await stop()
    for (const receiver of receivers.splice(0)) receiver.close()
    await sql`delete from webhooks`
  })
  return {
    now,
    by,
    stop,
    receivers,
    /** Starts a worker. */
    work: (config = webhookConfig) =>
      void running.push(startWebhooks({ sql, now, config, log }, webhookPace)),
    set: (id: string, status: 'confirmed' | 'cancelled' | 'pending') =>
      changeBookingStatus(sql, id, status, { by }, now()),
    /** Makes a vineyard with a webhook that has its own receiver. */
    makeReceived: async (
      types: WebhookEventType[] = ['booking.created', 'booking.changed', 'booking.cancelled'],
    ) => {
      const receiver = await startReceiver()
      receivers.push(receiver)
      const market = await makeDailyExperience(sql, { capacity: 10_000 })
      const webhook = await makeWebhook(sql, market.experience.vineyard_id, receiver.url, types)
      const deliveries = () => deliveriesOf(sql, webhook.id)
      const unsettled = async (states: string[]) =>
        (await deliveries()).map(({ state }) => state).filter((state) => !states.includes(state))
      return {
        ...market,
        receiver,
        webhook,
        deliveries,
        book: () => book(sql, market.experience, market.on(inDays(8)), 2, now()),
        settled: (states = ['delivered']) =>
          expect.poll(() => unsettled(states), { timeout: 20_000 }).toEqual([]),
      }
    },
  }
}
