import { data, href, redirect } from 'react-router'

import { tallyOf } from '../../../../platform/text/counts.ts'
import { formatMoment } from '../../../../platform/days.ts'
import { load, loadList } from '../../../../staff-client/load.ts'
import { Breadcrumb } from '../../../../ui/page/breadcrumb.tsx'
import { ButtonLink } from '../../../../ui/button.tsx'
import { AskFirst } from '../../../../ui/forms/dialog-form.tsx'
import { FormButton, HiddenFields } from '../../../../ui/forms/form-parts.tsx'
import { isShownBeside } from '../../../../staff-client/action-result.tsx'
import { EditRefusal } from '../../../../ui/forms/edit-form.tsx'
import { Empty } from '../../../../ui/lists/empty.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { unlistedHead } from '../../../../ui/page/head.ts'
import { ListFilter, ListTools, Pager } from '../../../../ui/lists/list-tools.tsx'
import { Notice } from '../../../../ui/page/notice.tsx'
import { StaffHead } from '../../../../ui/page/staff-head.tsx'
import { Toast } from '../../../../ui/page/toast.tsx'
import { useRefreshAfter } from '../../../../ui/use-refresh-after.ts'
import {
  DeliveryList,
  deliveryLabels,
  DeliveryPanel,
} from '../../../../partners/webhooks/components/delivery-list.tsx'
import {
  addressParts,
  WebhookSecret,
  WebhookState,
  type WebhookListed,
  WebhookFields,
} from '../../../../partners/webhooks/components/webhook-section.tsx'
import {
  attemptPauses,
  changeWebhookByForm,
  deliveryCalls,
  webhookCalls,
  type WebhookResult,
} from '../../../../partners/webhooks/webhook-actions.tsx'
import type { Route } from './+types/$id.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Webhook')

export async function clientLoader({ request, params: { id } }: Route.ClientLoaderArgs) {
  const opened = new URL(request.url).searchParams.get('open')
  const [webhook, list, open] = await Promise.all([
    load(request, webhookCalls[':id'].$get({ param: { id } })),
    loadList(request, deliveryCalls.index.$get, ['state'], { webhook_id: id }),
    opened ? load(request, deliveryCalls[':id'].$get({ param: { id: opened } })) : null,
  ])
  return { webhook, list, open }
}

export async function clientAction({ request, params: { id } }: Route.ClientActionArgs) {
  const result = await changeWebhookByForm(request, id)
  if (result.intent === 'remove' && !result.failed) throw redirect(href('/winemaker/integrations'))
  return data(result, { status: result.failed ? 422 : 200 })
}

/** Shows one webhook: its state and settings, and the log of its deliveries. */
export default function WebhookPage({ loaderData, actionData }: Route.ComponentProps) {
  const { webhook, list, open } = loaderData
  const isOn = webhook.disabled_at === null
  useRefreshAfter(actionData?.isQueued && !actionData.failed && actionData, attemptPauses)
  return (
    <>
      <StaffHead
        above={
          <Breadcrumb
            trail={[{ to: href('/winemaker/integrations'), label: 'Integrations' }]}
            here="Webhook"
          />
        }
        title={addressParts(webhook.url).host}
        below={<WebhookState webhook={webhook} />}
      >
        <Form method="post" preventScrollReset>
          <FormButton variant="primary" name="intent" value="test">
            Send a test event
          </FormButton>
        </Form>
      </StaffHead>
      {actionData?.secret && <WebhookSecret secret={actionData.secret} />}
      <StateNotice webhook={webhook} />
      <section className="stack-sm space-above" aria-labelledby="deliveries">
        <h2 id="deliveries">
          {list.isFiltered || list.total > 0 ? tallyOf(list.total, 'delivery', 'deliveries') : 'Deliveries'}
        </h2>
        {open && <DeliveryPanel delivery={open} back={`?${new URLSearchParams(list.query)}`} />}
        <ListTools>
          <ListFilter label="State" name="state" options={deliveryLabels} />
        </ListTools>
        {list.items.length === 0 ? (
          <Empty
            title={list.isFiltered ? 'No matching deliveries' : 'Nothing sent yet'}
            level="h3"
            action={
              list.isFiltered && (
                <ButtonLink to={href('/winemaker/integrations/webhooks/:id', { id: webhook.id })}>
                  Show all
                </ButtonLink>
              )
            }
          >
            The events of the last 30 days appear here, delivered or not.
          </Empty>
        ) : (
          <DeliveryList deliveries={list.items} isOn={isOn} query={list.query} />
        )}
        <Pager {...list} />
      </section>
      <Settings key={webhook.url + webhook.event_types} webhook={webhook} result={actionData} />
      <section className="panel space-above" aria-labelledby="signing">
        <h2 id="signing">Signing secret</h2>
        <p>
          {webhook.previous_until
            ? `The previous secret also works until ${formatMoment(webhook.previous_until)}.`
            : 'The other program uses this secret to check that a message is ours. Make a new secret if somebody else may know this one.'}
        </p>
        <AskFirst
          label="Make a new secret"
          title="Make a new secret?"
          safe="Keep"
          values={{ intent: 'secret' }}
          variant="primary"
          button={{ variant: 'line' }}
        >
          For 24 hours, messages are signed with the old and the new secret, so that you can change the secret
          in the other program without a gap.
        </AskFirst>
      </section>
      <section className="panel space-above" aria-labelledby="end">
        <h2 id="end">{isOn ? 'Switch off or remove' : 'Remove'}</h2>
        <p>
          {isOn
            ? 'Events that happen while the webhook is off are never sent.'
            : 'Removing the webhook also removes its deliveries.'}
        </p>
        <div className="row">
          {isOn && <SwitchForm webhook={webhook} turnsOn={false} label="Switch off" />}
          <AskFirst
            label="Remove"
            title={`Remove ${addressParts(webhook.url).host}?`}
            safe="Keep"
            values={{ intent: 'remove' }}
          >
            The webhook gets no more messages, and its list of deliveries is deleted.
          </AskFirst>
        </div>
      </section>
      <Toast about={actionData?.secret || actionData?.failed ? undefined : actionData} />
    </>
  )
}

/** Tells the owner what the state of the webhook means and what to do about it. */
function StateNotice({ webhook }: { webhook: WebhookListed }) {
  const { disabled_because, failing_since, waiting } = webhook
  if (disabled_because === null)
    return failing_since === null ? null : (
      <Notice tone="wait">
        <p>
          Messages have not got through since {formatMoment(failing_since)}. We try each for three days.
          {waiting > 0 && ` ${tallyOf(waiting, 'delivery', 'deliveries')} waiting.`}
        </p>
      </Notice>
    )
  return (
    <Notice tone={disabled_because === 'staff' ? 'info' : 'bad'}>
      <p>
        {disabledSentences[disabled_because]}
        {waiting > 0 && ` ${tallyOf(waiting, 'delivery', 'deliveries')} will be sent when you switch it on.`}
      </p>
      <SwitchForm webhook={webhook} turnsOn label="Switch on" />
    </Notice>
  )
}

const disabledSentences: Record<NonNullable<WebhookListed['disabled_because']>, string> = {
  staff: 'This webhook is switched off.',
  gone: 'The other program said that this address is gone, so we switched the webhook off.',
  failing:
    'We tried for three days and nothing arrived, so we switched the webhook off. Switch it on when the other program works again.',
}

function SwitchForm({
  webhook,
  turnsOn,
  label,
}: {
  webhook: WebhookListed
  turnsOn: boolean
  label: string
}) {
  return (
    <Form method="post" preventScrollReset>
      <HiddenFields values={{ url: webhook.url, is_on: String(turnsOn) }} />
      {webhook.event_types.map((type) => (
        <input key={type} type="hidden" name="event_types" value={type} />
      ))}
      <FormButton name="intent" value="switch">
        {label}
      </FormButton>
    </Form>
  )
}

function Settings({ webhook, result }: { webhook: WebhookListed; result: WebhookResult | undefined }) {
  const refused =
    result?.failed && ['save', 'switch', 'test', 'send-again'].includes(result.intent) ? result : undefined
  return (
    <section className="panel space-above" aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <Form method="post" className="form-grid" preventScrollReset refused={refused}>
        {refused && !isShownBeside(refused, 'url', 'event_types') && (
          <div className="full">
            <EditRefusal refused={{ ...refused, conflict: null }} />
          </div>
        )}
        <input type="hidden" name="is_on" value={String(webhook.disabled_at === null)} />
        <WebhookFields url={webhook.url} eventTypes={webhook.event_types} problems={refused?.fields ?? {}} />
        <div className="full">
          <FormButton name="intent" value="save" busy="Saving …">
            Save
          </FormButton>
        </div>
      </Form>
    </section>
  )
}
