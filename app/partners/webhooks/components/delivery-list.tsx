import { useEffect, useRef } from 'react'
import { Form, Link } from 'react-router'
import type { z } from 'zod'

import { countOf } from '../../../platform/text/counts.ts'
import { formatMoment } from '../../../platform/days.ts'
import { StatusPill, type StatusTone } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx'
import type { IconName } from '../../../ui/pictures/icons.ts'
import { attemptProblems, type DeliveryState } from '../webhook.ts'
import { eventLabels } from './webhook-section.tsx'
import type { deliveryShape } from '../webhook.shapes.ts'
import './webhooks.css'

type Delivery = z.infer<typeof deliveryShape>

export const deliveryLabels: Record<DeliveryState, { label: string; tone: StatusTone; icon: IconName }> = {
  waiting: { label: 'Waiting', tone: 'wait', icon: 'clock' },
  delivered: { label: 'Delivered', tone: 'good', icon: 'tick' },
  failed: { label: 'Failed', tone: 'off', icon: 'cross' },
}

const eventOf = ({ event_type }: Pick<Delivery, 'event_type'>) =>
  event_type === 'test' ? 'Test event' : eventLabels[event_type].one

/** Lists the deliveries of a webhook, newest first. `query` is the list's query from the URL. */
export function DeliveryList({
  deliveries,
  isOn,
  query,
}: {
  deliveries: Delivery[]
  isOn: boolean
  query: Record<string, string>
}) {
  return (
    <DataTable caption="Deliveries" columns={columnsFor(isOn, query)} rows={deliveries} sort="-created_at" />
  )
}

/** Shows the message of a delivery, with line breaks that the sent message does not have. */
export function DeliveryPanel({ delivery, back }: { delivery: Delivery; back: string }) {
  const panel = useRef<HTMLElement>(null)
  const { id, payload } = delivery
  useEffect(() => panel.current?.focus(), [id])
  const { type, timestamp, data } = payload
  return (
    <section ref={panel} className="panel delivery-panel" aria-labelledby="message" tabIndex={-1}>
      <h3 id="message">{eventOf(delivery)}</h3>
      <p className="soft small">webhook-id: {id}</p>
      <pre>{JSON.stringify({ type, timestamp, data }, null, 2)}</pre>
      <ButtonLink small to={back} preventScrollReset>
        Close
      </ButtonLink>
    </section>
  )
}

const columnsFor = (isOn: boolean, query: Record<string, string>): Column<Delivery>[] => [
  {
    head: 'Event',
    place: 'name',
    cell: (delivery) => {
      const { reference } = delivery.payload.data
      return (
        <>
          <Link to={`?${new URLSearchParams({ ...query, open: delivery.id })}`} preventScrollReset>
            {eventOf(delivery)}
          </Link>
          {typeof reference === 'string' && (
            <>
              <br />
              <span className="soft small">{reference}</span>
            </>
          )}
        </>
      )
    },
  },
  {
    head: 'Happened',
    labelled: true,
    cell: ({ created_at }) => <span className="nowrap">{formatMoment(created_at)}</span>,
  },
  { head: 'Response', place: 'what', cell: (delivery) => <Response delivery={delivery} /> },
  { head: 'State', place: 'status', cell: ({ state }) => <StatusPill {...deliveryLabels[state]} /> },
  {
    head: 'Actions',
    hiddenHead: true,
    place: 'actions',
    cell: (delivery) =>
      isOn && delivery.state !== 'waiting' ? <SendAgain id={delivery.id} label={eventOf(delivery)} /> : null,
  },
]

function Response({
  delivery: { attempts, problem, status_code, duration_ms, next_attempt_at },
}: {
  delivery: Delivery
}) {
  if (attempts === 0) return 'Not sent yet'
  return (
    <div className="delivery-response">
      {status_code !== null && `${status_code} in ${duration_ms} ms`}
      {problem && <span>{attemptProblems[problem]}</span>}
      {(attempts > 1 || next_attempt_at) && (
        <span className="soft">
          {countOf(attempts, 'try', 'tries')}
          {next_attempt_at && `, the next on ${formatMoment(next_attempt_at)}`}
        </span>
      )}
    </div>
  )
}

function SendAgain({ id, label }: { id: string; label: string }) {
  return (
    <Form method="post" preventScrollReset>
      <HiddenFields values={{ delivery: id }} />
      <FormButton small name="intent" value="send-again">
        Send again<span className="sr">: {label}</span>
      </FormButton>
    </Form>
  )
}
