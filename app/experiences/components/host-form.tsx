import { useRef } from 'react'
import { useNavigation } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { EditRefusal } from '../../ui/edit-refusal.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useRefusalFocus } from '../../ui/refusal.ts'
import type { HostResult, SeenHost } from '../host-actions.tsx'

/** A host to change or take away, or a new one of a vineyard. `outcome` is what its last press came to. */
export function HostForm({
  host,
  vineyardId,
  outcome,
}: {
  host?: SeenHost
  vineyardId: string
  outcome: HostResult | undefined
}) {
  const form = useRef<HTMLFormElement>(null)
  const busy = useNavigation().formMethod === 'POST'
  const refused = outcome?.failed ? outcome : undefined
  const problems = refused?.fields ?? {}
  useRefusalFocus(form, refused)
  return (
    <Form
      ref={form}
      method="post"
      className="host-form"
      preventScrollReset
      draft={host ? `host ${host.id}` : 'new host'}
    >
      <input type="hidden" name="vineyard_id" value={vineyardId} />
      {host && <input type="hidden" name="seen" value={JSON.stringify(host)} />}
      {refused && (
        <div className="full">
          <EditRefusal refused={refused} over={overs[refused.intent === 'remove' ? 'remove' : 'change']} />
        </div>
      )}
      <TextField
        label="Name"
        name="name"
        required
        maxLength={200}
        autoComplete="off"
        defaultValue={host?.name}
        error={problems.name}
      />
      <TextField
        label="People at once"
        name="capacity"
        type="number"
        required
        min={1}
        max={10_000}
        defaultValue={host?.capacity}
        error={problems.capacity}
      />
      <div className="row">
        <Button
          variant={host ? 'line' : 'primary'}
          name="intent"
          value={host ? 'change' : 'add'}
          disabled={busy}
        >
          {host ? 'Save' : 'Add'}
          {host && <span className="sr"> {host.name}</span>}
        </Button>
        {host && (
          <Button variant="danger" name="intent" value="remove" formNoValidate disabled={busy}>
            Remove<span className="sr"> {host.name}</span>
          </Button>
        )}
      </div>
    </Form>
  )
}

const overs = {
  change: { words: 'Save my changes with theirs', does: 'change ' },
  remove: { words: 'Remove it all the same', does: 'remove ' },
}
