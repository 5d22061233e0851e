import { Form, useFetcher } from 'react-router'

import type { Act } from '../../people/desk/act.tsx'
import { Switch } from '../../ui/switch.tsx'
import { type Decision, decisions } from './vineyard-decisions.ts'

type Decided = Record<Decision, boolean> & { id: string; name: string; version: string }

/** What the switch thrown last came to. */
export function useDecision() {
  return useFetcher<Act>({ key: 'decide' })
}

/** Three switches; each is a form of its own, and is thrown at once. */
export function VineyardSwitches({ vineyard }: { vineyard: Decided }) {
  return (
    <div className="switches">
      {(Object.keys(decisions) as Decision[]).map((field) => (
        <Decider key={field} vineyard={vineyard} field={field} />
      ))}
    </div>
  )
}

function Decider({ vineyard, field }: { vineyard: Decided; field: Decision }) {
  const { formData } = useDecision()
  const { label } = decisions[field]
  const thrown = formData?.get('id') === vineyard.id && formData.get('field') === field
  const on = thrown ? formData.get('to') === 'true' : vineyard[field]
  return (
    <Form method="post" navigate={false} fetcherKey="decide">
      <input type="hidden" name="id" value={vineyard.id} />
      <input type="hidden" name="name" value={vineyard.name} />
      <input type="hidden" name="field" value={field} />
      <input type="hidden" name="to" value={String(!on)} />
      <Switch label={label} of={vineyard.name} on={on} />
    </Form>
  )
}
