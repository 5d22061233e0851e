import { z } from 'zod'

import { id, instant } from '../../platform/api/fields.server.ts'
import {
  type AttemptProblem,
  attemptProblems,
  deliveryStates,
  disabledReasons,
  webhookEventTypes,
  type WebhookPayload,
} from './webhook.ts'

const webhookEvents = z
  .array(z.enum(webhookEventTypes))
  .min(1, 'must name at least one event')
  .meta({
    description: 'The events that we send to the webhook.',
    example: ['booking.created', 'booking.cancelled'],
  })
export const distinctTypes = webhookEvents.refine(
  (list) => new Set(list).size === list.length,
  'must not repeat an event',
)

export const webhookShape = z
  .object({
    id,
    vineyard_id: id,
    url: z.string(),
    event_types: webhookEvents,
    created_at: instant,
    disabled_at: instant
      .nullable()
      .describe('When the webhook was switched off; null while it is switched on.'),
    disabled_because: z
      .enum(disabledReasons)
      .nullable()
      .describe(
        'staff: switched off by staff; gone: the receiver answered 410; failing: deliveries failed for three days.',
      ),
    failing_since: instant.nullable().describe('When the first delivery failed after the last success.'),
    last_success_at: instant.nullable(),
    previous_until: instant
      .nullable()
      .describe('Until when deliveries are also signed with the previous secret.'),
    waiting: z.int().describe('Deliveries that wait for their first or next attempt.'),
    failed: z.int().describe('Deliveries of the last 30 days that were given up.'),
  })
  .meta({ id: 'Webhook' })

const problems = Object.keys(attemptProblems) as [AttemptProblem, ...AttemptProblem[]]

export const deliveryShape = z
  .object({
    id: id.describe('The header webhook-id, the same at every attempt.'),
    webhook_id: id,
    event_type: z.enum([...webhookEventTypes, 'test']),
    state: z.enum(deliveryStates),
    attempts: z.int(),
    status_code: z.int().nullable().describe('The status of the last response; null if no response came.'),
    duration_ms: z.int().nullable(),
    problem: z.enum(problems).nullable(),
    created_at: instant,
    last_attempt_at: instant.nullable(),
    next_attempt_at: instant.nullable(),
    payload: z.custom<WebhookPayload>().meta({ type: 'object', description: 'The body as it is sent.' }),
  })
  .meta({ id: 'WebhookDelivery' })

export const newSecret = z.object({
  id,
  secret: z.string().meta({
    description: 'The secret that signs the deliveries. It is shown only in this response.',
    example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8lR7fPZKq1c=',
  }),
})
