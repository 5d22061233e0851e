import { Form as PlainForm, Link } from 'react-router'
import type { z } from 'zod'

import type { ActionResult } from '../../../staff-client/action-result.tsx'
import { formatDayInList } from '../../../platform/days.ts'
import { formatPounds } from '../../../platform/money.ts'
import { Dialog, useAsking } from '../../../ui/dialog.tsx'
import { DialogForm } from '../../../ui/forms/dialog-form.tsx'
import { FormButton } from '../../../ui/forms/form-parts.tsx'
import { Notice } from '../../../ui/page/notice.tsx'
import { statusPillOf } from '../../booking.ts'
import type { moneyToGiveBack } from '../payment.shapes.ts'
import { bookingLink } from '../../staff-links.tsx'
import { AmountField, KindButtons, MoneyKey, ReasonField } from './money-fields.tsx'
import './payments.css'

type Outcome = ActionResult | undefined
type Listed = z.infer<typeof moneyToGiveBack>
type ToGiveBack = Pick<Listed, 'booking_id' | 'guest_name' | 'status' | 'amount'>

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
  const { asking, refused, ask, close } = useAsking<'keep', ActionResult>(outcome)
  const name = `${formatPounds(item.amount)} to ${item.guest_name}`
  return (
    <div className="give-back">
      <PlainForm method="post" preventScrollReset aria-label={`Refunded ${name}`}>
        <MoneyKey fields={{ booking: item.booking_id, entry: 'refund', amount: item.amount.toFixed(2) }} />
        <p className="soft small no-print">Refunded by:</p>
        <div className="take-all">
          <KindButtons action={`Refunded ${name} by`} />
        </div>
      </PlainForm>
      <FormButton type="button" variant="text" aria-haspopup="dialog" onClick={() => ask('keep')}>
        Keep …<span className="sr">{` the ${formatPounds(item.amount)} of ${item.guest_name}`}</span>
      </FormButton>
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
  return (
    <DialogForm refused={refusal} safe="Back" onClose={onClose} send="Keep it">
      <MoneyKey fields={{ booking: booking_id, entry: 'keep' }} />
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
      <ReasonField
        error={refusal?.fields.reason}
        hint="Shown in the booking’s history, where you can undo this."
      />
    </DialogForm>
  )
}
