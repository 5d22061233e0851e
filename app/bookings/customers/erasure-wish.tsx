import { Form, useNavigation } from 'react-router'

import type { Desk } from '../../people/desk/desk.ts'
import { formatMoment } from '../../platform/days.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { CustomerAct } from './customer-acts.tsx'
import { longestNote } from './customer-note.ts'

type Wish = {
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
export function ErasureWish({
  desk,
  wish,
  act,
  ...guest
}: {
  desk: Desk
  /** The last one, if there ever was one. */
  wish: Wish | undefined
  act: CustomerAct | undefined
  email: string
  /** Whether visits are to come. */
  expected: boolean
}) {
  const refused = act?.failed ? act : undefined
  const refusedAt = (intent: string) => (refused?.intent === intent ? refused : undefined)
  const waits = wish !== undefined && wish.declined_at === null
  return (
    <section className="panel" aria-labelledby="forgetting">
      <h2 id="forgetting">Forgetting this guest</h2>
      {wish && <WishWords wish={wish} />}
      {desk === 'winemaker' && !waits && <Ask refused={refusedAt('ask')} />}
      {desk === 'winemaker' && waits && <Withdraw wish={wish} />}
      {desk === 'admin' && waits && <Decline wish={wish} refused={refusedAt('decline')} />}
      {desk === 'admin' && <Forget {...guest} wanted={waits} refused={refusedAt('forget')} />}
    </section>
  )
}

function WishWords({ wish }: { wish: Wish }) {
  const { asked_by, vineyard_name, created_at, reason, declined_at, refusal } = wish
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

function Which({ wish }: { wish: Wish }) {
  return (
    <>
      <input type="hidden" name="id" value={wish.id} />
      <input type="hidden" name="version" value={wish.version} />
    </>
  )
}

type Refused = { refused: CustomerAct | undefined }

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

function Withdraw({ wish }: { wish: Wish }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" preventScrollReset>
      <Which wish={wish} />
      <Button name="intent" value="withdraw" disabled={busy}>
        Take the request back
      </Button>
    </Form>
  )
}

function Decline({ wish, refused }: { wish: Wish } & Refused) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <details open={refused !== undefined || undefined}>
      <summary>Decline</summary>
      <Form method="post" preventScrollReset className="stack">
        <Which wish={wish} />
        <TextAreaField
          label="Why not"
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

function Forget({
  email,
  expected,
  wanted,
  refused,
}: { email: string; expected: boolean; wanted: boolean } & Refused) {
  const sending = useNavigation().formMethod === 'POST'
  return (
    <details open={wanted || refused !== undefined || undefined}>
      <summary>Forget this person</summary>
      <Form method="post" preventScrollReset className="stack">
        {refused && <Notice tone="bad">{refused.said}</Notice>}
        <p>
          Name, address and number go out of every booking, mail and message, at all vineyards. Money and
          places stand. It can not be undone.
        </p>
        <input type="hidden" name="email" value={email} />
        {expected && (
          <CheckField
            name="cancel_bookings"
            label="Cancel the bookings that are to come"
            hint="They are expected: nobody can be forgotten before that."
          />
        )}
        <div>
          <Button look="danger" name="intent" value="forget" disabled={sending}>
            {sending ? 'Forgetting …' : 'Forget this person'}
          </Button>
        </div>
      </Form>
    </details>
  )
}
