import { useEffect, useRef } from 'react'
import { useNavigation } from 'react-router'

import type { StaffArea } from '../../staff-client/staff-area.ts'
import { formatMoment } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useRefusalFocus } from '../../ui/focus.tsx'
import { KeptLink } from '../../personal-data/components/stored-data-link.tsx'
import type { CustomerResult } from '../customer-actions.tsx'
import { longestNote } from '../customer-note.ts'

type ErasureRequestView = {
  id: string
  vineyard_name: string
  reason: string
  asked_by: string
  created_at: string
  declined_at: string | null
  refusal: string
  version: string
}

/** That a customer wants to be forgotten: a vineyard passes it on, an admin does it or says why not. */
export function ErasureRequestForm({
  area,
  erasureRequest,
  act,
  email,
}: {
  area: StaffArea
  /** The last one, if there ever was one. */
  erasureRequest: ErasureRequestView | undefined
  act: CustomerResult | undefined
  email: string
}) {
  const refused = act?.failed ? act : undefined
  const refusedAt = (intent: string) => (refused?.intent === intent ? refused : undefined)
  const waits = erasureRequest !== undefined && erasureRequest.declined_at === null
  const part = useRef<HTMLElement>(null)
  useRefusalFocus(part, refused)
  const heading = useRef<HTMLHeadingElement>(null)
  // The form that was sent gives way to what it came to.
  useEffect(() => {
    if (act && isOurs(act) && document.activeElement === document.body) heading.current?.focus()
  }, [act])
  return (
    <section ref={part} className="panel" aria-labelledby="forgetting">
      <h2 id="forgetting" ref={heading} tabIndex={-1}>
        Forgetting this guest
      </h2>
      {erasureRequest && <RequestDetails erasureRequest={erasureRequest} />}
      {area === 'winemaker' && !waits && <Ask refused={refusedAt('ask')} />}
      {area === 'winemaker' && waits && <Withdraw erasureRequest={erasureRequest} />}
      {area === 'admin' && waits && (
        <Decline erasureRequest={erasureRequest} refused={refusedAt('decline')} />
      )}
      {area === 'admin' && (
        <p>
          <KeptLink email={email}>See what is kept about them, and forget them</KeptLink>
        </p>
      )}
    </section>
  )
}

function isOurs({ intent }: CustomerResult): boolean {
  return ['ask', 'withdraw', 'decline'].includes(intent)
}

function RequestDetails({ erasureRequest }: { erasureRequest: ErasureRequestView }) {
  const { asked_by, vineyard_name, created_at, reason, declined_at, refusal } = erasureRequest
  return (
    <Notice tone={declined_at ? 'info' : 'wait'}>
      <p>
        {asked_by} of {vineyard_name} asked for it on {formatMoment(created_at)}
        {reason ? ': ' : '.'}
        {reason && <q>{reason}</q>}
      </p>
      {declined_at ? (
        <p>
          The marketplace’s team declined on {formatMoment(declined_at)}: <q>{refusal}</q>
        </p>
      ) : (
        <p>It waits for the marketplace’s team.</p>
      )}
    </Notice>
  )
}

function Which({ erasureRequest }: { erasureRequest: ErasureRequestView }) {
  return (
    <>
      <input type="hidden" name="id" value={erasureRequest.id} />
      <input type="hidden" name="version" value={erasureRequest.version} />
    </>
  )
}

type Refused = { refused: CustomerResult | undefined }

function Ask({ refused }: Refused) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <details open={refused !== undefined || undefined}>
      <summary>They want to be forgotten</summary>
      <Form method="post" preventScrollReset className="stack">
        <p>
          The marketplace’s team takes name, address and number out of every booking, mail and note, at all
          vineyards. Money and places stand.
        </p>
        <TextAreaField
          label="What the team should know"
          optional
          name="text"
          rows={2}
          maxLength={longestNote}
          defaultValue={refused?.typed}
          error={refused?.fields.reason ?? refused?.said}
        />
        <div>
          <Button name="intent" value="ask" disabled={busy}>
            Ask the team to forget them
          </Button>
        </div>
      </Form>
    </details>
  )
}

function Withdraw({ erasureRequest }: { erasureRequest: ErasureRequestView }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" preventScrollReset>
      <Which erasureRequest={erasureRequest} />
      <Button name="intent" value="withdraw" disabled={busy}>
        Take the request back
      </Button>
    </Form>
  )
}

function Decline({ erasureRequest, refused }: { erasureRequest: ErasureRequestView } & Refused) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <details open={refused !== undefined || undefined}>
      <summary>Decline</summary>
      <Form method="post" preventScrollReset className="stack">
        <Which erasureRequest={erasureRequest} />
        <TextAreaField
          label="Reason"
          hint="The vineyard reads it here, and tells the guest."
          name="text"
          rows={2}
          maxLength={longestNote}
          required
          defaultValue={refused?.typed}
          error={refused?.fields.refusal ?? refused?.said}
        />
        <div>
          <Button name="intent" value="decline" disabled={busy}>
            Decline the request
          </Button>
        </div>
      </Form>
    </details>
  )
}
