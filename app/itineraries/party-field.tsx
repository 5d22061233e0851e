import { TextField } from '../ui/field.tsx'

/** How many are on the day together. */
export function PartyField({ party }: { party: number }) {
  return (
    <TextField label="Guests" name="party" type="number" min={1} max={100} defaultValue={party} required />
  )
}
