import { TextField } from '../../../ui/forms/field.tsx'
import { AmountField } from './amount-field.tsx'
import { maxSaleWords } from '../payment.ts'

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
