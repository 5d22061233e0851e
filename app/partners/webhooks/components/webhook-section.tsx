import { href, Link } from 'react-router'
import type { z } from 'zod'

import { formatMoment } from '../../../platform/days.ts'
import { StatusPill } from '../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx'
import { Empty } from '../../../ui/lists/empty.tsx'
import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { NewSecret } from '../../../ui/new-secret.tsx'
import { type WebhookEventType, webhookEventTypes } from '../webhook.ts'
import type { WebhookResult } from '../webhook-actions.tsx'
import type { webhookShape } from '../webhook.shapes.ts'

/** The names of the events. `label` is the plural in the choice of events; `one` names a single event. */
export const eventLabels: Record<WebhookEventType, { label: string; one: string; hint: string }> = {
  'booking.created': {
    label: 'New bookings',
    one: 'New booking',
    hint: 'Online, by phone, at the gate or from a reseller.',
  },
  'booking.changed': {
    label: 'Changed bookings',
    one: 'Booking changed',
    hint: 'Confirmed, moved, completed or called off.',
  },
  'booking.cancelled': {
    label: 'Cancelled bookings',
    one: 'Booking cancelled',
    hint: 'By the guest or by you.',
  },
  'booking.attended': {
    label: 'Attendance',
    one: 'Attendance recorded',
    hint: 'A party arrived or did not come.',
  },
  'availability.changed': {
    label: 'Availability',
    one: 'Availability changed',
    hint: 'Places left, start times or closed days.',
  },
}

/** The fields for the address and the events of a webhook. */
export function WebhookFields({
  url,
  eventTypes,
  problems,
}: {
  url?: string
  eventTypes: readonly WebhookEventType[]
  problems: Record<string, string>
}) {
  return (
    <>
      <TextField
        label="Address"
        name="url"
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        required
        maxLength={2000}
        wide
        defaultValue={url}
        hint="The address at which the other program receives messages. It must begin with https://."
        error={problems.url}
      />
      <CheckGroup
        legend="Send messages about"
        wide
        error={problems.event_types && 'Choose at least one event.'}
      >
        {webhookEventTypes.map((type) => (
          <CheckField
            key={type}
            name="event_types"
            value={type}
            defaultChecked={eventTypes.includes(type)}
            label={eventLabels[type].label}
            hint={eventLabels[type].hint}
          />
        ))}
      </CheckGroup>
    </>
  )
}

export type WebhookListed = z.infer<typeof webhookShape>

/** Lists the webhooks of a vineyard above a form that adds a webhook. */
export function WebhookSection({
  webhooks,
  vineyardId,
  result,
}: {
  webhooks: WebhookListed[]
  vineyardId: string
  result: WebhookResult | undefined
}) {
  return (
    <section className="stack-sm" aria-labelledby="webhooks">
      <h2 id="webhooks" className="page-part">
        Webhooks
      </h2>
      {result?.secret && <WebhookSecret secret={result.secret} />}
      {webhooks.length === 0 ? (
        <Empty title="No webhook yet" level="h3">
          We can tell another program as soon as something happens, so that it need not keep asking.
        </Empty>
      ) : (
        <DataTable caption="Webhooks" columns={columns} rows={webhooks} sort="" />
      )}
      <AddWebhook key={webhooks.length} vineyardId={vineyardId} result={result} />
    </section>
  )
}

/** Shows a new signing secret, which is never shown again. */
export function WebhookSecret({ secret }: { secret: string }) {
  return (
    <NewSecret
      key={secret}
      label="Signing secret"
      secret={secret}
      hint="Copy the secret now: we will not show it again. The other program uses it to check that a message is ours."
    />
  )
}

function AddWebhook({ vineyardId, result }: { vineyardId: string; result: WebhookResult | undefined }) {
  return (
    <section className="panel space-above" aria-labelledby="add-webhook">
      <h3 id="add-webhook">Add a webhook</h3>
      <Form method="post" className="form-grid" preventScrollReset refused={result?.failed && result}>
        <HiddenFields values={{ vineyard_id: vineyardId }} />
        <WebhookFields eventTypes={webhookEventTypes} problems={result?.fields ?? {}} />
        <div className="full">
          <FormButton name="intent" value="add_webhook" busy="Adding the webhook …">
            Add a webhook
          </FormButton>
        </div>
      </Form>
    </section>
  )
}

/** Returns the host of a URL, and the path that follows it. */
export function addressParts(url: string): { host: string; path: string } {
  const { host, pathname, search } = new URL(url)
  return { host, path: pathname === '/' && search === '' ? '' : pathname + search }
}

const columns: Column<WebhookListed>[] = [
  {
    head: 'Address',
    place: 'name',
    cell: ({ id, url }) => (
      <>
        <Link to={href('/winemaker/integrations/webhooks/:id', { id })}>{addressParts(url).host}</Link>
        <br />
        <span className="soft small">{addressParts(url).path}</span>
      </>
    ),
  },
  {
    head: 'Messages about',
    labelled: true,
    cell: ({ event_types }) =>
      event_types.length === webhookEventTypes.length
        ? 'Everything'
        : event_types.map((type) => eventLabels[type].label).join(', '),
  },
  {
    head: 'Last delivered',
    labelled: true,
    cell: ({ last_success_at }) => (last_success_at ? formatMoment(last_success_at) : 'Never'),
  },
  {
    head: 'Deliveries',
    labelled: true,
    cell: ({ waiting, failed }) =>
      [waiting > 0 && `${waiting} waiting`, failed > 0 && `${failed} failed`].filter(Boolean).join(', ') ||
      'None waiting',
  },
  { head: 'State', place: 'status', cell: (webhook) => <WebhookState webhook={webhook} /> },
]

/** A pill that says whether a webhook works. */
export function WebhookState({
  webhook: { disabled_at, failing_since },
}: {
  webhook: Pick<WebhookListed, 'disabled_at' | 'failing_since'>
}) {
  if (disabled_at) return <StatusPill label="Off" tone="none" icon="ring" />
  return failing_since ? (
    <StatusPill label="Failing" tone="wait" icon="alert" />
  ) : (
    <StatusPill label="On" tone="good" icon="tick" />
  )
}
