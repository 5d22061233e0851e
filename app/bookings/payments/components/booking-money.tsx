import { useRef, useState } from 'react'
import { Form as PlainForm, useNavigation } from 'react-router'

import { formatMoney } from '../../../platform/money.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import { useRefusalFocus } from '../../../ui/focus.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { Facts } from '../../../ui/pictures/ticket.tsx'
import {
  dueSentence,
  entryLabels,
  kindLabels,
  paymentEntries,
  type PaymentEntry,
  paymentKinds,
} from '../payment.ts'
import { Entries, type Entry, MoneyKey } from './money-entries.tsx'
import './payments.css'

type Money = {
  total_price: number
  discounts: number
  taken: number
  refunds: number
  due: number
  items: Entry[]
}
type Refusal = { fields: Record<string, string> }

const pounds = (amount: number) => formatMoney(amount, 'GBP')

/** Shows the amount due, the buttons that take it, and the payments so far. */
export function BookingMoney({ money, refusal }: { money: Money; refusal: Refusal | undefined }) {
  const { total_price, discounts, taken, refunds, due, items } = money
  const lines = [
    { term: 'Total', value: pounds(total_price) },
    { term: 'Discounts', value: pounds(-discounts), shown: discounts !== 0 },
    { term: 'Taken', value: pounds(taken), shown: taken !== 0 },
    { term: 'Refunded', value: pounds(-refunds), shown: refunds !== 0 },
  ]
  return (
    <section className="panel booking-money" aria-labelledby="money">
      <h2 id="money">{dueSentence(due)}</h2>
      {(discounts !== 0 || taken !== 0 || refunds !== 0) && (
        <Facts variant="sumlist" items={lines.filter(({ shown = true }) => shown)} />
      )}
      {due > 0 && <TakeAll key={`take ${items.length}`} due={due} />}
      <details open={refusal && Object.keys(refusal.fields).length > 0 ? true : undefined}>
        <summary>Other amount, refund or discount</summary>
        <OtherAmount key={`other ${items.length}`} refusal={refusal} />
      </details>
      {items.length > 0 && <Entries items={items} />}
    </section>
  )
}

/** A button that takes the whole amount due. */
function TakeAll({ due }: { due: number }) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <PlainForm method="post" preventScrollReset aria-label={`Take ${pounds(due)}`}>
      <MoneyKey />
      <input type="hidden" name="entry" value="payment" />
      <p className="soft small">Paid in full, by:</p>
      <div className="take-all">
        {paymentKinds.map((kind) => (
          <Button key={kind} name="kind" value={kind} disabled={busy}>
            <span className="sr">Paid {pounds(due)} by </span>
            {kindLabels[kind]}
          </Button>
        ))}
      </div>
    </PlainForm>
  )
}

function OtherAmount({ refusal }: { refusal: Refusal | undefined }) {
  const form = useRef<HTMLFormElement>(null)
  useRefusalFocus(form, refusal)
  const busy = useNavigation().formMethod === 'POST'
  const [entry, setEntry] = useState<PaymentEntry>('payment')
  return (
    <Form ref={form} method="post" preventScrollReset className="stack">
      <MoneyKey />
      <div className="pair">
        <SelectField
          label="What"
          name="entry"
          value={entry}
          onChange={({ target }) => setEntry(target.value as PaymentEntry)}
        >
          {paymentEntries.map((name) => (
            <option key={name} value={name}>
              {entryLabels[name]}
            </option>
          ))}
        </SelectField>
        <TextField
          label="Amount in pounds"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          error={refusal?.fields.amount}
          required
        />
        {entry === 'discount' ? (
          <TextField
            label="Reason"
            name="reason"
            maxLength={200}
            autoComplete="off"
            error={refusal?.fields.reason}
            required
          />
        ) : (
          <SelectField label="By" name="kind">
            {paymentKinds.map((kind) => (
              <option key={kind} value={kind}>
                {kindLabels[kind]}
              </option>
            ))}
          </SelectField>
        )}
      </div>
      <Button disabled={busy}>{`Record the ${entryLabels[entry].toLowerCase()}`}</Button>
    </Form>
  )
}
