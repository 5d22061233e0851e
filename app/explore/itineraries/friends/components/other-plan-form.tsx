import { useState } from 'react'
import { href } from 'react-router'

import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { bringToDevice } from '../../account-itineraries.ts'
import type { ItineraryRefusal } from '../../edit-form.ts'
import {
  planLabel,
  useDeviceItineraries,
  useItinerariesElsewhere,
} from '../../components/own-itineraries.tsx'

/** A form that chooses a second itinerary beside the shared one, so that friends can vote between the two. */
export function OtherPlanForm({
  id,
  version,
  hasOtherPlan,
  refusal,
}: {
  id: string
  version: number
  hasOtherPlan: boolean
  refusal: ItineraryRefusal | null
}) {
  const own = useDeviceItineraries().filter((other) => other.id !== id)
  const elsewhere = useItinerariesElsewhere().elsewhere.filter((plan) => plan.id !== id)
  const [chosen, setChosen] = useState('')
  if (hasOtherPlan) return null
  const addressOf = (plan: { id: string; key: string }) =>
    `${href('/itinerary/:id', { id: plan.id })}?key=${plan.key}`
  const error = refusal?.fields.other_plan

  /** Chooses an itinerary. An itinerary that is only in the account gets a key on this device first. */
  async function choose(value: string) {
    const isHere = value === '' || value.includes('key=')
    const brought = isHere ? undefined : await bringToDevice(value)
    setChosen(brought?.ok ? addressOf(brought.value) : isHere ? value : '')
  }
  return (
    <details className="share-settings" open={error !== undefined}>
      <summary>Let friends choose between this and another plan</summary>
      <Form method="post" className="stack" preventScrollReset>
        <input type="hidden" name="version" value={version} />
        {own.length + elsewhere.length > 0 ? (
          <SelectField
            label="The other plan"
            name="other_plan"
            required
            value={chosen}
            onChange={(event) => void choose(event.currentTarget.value)}
            error={error}
            options={Object.fromEntries([
              ...own.map((plan) => [addressOf(plan), planLabel(plan)]),
              ...elsewhere.map((plan) => [plan.id, plan.title]),
            ])}
          >
            <option value="">Please choose</option>
          </SelectField>
        ) : (
          <TextField
            label="Address of your other plan"
            name="other_plan"
            required
            autoComplete="off"
            hint="Open the other plan in a browser where you can change it, and copy the whole address."
            defaultValue={refusal?.typed.other_plan}
            error={error}
          />
        )}
        <p>
          <Button name="intent" value="other_plan">
            Let friends choose
          </Button>
        </p>
      </Form>
    </details>
  )
}
