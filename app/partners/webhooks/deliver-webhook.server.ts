import { Webhook } from 'standardwebhooks'

import type { Config } from '../../platform/config.server.ts'
import type { Sql } from '../../platform/database/database.server.ts'
import { internetAndLoopback, postPublic } from '../../platform/http/fetch-public.server.ts'
import type { Log } from '../../platform/log.server.ts'
import { counter } from '../../platform/metrics.server.ts'
import { retrying } from '../../platform/database/retry.server.ts'
import { rowFrom } from '../../platform/database/row-from.server.ts'
import {
  type AttemptProblem,
  type DeliveryState,
  type RetryPauses,
  retryPause,
  type WebhookPayload,
} from './webhook.ts'
import { decryptWebhookSecret } from './webhook-secret.server.ts'

const attempts = counter(
  'chalk_webhook_attempts_total',
  'Attempts to deliver a webhook, by result: delivered, or the problem.',
  ['result'],
)

/** The milliseconds that a receiver has for its answer. */
export const receiverTimeout = 10_000

/** A delivery that this worker has claimed, with the encrypted secrets that sign the delivery. */
export type ClaimedDelivery = {
  id: string
  claim: string
  webhook_id: string
  event_type: string
  payload: WebhookPayload
  failures: number
  url: string
  secret: string
  previous_secret: string | null
}

export type WebhookDelivering = {
  sql: Sql
  now: () => Date
  config: Pick<Config, 'secrets_keys' | 'local_webhooks'>
  log: Log
  pauses: RetryPauses
  timeout_ms: number
}

/**
 * Queues deliveries for recorded changes of availability. Then claims and returns up to `limit` due deliveries, at most `each` of
 * them per webhook.
 */
export async function claimDeliveries(
  sql: Sql,
  { limit, each, lease_ms, now }: { limit: number; each: number; lease_ms: number; now: Date },
): Promise<ClaimedDelivery[]> {
  await retrying(sql, (sql) => sql`select queue_availability_webhooks(1000, ${now})`)
  return retrying(
    sql,
    (sql) => sql<ClaimedDelivery[]>`
      select * from claim_webhook_deliveries(${limit}, ${each}, ${lease_ms} * interval '1 ms', ${now})`,
  )
}

/** Sends a claimed delivery and records the outcome. If the worker crashes, the claim expires. */
export async function deliverWebhook(
  { sql, now, config, log, pauses, timeout_ms }: WebhookDelivering,
  delivery: ClaimedDelivery,
): Promise<DeliveryState | null> {
  const { id, claim, webhook_id, failures } = delivery
  const started = performance.now()
  const outcome = await post(delivery, config, now(), timeout_ms)
  const duration_ms = Math.round(performance.now() - started)
  const pause = retryPause(failures, Math.random(), pauses)
  const { state } = await rowFrom(sql)<{ state: DeliveryState | null }>`
    select record_webhook_attempt(
      ${id}, ${claim}, ${sql.json({ ...outcome, duration_ms })}, ${pause} * interval '1 ms', ${now()}
    ) as state`
  const { problem, status_code } = outcome
  attempts.inc({ result: problem ?? 'delivered' })
  if (problem === 'no_secret') log.error({ webhook_id }, 'Cannot decrypt the secret of a webhook')
  else if (problem !== null)
    log.info({ webhook_id, problem, status_code, state }, 'Could not deliver a webhook')
  return state
}

type Outcome = { status_code: number | null; problem: AttemptProblem | null }

async function post(
  { id, webhook_id, url, secret, previous_secret, payload }: ClaimedDelivery,
  { secrets_keys, local_webhooks }: WebhookDelivering['config'],
  now: Date,
  timeout_ms: number,
): Promise<Outcome> {
  const secrets = [secret, previous_secret]
    .filter((stored) => stored !== null)
    .map((stored) => decryptWebhookSecret(secrets_keys, stored, webhook_id))
    .filter((open) => open !== undefined)
  if (secrets.length === 0) return { status_code: null, problem: 'no_secret' }
  const { type, timestamp, data } = payload
  const body = JSON.stringify({ type, timestamp, data })
  const headers = {
    'Content-Type': 'application/json',
    'User-Agent': 'ChalkAndVine/1 (webhooks)',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((open) => new Webhook(open).sign(id, now, body)).join(' '),
  }
  const posted = await postPublic(
    url,
    { body, headers, timeout_ms },
    local_webhooks ? internetAndLoopback : undefined,
  )
  if (!posted.ok) return { status_code: null, problem: posted.problem }
  const { status } = posted.value
  return { status_code: status, problem: problemOfStatus(status) }
}

function problemOfStatus(status: number): AttemptProblem | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return 'redirect'
  return status === 410 ? 'gone' : 'refused'
}
