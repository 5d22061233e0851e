import { type Context, Hono } from 'hono'
import { z } from 'zod'

import { type ApiEnv, only } from '../../people/sign-in/access.server.ts'
import { integrationPolicy } from '../../people/sign-in/policy.ts'
import { describe } from '../../platform/api/describe.server.ts'
import { id, webAddress } from '../../platform/api/fields.server.ts'
import { listing, pageOf } from '../../platform/api/listing.server.ts'
import { requireUuidParams } from '../../platform/api/path-params.server.ts'
import { body, query } from '../../platform/api/reading.server.ts'
import type { Config } from '../../platform/config.server.ts'
import { privateAddress, refuseAddress } from '../../platform/http/fetch-public.server.ts'
import { problem, refuseField } from '../../platform/http/problem.ts'
import type { SqlEnums } from '../../platform/database/sql-enums.generated.ts'
import { deliveryStates, maxWebhooks } from './webhook.ts'
import {
  addWebhook,
  changeWebhook,
  findDelivery,
  findWebhook,
  listWebhooks,
  pageOfDeliveries,
  removeWebhook,
  resendDelivery,
  rotateSecret,
  sendTest,
} from './webhook.server.ts'
import { deliveryShape, distinctTypes, newSecret, webhookShape } from './webhook.shapes.ts'

const absent = 'Webhook not found'
const absentDelivery = 'Delivery not found'
const noKey = 'This site cannot store secrets yet. Please ask its operator to set SECRETS_KEY.'
const anyStaff = integrationPolicy.run
const address = webAddress.meta({
  description: 'Begins with https:// and is on the public internet.',
  example: 'https://hooks.example.com/chalk-and-vine',
})

/** Returns why an address is refused, or null if a webhook may use it. */
function refuseWebhookAddress(address: string, { local_webhooks }: Config): string | null {
  const url = new URL(address)
  const isLocal = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (local_webhooks && isLocal) return null
  return url.protocol === 'https:' ? refuseAddress(url) : 'Please use an address that begins with https://.'
}

const answerFound = (c: Context, isFound: boolean) => (isFound ? c.body(null, 204) : problem(c, 404, absent))

const tooMany = `A vineyard has at most ${maxWebhooks} webhooks.`

/** /api/webhooks: addresses of other programs to which we send events. */
export const webhookApi = new Hono<ApiEnv>()
  .use(only(anyStaff, 'webhooks'))
  .use('/:id/*', requireUuidParams(absent))
  .get(
    '/',
    describe('Webhooks of a vineyard', { 200: z.object({ items: z.array(webhookShape) }) }),
    query(z.strictObject({ vineyard_id: id })),
    async (c) => {
      const { sql, by, now } = c.var
      return c.json({ items: await listWebhooks(sql, c.req.valid('query').vineyard_id, { by }, now()) })
    },
  )
  .post(
    '/',
    describe(
      'Add a webhook',
      { 201: newSecret },
      'Deliveries follow Standard Webhooks: verify the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` with the secret. Bodies hold ids and states only. A delivery is made at least once, in order per booking, and tried again for three days until it is answered with 2xx within ten seconds.',
      { 404: 'Vineyard not found', 409: tooMany, 422: privateAddress, 503: noKey },
    ),
    body(z.strictObject({ vineyard_id: id, url: address, event_types: distinctTypes })),
    async (c) => {
      const { sql, by, now, config } = c.var
      const wanted = c.req.valid('json')
      const refusal = refuseWebhookAddress(wanted.url, config)
      if (refusal !== null) return refuseField(c, 'url', refusal)
      const added = await addWebhook(sql, config.secrets_keys, wanted, { by }, now())
      if (added.ok) return c.json(added.value, 201, { Location: `/api/webhooks/${added.value.id}` })
      switch (added.problem) {
        case 'absent':
          return problem(c, 404, 'Vineyard not found')
        case 'many':
          return problem(c, 409, tooMany)
        case 'no_key':
          return problem(c, 503, noKey)
      }
    },
  )
  .get('/:id', describe('A webhook', { 200: webhookShape }), async (c) => {
    const { sql, by, now } = c.var
    const webhook = await findWebhook(sql, c.req.param('id'), { by }, now())
    return webhook ? c.json(webhook) : problem(c, 404, absent)
  })
  .put(
    '/:id',
    describe(
      'Change a webhook',
      { 204: null },
      'When a webhook is switched on again, its waiting deliveries are sent at once. Events that happen while it is off are not sent.',
      { 404: absent, 422: privateAddress },
    ),
    body(z.strictObject({ url: address, event_types: distinctTypes, is_on: z.boolean() })),
    async (c) => {
      const { sql, by, now, config } = c.var
      const changes = c.req.valid('json')
      const refusal = refuseWebhookAddress(changes.url, config)
      if (refusal !== null) return refuseField(c, 'url', refusal)
      return answerFound(c, await changeWebhook(sql, c.req.param('id'), changes, { by }, now()))
    },
  )
  .delete(
    '/:id',
    describe('Remove a webhook', { 204: null }, 'Its deliveries are removed as well.', { 404: absent }),
    async (c) => {
      const { sql, by, now } = c.var
      return answerFound(c, await removeWebhook(sql, c.req.param('id'), { by }, now()))
    },
  )
  .post(
    '/:id/secret',
    describe(
      'Make a new secret',
      { 201: newSecret },
      'For 24 hours deliveries are signed with the old and the new secret, so that you can change the secret without missing a delivery.',
      { 404: absent, 503: noKey },
    ),
    async (c) => {
      const { sql, by, now, config } = c.var
      const id = c.req.param('id')
      const made = await rotateSecret(sql, config.secrets_keys, id, { by }, now())
      if (made.ok) return c.json({ id, ...made.value }, 201)
      return made.problem === 'absent' ? problem(c, 404, absent) : problem(c, 503, noKey)
    },
  )
  .post(
    '/:id/test',
    describe(
      'Send a test event',
      { 202: z.object({ id }) },
      'We send the event `test` once, within seconds. The response has the id of the delivery, which shows the result.',
      { 404: absent, 429: 'A webhook gets ten tests an hour; `Retry-After` says when the next is possible.' },
    ),
    async (c) => {
      const { sql, by, now } = c.var
      const sent = await sendTest(sql, c.req.param('id'), { by }, now())
      if (sent.ok) return c.json({ id: sent.value }, 202)
      if (sent.problem.kind === 'absent') return problem(c, 404, absent)
      c.header('Retry-After', String(sent.problem.retry_seconds))
      return problem(c, 429, 'This webhook has had ten tests within an hour. Please try again later.')
    },
  )

const resendRefusals: Record<SqlEnums['delivery_resend_problem'], { status: 404 | 409; title: string }> = {
  absent: { status: 404, title: absentDelivery },
  waiting: { status: 409, title: 'The delivery is still being tried.' },
  off: { status: 409, title: 'The webhook is switched off. Switch it on first.' },
}

/** /api/webhook_deliveries: events on their way to webhooks, and the log of the last 30 days. */
export const webhookDeliveryApi = new Hono<ApiEnv>()
  .use(only(anyStaff, 'webhooks'))
  .use('/:id/*', requireUuidParams(absentDelivery))
  .get(
    '/',
    describe('Deliveries of a webhook', { 200: pageOf(deliveryShape) }),
    query(listing(['-created_at'], { webhook_id: id, state: z.enum(deliveryStates).optional() })),
    async (c) => c.json(await pageOfDeliveries(c.var.sql, c.req.valid('query'), { by: c.var.by })),
  )
  .get('/:id', describe('A delivery', { 200: deliveryShape }), async (c) => {
    const delivery = await findDelivery(c.var.sql, c.req.param('id'), { by: c.var.by })
    return delivery ? c.json(delivery) : problem(c, 404, absentDelivery)
  })
  .post(
    '/:id/send_again',
    describe('Send a delivery again', { 202: z.object({ id }) }, 'The delivery keeps its id.', {
      404: absentDelivery,
      409: 'The delivery is still being tried, or the webhook is switched off.',
    }),
    async (c) => {
      const { sql, by, now } = c.var
      const id = c.req.param('id')
      const sent = await resendDelivery(sql, id, { by }, now())
      if (sent.ok) return c.json({ id }, 202)
      const { status, title } = resendRefusals[sent.problem]
      return problem(c, status, title)
    },
  )
