import { useRef } from 'react'
import { Form as PlainForm, Link, useNavigation } from 'react-router'

import type { ActionResult } from '../../../staff-client/action-result.tsx'
import { formatDayInList } from '../../../platform/days.ts'
import { formatPounds } from '../../../platform/money.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogButtons, useAsking } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { useRefusalFocus } from '../../../ui/focus.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { statusPillOf } from '../../booking.ts'
import { bookingLink } from '../../staff-links.tsx'
import { AmountField } from './amount-field.tsx'
import { KindButtons, MoneyKey } from './money-entries.tsx'
import './payments.css'

type Outcome = ActionResult | undefined
type ToGiveBack = Pick<Parameters<typeof statusPillOf>[0], 'status'> & {
  booking_id: string
  guest_name: string
  amount: number
}
type Listed = ToGiveBack & Parameters<typeof statusPillOf>[0] & { reference: string; booking_date: string }

/** Lists for winemakers the bookings with money that guests should get back. Shows nothing if there are none. */
export function GiveBackList({
  items,
  most = items.length,
  more,
  outcome,
}: {
  items: Listed[]
  /** The largest number of bookings shown. If there are more, a link to `more` leads to all of them. */
  most?: number
  more?: string
  outcome: Outcome
}) {
  if (items.length === 0) return null
  return (
    <section className="panel give-back-list" aria-labelledby="give-back">
      <h2 id="give-back">Money to give back</h2>
      <ul>
        {items.slice(0, most).map((item) => (
          <li key={`${item.booking_id} ${item.amount}`}>
            <p>
              <Link to={bookingLink('winemaker', item.booking_id)}>
                {item.guest_name}, <span className="reference">{item.reference}</span>
              </Link>
              <br />
              <strong className="num">{formatPounds(item.amount)} to refund</strong>
              <br />
              <span className="soft small">
                {statusPillOf(item).label}, visit on {formatDayInList(item.booking_date)}
              </span>
            </p>
            <GiveBack item={item} outcome={outcome} />
          </li>
        ))}
      </ul>
      {more && items.length > most && (
        <p>
          <Link to={more}>All {items.length} bookings with money to give back</Link>
        </p>
      )}
    </section>
  )
}

/** The buttons that record a refund in one press, and a button that asks for the reason to keep the money. */
export function GiveBack({ item, outcome }: { item: ToGiveBack; outcome: Outcome }) {
  const busy = useNavigation().formMethod === 'POST'
  const { asking, refused, ask, close } = useAsking<'keep', ActionResult>(outcome)
  const name = `${formatPounds(item.amount)} to ${item.guest_name}`
  return (
    <div className="give-back">
      <PlainForm method="post" preventScrollReset aria-label={`Refunded ${name}`}>
        <MoneyKey />
        <input type="hidden" name="booking" value={item.booking_id} />
        <input type="hidden" name="entry" value="refund" />
        <input type="hidden" name="amount" value={item.amount.toFixed(2)} />
        <p className="soft small no-print">Refunded by:</p>
        <div className="take-all">
          <KindButtons action={`Refunded ${name} by`} busy={busy} />
        </div>
      </PlainForm>
      <Button type="button" variant="text" aria-haspopup="dialog" disabled={busy} onClick={() => ask('keep')}>
        Keep …
        <span className="sr">
          {' '}
          the {formatPounds(item.amount)} of {item.guest_name}
        </span>
      </Button>
      <Dialog open={asking !== null} onClose={close} title={`Keep the money of ${item.guest_name}?`}>
        {asking && <Keep item={item} refusal={refused} onClose={close} />}
      </Dialog>
    </div>
  )
}

function Keep({
  item: { booking_id, amount, status },
  refusal,
  onClose,
}: {
  item: ToGiveBack
  refusal: ActionResult | undefined
  onClose: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  useRefusalFocus(form, refusal)
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form ref={form} method="post" preventScrollReset className="stack">
      <MoneyKey />
      <input type="hidden" name="booking" value={booking_id} />
      <input type="hidden" name="entry" value="keep" />
      <p>
        {formatPounds(amount)} is to be refunded. The money you keep counts as earned on the day of the visit.
      </p>
      {status !== 'completed' && (
        <Notice tone="wait">
          The booking’s page and our emails told the guest that you will refund this money. If you keep it,
          the page will say so.
        </Notice>
      )}
      <AmountField
        error={refusal?.fields.amount ?? (refusal?.fields.reason ? undefined : refusal?.message)}
        suggested={amount}
      />
      <TextField
        label="Reason"
        name="reason"
        maxLength={200}
        autoComplete="off"
        hint="Shown in the booking’s history, where you can undo this."
        error={refusal?.fields.reason}
        required
      />
      <DialogButtons safe="Back" onClose={onClose} busy={busy}>
        Keep it
      </DialogButtons>
    </Form>
  )
}
