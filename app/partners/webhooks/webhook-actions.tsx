import { type ActionResult, readFormText, toActionResult } from '../../staff-client/action-result.tsx'
import { resultOf } from '../../staff-client/call.ts'
import { load } from '../../staff-client/load.ts'
import { apiFor } from '../../staff-client/staff-area.ts'
import { webhookEventTypes } from './webhook.ts'
import type { webhookApi, webhookDeliveryApi } from './webhook.api.ts'

export const webhookCalls = apiFor<typeof webhookApi>('winemaker', '/api/webhooks')
export const deliveryCalls = apiFor<typeof webhookDeliveryApi>('winemaker', '/api/webhook_deliveries')

/** The result of an action. `secret` is a new secret, which is shown only once. */
export type WebhookResult = ActionResult & { intent: string; secret: string | null; isQueued: boolean }

export async function loadWebhooks(request: Pick<Request, 'url'>, vineyard_id: string) {
  return (await load(request, webhookCalls.index.$get({ query: { vineyard_id } }))).items
}

const readSettings = (form: FormData) => {
  const chosen = form.getAll('event_types')
  return {
    url: readFormText(form, 'url'),
    event_types: webhookEventTypes.filter((type) => chosen.includes(type)),
  }
}

export async function addWebhookByForm(request: Request, form: FormData): Promise<WebhookResult> {
  const json = { vineyard_id: readFormText(form, 'vineyard_id'), ...readSettings(form) }
  const added = await resultOf(webhookCalls.index.$post({ json }))
  const result = toActionResult(request, added, 'The webhook has been added.')
  return { ...result, intent: 'add_webhook', secret: added.ok ? added.value.secret : null, isQueued: false }
}

/** Runs the action in a form's `intent` on a webhook or one of its deliveries. */
export async function changeWebhookByForm(request: Request, id: string): Promise<WebhookResult> {
  const form = await request.formData()
  const intent = readFormText(form, 'intent')
  const param = { id }
  const end = async (call: Parameters<typeof resultOf>[0], message: string): Promise<WebhookResult> => ({
    ...toActionResult(request, await resultOf(call), message),
    intent,
    secret: null,
    isQueued: intent === 'test' || intent === 'send-again',
  })
  switch (intent) {
    case 'test':
      return end(webhookCalls[':id'].test.$post({ param }), 'A test event is on its way.')
    case 'send-again': {
      const again = deliveryCalls[':id'].send_again.$post({ param: { id: readFormText(form, 'delivery') } })
      return end(again, 'The event is being sent again.')
    }
    case 'secret': {
      const made = await resultOf(webhookCalls[':id'].secret.$post({ param }))
      const result = toActionResult(request, made, 'The new secret has been made.')
      return { ...result, intent, secret: made.ok ? made.value.secret : null, isQueued: false }
    }
    case 'remove':
      return end(webhookCalls[':id'].$delete({ param }), 'The webhook has been removed.')
    default: {
      const is_on = readFormText(form, 'is_on') === 'true'
      const json = { ...readSettings(form), is_on }
      const message =
        intent === 'save' ? 'Saved.' : is_on ? 'The webhook is switched on.' : 'The webhook is switched off.'
      return end(webhookCalls[':id'].$put({ param, json }), message)
    }
  }
}

/** The milliseconds until an attempt may have ended: it starts within a second, and a receiver may take ten seconds. */
export const attemptPauses = [1500, 3000, 6000, 12_000]
