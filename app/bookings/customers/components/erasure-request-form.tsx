import { useEffect, useRef } from 'react'

import type { StaffArea } from '../../../staff-client/staff-area.ts'
import { formatMoment } from '../../../platform/days.ts'
import { TextAreaField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { useRefusalFocus } from '../../../ui/focus.tsx'
import { StoredDataLink } from './stored-data-link.tsx'
import type { CustomerResult } from '../customer-actions.tsx'
import type { ErasureRequest } from '../customer.shapes.ts'
import { maxNoteLength } from '../customer.ts'

/** The erasure request of a customer. Winemakers create or withdraw a request; admins erase the customer or decline. */
export function ErasureRequestForm({
  area,
  erasureRequest,
  result,
  email,
}: {
  area: StaffArea
  /** The latest request to erase the customer, if there is one. */
  erasureRequest: ErasureRequest | undefined
  result: CustomerResult | undefined
  email: string
}) {
  const refused = result?.failed ? result : undefined
  const refusedAt = (intent: string) => (refused?.intent === intent ? refused : undefined)
  const pending = erasureRequest?.declined_at === null ? erasureRequest : undefined
  const part = useRefusalFocus<HTMLElement>(refused)
  const heading = useRef<HTMLHeadingElement>(null)
  // The submitted form disappears, so move the focus to the heading.
  useEffect(() => {
    const isAbout = result && ['ask', 'withdraw', 'decline'].includes(result.intent)
    if (isAbout && document.activeElement === document.body) heading.current?.focus()
  }, [result])
  return (
    <section ref={part} className="panel" aria-labelledby="forgetting">
      <h2 id="forgetting" ref={heading} tabIndex={-1}>
        Erasing this guest
      </h2>
      {erasureRequest && <RequestDetails erasureRequest={erasureRequest} />}
      {area === 'winemaker' && !pending && <RequestForm refused={refusedAt('ask')} />}
      {area === 'winemaker' && pending && (
        <Form method="post" preventScrollReset>
          <HiddenFields values={{ id: pending.id, version: pending.version }} />
          <FormButton name="intent" value="withdraw">
            Withdraw the request
          </FormButton>
        </Form>
      )}
      {area === 'admin' && pending && <DeclineForm erasureRequest={pending} refused={refusedAt('decline')} />}
      {area === 'admin' && (
        <p>
          <StoredDataLink email={email}>
            {email
              ? 'See or erase what we store about this guest'
              : 'Erase this guest by the reference of a booking'}
          </StoredDataLink>
        </p>
      )}
    </section>
  )
}

function RequestDetails({ erasureRequest }: { erasureRequest: ErasureRequest }) {
  const { requested_by, vineyard_name, created_at, reason, declined_at, refusal } = erasureRequest
  return (
    <Notice tone={declined_at ? 'info' : 'wait'}>
      <p>
        {requested_by} of {vineyard_name} requested the erasure on {formatMoment(created_at)}
        {reason ? ': ' : '.'}
        {reason && <q>{reason}</q>}
      </p>
      {declined_at ? (
        <p>
          The marketplace’s team declined the request on {formatMoment(declined_at)}: <q>{refusal}</q>
        </p>
      ) : (
        <p>Waiting for the marketplace’s team.</p>
      )}
    </Notice>
  )
}

type Refused = { refused: CustomerResult | undefined }

function RequestForm({ refused }: Refused) {
  return (
    <details open={refused !== undefined || undefined}>
      <summary>The guest wants their data erased</summary>
      <Form method="post" preventScrollReset className="stack">
        <p>
          The marketplace’s team removes name, email address and phone number from every booking, email and
          note, at all vineyards. Revenue and places stay the same.
        </p>
        <TextAreaField
          label="Message to the team"
          optional
          name="text"
          rows={2}
          maxLength={maxNoteLength}
          defaultValue={refused?.typed}
          error={refused?.fields.reason ?? refused?.message}
        />
        <div>
          <FormButton name="intent" value="ask">
            Request erasure
          </FormButton>
        </div>
      </Form>
    </details>
  )
}

function DeclineForm({ erasureRequest, refused }: { erasureRequest: ErasureRequest } & Refused) {
  return (
    <details open={refused !== undefined || undefined}>
      <summary>Decline</summary>
      <Form method="post" preventScrollReset className="stack">
        <HiddenFields values={{ id: erasureRequest.id, version: erasureRequest.version }} />
        <TextAreaField
          label="Reason"
          hint="The vineyard sees the reason here, and tells the guest."
          name="text"
          rows={2}
          maxLength={maxNoteLength}
          required
          defaultValue={refused?.typed}
          error={refused?.fields.refusal ?? refused?.message}
        />
        <div>
          <FormButton name="intent" value="decline">
            Decline the request
          </FormButton>
        </div>
      </Form>
    </details>
  )
}
