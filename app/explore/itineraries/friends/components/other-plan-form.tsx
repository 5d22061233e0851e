import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { href } from 'react-router'

import { Button } from '../../../../ui/button.tsx'
import { SelectField, TextField } from '../../../../ui/forms/field.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { bringToDevice, type InAccount, itinerariesInAccount } from '../../account-itineraries.ts'
import { planLabel } from '../../components/own-itineraries.tsx'
import { readItineraries, storedItineraries, watchItineraries } from '../../device-itineraries.ts'
import type { FriendsRefusal } from '../friends.ts'

/** Adds a second plan of the maker to an itinerary, so that friends can choose between the two. */
export function OtherPlanForm({
  id,
  version,
  hasOtherPlan,
  planRefusal,
}: {
  id: string
  version: number
  hasOtherPlan: boolean
  planRefusal: FriendsRefusal | null
}) {
  const stored = useSyncExternalStore(watchItineraries, storedItineraries, () => '')
  const own = useMemo(() => readItineraries(stored).filter((other) => other.id !== id), [stored, id])
  const [inAccount, setInAccount] = useState<InAccount[]>([])
  useEffect(() => {
    let isShown = true
    void itinerariesInAccount().then((found) => isShown && setInAccount(found))
    return () => {
      isShown = false
    }
  }, [])
  const [chosen, setChosen] = useState('')
  if (hasOtherPlan) return null
  const elsewhere = inAccount.filter((plan) => plan.id !== id && !own.some((other) => other.id === plan.id))
  const addressOf = (plan: { id: string; key: string }) =>
    `${href('/itinerary/:id', { id: plan.id })}?key=${plan.key}`
  const error = planRefusal?.fields.other_plan

  /** A plan that is only in the account gets a key on this device when the maker chooses it. */
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
          >
            <option value="">Please choose</option>
            {own.map((plan) => (
              <option key={plan.id} value={addressOf(plan)}>
                {planLabel(plan)}
              </option>
            ))}
            {elsewhere.map((plan) => (
              <option key={plan.id} value={plan.id}>
                {plan.title}
              </option>
            ))}
          </SelectField>
        ) : (
          <TextField
            label="Address of your other plan"
            name="other_plan"
            required
            autoComplete="off"
            hint="Open the other plan in a browser where you can change it, and copy the whole address."
            defaultValue={planRefusal?.typed.other_plan}
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
