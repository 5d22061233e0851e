import { setTimeout as sleep } from 'node:timers/promises'

import type { AppDependencies } from '../../app/platform/app-dependencies.ts'
import {
  claimDeliveries,
  type ClaimedDelivery,
  deliverWebhook,
  receiverTimeout,
} from '../../app/partners/webhooks/deliver-webhook.server.ts'
import { type RetryPauses, retryPauses } from '../../app/partners/webhooks/webhook.ts'
import { repeat, type Running } from './repeat.ts'
import { runJob, traceOf } from './run-job.ts'

/** The pace of webhooks in milliseconds. Tests deliver faster. */
export type WebhookPace = {
  poll: number
  /** The time that a receiver may take to answer. */
  timeout: number
  /** The time after which a claim expires. By then the worker with the claim must have crashed. */
  lease: number
  pauses: RetryPauses
}

export const steadyWebhookPace: WebhookPace = {
  poll: 1000,
  timeout: receiverTimeout,
  lease: 30_000,
  pauses: retryPauses,
}

/** The most concurrent deliveries, in total and to one webhook, so that slow receivers do not block others. */
const atOnce = 100
const atOnceEach = 4
/**
 * Milliseconds that `stop` waits for current deliveries. Unfinished deliveries are repeated when their claims expire.
 */
const farewell = 3000

/**
 * Delivers webhooks until `stop` is called. The table of deliveries is the queue, because order, retries and limits depend
 * on its rows: docs/decisions/0033-octo-and-webhooks.md.
 */
export function startWebhooks({ sql, now, config, log }: AppDependencies, pace = steadyWebhookPace): Running {
  const context = { sql, now, config, log, pauses: pace.pauses, timeout_ms: pace.timeout }
  const inProgress = new Set<Promise<void>>()
  const problem = 'Webhooks could not be delivered'
  let claiming = 0
  let stopped = false

  const claimMore = async (): Promise<void> => {
    const limit = atOnce - inProgress.size - claiming
    if (limit <= 0 || stopped) return
    claiming += limit
    try {
      const claimed = await claimDeliveries(sql, {
        limit,
        each: atOnceEach,
        lease_ms: pace.lease,
        now: now(),
      })
      for (const delivery of claimed) start(delivery)
    } finally {
      claiming -= limit
    }
  }
  const start = (delivery: ClaimedDelivery) => {
    const work = traceOf(sql, 'webhook_deliveries', delivery.id)
      .then((traceparent) => runJob('webhook', () => deliverWebhook(context, delivery), { traceparent }))
      .finally(() => inProgress.delete(work))
      // The next event of the same booking may now be delivered.
      .then(claimMore)
      .catch((err: unknown) => log.error({ err }, problem))
    inProgress.add(work)
  }

  const polling = repeat(pace.poll, claimMore, log, problem)
  return {
    stop: async () => {
      stopped = true
      await polling.stop()
      await Promise.race([Promise.all(inProgress), sleep(farewell, undefined, { ref: false })])
    },
  }
}
