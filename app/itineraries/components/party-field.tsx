import { TextField } from '../../ui/field.tsx'

/** How many are on the day together; `party` as it is, or as it was typed. */
export function PartyField({ party, error }: { party: number | string; error?: string | undefined }) {
  return (
    <TextField
      label="Guests"
      name="party"
      type="number"
      min={1}
      max={100}
      defaultValue={party}
      required
      error={error}
    />
  )
}
