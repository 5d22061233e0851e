import type { ComponentProps } from 'react'

import { TextField } from '../../../ui/forms/field.tsx'

/** The field for the number of guests, from 1 to 100. */
export function PartyField(props: Partial<ComponentProps<typeof TextField>>) {
  return <TextField label="Guests" name="party" type="number" min={1} max={100} required {...props} />
}
