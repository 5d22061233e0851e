import { data, href, Link } from 'react-router'

import { loadKeys, makeKeyFromForm, revokeKeyFromForm } from '../../people/api-keys/api-key-actions.tsx'
import { KeySection } from '../../people/api-keys/components/key-section.tsx'
import { SellerHolds } from '../../bookings/new-bookings/components/seller-holds.tsx'
import { OptInSection } from '../../partners/resellers/components/opt-in-section.tsx'
import {
  changeOptIn,
  loadOptIns,
  loadSellerHolds,
  releaseSellerHold,
} from '../../partners/resellers/reseller-actions.tsx'
import { isShownBeside, readFormText, wasRefused } from '../../staff-client/action-result.tsx'
import { requireOwnDocument } from '../../staff-client/guard.ts'
import { vineyardAt } from '../../staff-client/load.ts'
import { Empty } from '../../ui/lists/empty.tsx'
import { unlistedHead } from '../../ui/page/head.ts'
import { StaffHead } from '../../ui/page/staff-head.tsx'
import { Toast, Toasts } from '../../ui/page/toast.tsx'
import { WebhookSection } from '../../partners/webhooks/components/webhook-section.tsx'
import { addWebhookByForm, loadWebhooks } from '../../partners/webhooks/webhook-actions.tsx'
import { OwnWebsite } from '../../partners/widget/components/own-website.tsx'
import { changeWidget, loadWidget } from '../../partners/widget/widget-actions.tsx'
import type { Route } from './+types/integrations.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Integrations')

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  // Reloads the page if a link opened it, because only the security policy of its own document allows the widget's preview.
  requireOwnDocument(request)
  const vineyard_id = await vineyardAt(request)
  const [widget, optIns, holds, keys, webhooks] = await Promise.all([
    loadWidget(request, vineyard_id),
    loadOptIns(request, vineyard_id),
    loadSellerHolds(request, vineyard_id),
    loadKeys(request, vineyard_id),
    loadWebhooks(request, vineyard_id),
  ])
  return { vineyard_id, widget, optIns, holds, keys, webhooks }
}

const actions = {
  widget: changeWidget,
  make: makeKeyFromForm,
  revoke: revokeKeyFromForm,
  opt_in: changeOptIn,
  release_hold: releaseSellerHold,
  add_webhook: addWebhookByForm,
}

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const act = actions[readFormText(form, 'intent') as keyof typeof actions]
  const result = await act(request, form)
  return data(result, { status: result.failed ? 422 : 200 })
}

/** Shows how other programs use the vineyard, with one section for each way. */
export default function Integrations({ loaderData, actionData }: Route.ComponentProps) {
  const { vineyard_id, widget, optIns, holds, keys, webhooks } = loaderData
  const keyResult = actionData && 'owner' in actionData ? actionData : undefined
  const webhookResult = actionData && 'secret' in actionData ? actionData : undefined
  return (
    <Toasts>
      <StaffHead title="Integrations" below="How other sites and programs use your vineyard." />
      <OwnWebsite widget={widget} outcome={actionData && 'widget' in actionData ? actionData : undefined} />
      <OptInSection vineyardId={vineyard_id} optIns={optIns} />
      <SellerHolds holds={holds} />
      <section className="stack-sm" aria-labelledby="keys">
        <h2 id="keys" className="page-part">
          API keys
        </h2>
        <KeySection
          owner={{ name: 'vineyard_id', value: vineyard_id }}
          keys={keys}
          outcome={keyResult}
          empty={
            <Empty title="No key yet" level="h3">
              A key lets your own site or another program read your experiences and bookings.{' '}
              <Link to={href('/developers')} reloadDocument>
                Read how
              </Link>
            </Empty>
          }
        />
      </section>
      <WebhookSection webhooks={webhooks} vineyardId={vineyard_id} result={webhookResult} />
      <Toast
        about={actionData}
        isShownByPage={
          Boolean(keyResult?.key || webhookResult?.secret) ||
          wasRefused(actionData, 'revoke') ||
          isShownBeside(keyResult, 'name', 'permissions') ||
          isShownBeside(webhookResult, 'url', 'event_types')
        }
      />
    </Toasts>
  )
}
