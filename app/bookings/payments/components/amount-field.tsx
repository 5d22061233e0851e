import { TextField } from '../../../ui/forms/field.tsx'

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
