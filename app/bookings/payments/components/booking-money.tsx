import { useState } from 'react'
import { addPounds, formatPounds } from '../../../platform/money.ts'
import { Form as PlainForm } from 'react-router'

import type { ActionResult } from '../../../staff-client/action-result.tsx'
import { formatMoment } from '../../../platform/days.ts'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton } from '../../../ui/forms/form-parts.tsx'
import { Facts } from '../../../ui/pictures/ticket.tsx'
import {
  describePayment,
  dueOfArrived,
  dueSentence,
  entryLabels,
  kindLabels,
  paymentEntries,
  type PaymentEntry,
} from '../payment.ts'
import type { BookingStatus } from '../../booking.ts'
import { isCalledOff } from '../../sessions/call-off.ts'
import type { MoneyOfBooking } from '../payment.shapes.ts'
import { GiveBack } from './give-back.tsx'
import { AmountField, KindButtons, MoneyKey, ReasonField } from './money-fields.tsx'
import './payments.css'

/** Shows the amount due, the buttons that record its payment, and the payments so far. */
export function BookingMoney({
  booking,
  money,
  outcome,
}: {
  booking: { id: string; guest_name: string; status: BookingStatus; called_off_at: string | null }
  money: MoneyOfBooking
  outcome: ActionResult | undefined
}) {
  const { total_price, discounts, taken, refunds, kept, due, items } = money
  const refusal = outcome?.failed ? outcome : undefined
  const ofArrived = dueOfArrived(money)
  // Hides total and discounts if the party owes nothing, for example after a cancellation.
  const isOwed = addPounds([due, taken, -refunds, -kept]) !== 0
  const lines = [
    { term: 'Total', value: formatPounds(total_price), shown: isOwed },
    { term: 'Discounts', value: formatPounds(-discounts), shown: isOwed && discounts !== 0 },
    { term: 'Taken', value: formatPounds(taken), shown: taken !== 0 },
    { term: 'Refunded', value: formatPounds(-refunds), shown: refunds !== 0 },
    { term: 'Kept', value: formatPounds(kept), shown: kept !== 0 },
  ]
  return (
    <section className="panel booking-money" aria-labelledby="money">
      <h2 id="money">{dueSentence(due)}</h2>
      {(discounts !== 0 || taken !== 0 || refunds !== 0) && (
        <Facts variant="sumlist" items={lines.filter(({ shown }) => shown)} />
      )}
      {ofArrived === 0 && <p className="soft small">The guests who came have paid.</p>}
      {(ofArrived ?? 0) > 0 && (
        <TakeAll
          key={`came ${items.length}`}
          due={ofArrived ?? due}
          whose={`Paid for the ${money.arrived_guests} who came`}
        />
      )}
      {due > 0 && (
        <TakeAll
          key={`take ${items.length}`}
          due={due}
          whose={ofArrived === null ? 'Paid in full' : `Paid for all ${money.number_of_guests}`}
        />
      )}
      {due < 0 && isCalledOff(booking) && (
        <p className="soft small">
          The guest may still choose another time, which this money would then pay for. Once that is no longer
          possible, the money is listed under “Money to give back”.
        </p>
      )}
      {due < 0 && (
        <GiveBack
          key={`back ${items.length}`}
          item={{ ...booking, booking_id: booking.id, amount: -due }}
          outcome={outcome}
        />
      )}
      <details open={refusal && Object.keys(refusal.fields).length > 0 ? true : undefined}>
        <summary>Other amount, refund or discount</summary>
        <OtherAmount key={`other ${items.length}`} refusal={refusal} />
      </details>
      {items.length > 0 && <Entries items={items} />}
    </section>
  )
}

function TakeAll({ due, whose }: { due: number; whose: string }) {
  return (
    <PlainForm method="post" preventScrollReset aria-label={`Take ${formatPounds(due)}`}>
      <MoneyKey fields={{ entry: 'payment', amount: due.toFixed(2) }} />
      <p className="soft small no-print">
        {whose}, <span className="num">{formatPounds(due)}</span>, by:
      </p>
      <div className="take-all">
        <KindButtons action={`Paid ${formatPounds(due)} by`} />
      </div>
    </PlainForm>
  )
}

function OtherAmount({ refusal }: { refusal: ActionResult | undefined }) {
  const [entry, setEntry] = useState<PaymentEntry>('payment')
  return (
    <Form method="post" preventScrollReset className="stack" refused={refusal}>
      <MoneyKey />
      <div className="pair">
        <SelectField
          label="Entry"
          name="entry"
          value={entry}
          onChange={({ target }) => setEntry(target.value as PaymentEntry)}
          options={Object.fromEntries(paymentEntries.map((name) => [name, entryLabels[name]]))}
        />
        <AmountField error={refusal?.fields.amount} />
        {entry === 'discount' ? (
          <ReasonField error={refusal?.fields.reason} />
        ) : (
          <SelectField label="By" name="kind" options={kindLabels} />
        )}
      </div>
      <FormButton>{`Record the ${entryLabels[entry].toLowerCase()}`}</FormButton>
    </Form>
  )
}

/** Lists the entries, newest first. Undo adds an entry of the opposite amount; entries are never deleted. */
function Entries({ items }: { items: MoneyOfBooking['items'] }) {
  const corrected = new Set(items.map(({ corrects }) => corrects))
  return (
    <ol className="history">
      {items.toReversed().map((item) => (
        <li key={item.id} className="between">
          <span>
            <strong className={corrected.has(item.id) ? 'corrected' : undefined}>
              <span className="num">{formatPounds(item.amount)}</span> {describePayment(item)}
            </strong>
            <span className="soft small">
              {item.actor_name ?? 'a former colleague'}, {formatMoment(item.taken_at)}
            </span>
          </span>
          {item.corrects === null && !corrected.has(item.id) && (
            <PlainForm method="post" preventScrollReset key={`undo ${items.length}`}>
              <MoneyKey />
              <FormButton small variant="text" name="corrects" value={item.id}>
                Undo
                <span className="sr">{` ${describePayment(item)}, ${formatPounds(item.amount)}`}</span>
              </FormButton>
            </PlainForm>
          )}
        </li>
      ))}
    </ol>
  )
}
