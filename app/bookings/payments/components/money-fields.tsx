import { useState } from 'react'

import { TextField } from '../../../ui/forms/field.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { kindLabels, maxSaleWords, paymentKinds } from '../payment.ts'

/** Hidden fields that mark a form as being about money. Their key makes a form that is sent twice count once. */
export function MoneyKey({ intent = 'money', fields }: { intent?: 'money' | 'sale'; fields?: object }) {
  const [key] = useState(() => crypto.randomUUID())
  return <HiddenFields values={{ intent, key, ...fields }} />
}

/** A button for each kind of payment, such as cash. Screen readers read `action` before the kind: 'Sold, paid by'. */
export function KindButtons({ action }: { action: string }) {
  return paymentKinds.map((kind) => (
    <FormButton key={kind} name="kind" value={kind}>
      <span className="sr">{action} </span>
      {kindLabels[kind]}
    </FormButton>
  ))
}

/** The field for an amount of money, which `readAmount` reads. */
export function AmountField({ error, suggested = 0 }: { error: string | undefined; suggested?: number }) {
  return (
    <TextField
      label="Amount in pounds"
      name="amount"
      inputMode="decimal"
      autoComplete="off"
      maxLength={14}
      defaultValue={suggested > 0 ? suggested.toFixed(2) : ''}
      error={error}
      required
    />
  )
}

/** The field for the reason of a discount, or of keeping money. */
export function ReasonField({ error, hint }: { error: string | undefined; hint?: string }) {
  return (
    <TextField
      label="Reason"
      name="reason"
      maxLength={200}
      autoComplete="off"
      hint={hint}
      error={error}
      required
    />
  )
}

/** Fields for the amount and the description of a sale. */
export function SaleFields({ problems }: { problems: { amount?: string; words?: string } }) {
  return (
    <>
      <AmountField error={problems.amount} />
      <TextField
        label="What was sold"
        name="words"
        maxLength={maxSaleWords}
        autoComplete="off"
        hint="For example: two bottles of Bacchus. Please do not name the guest."
        error={problems.words}
        required
      />
    </>
  )
}
