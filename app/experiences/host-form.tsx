import { Form, useNavigation } from 'react-router'

import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'

type Shown = { id: string; name: string; capacity: number; version: string }

/** A host to change or take away, or a new one of a vineyard. */
export function HostForm({
  host,
  vineyardId,
  problems,
}: {
  host?: Shown
  vineyardId?: string
  problems: Record<string, string>
}) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" className="host-form" preventScrollReset>
      {host ? (
        <>
          <input type="hidden" name="id" value={host.id} />
          <input type="hidden" name="version" value={host.version} />
        </>
      ) : (
        <input type="hidden" name="vineyard_id" value={vineyardId} />
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
        <Button look={host ? 'line' : 'do'} name="intent" value={host ? 'change' : 'add'} disabled={busy}>
          {host ? 'Save' : 'Add'}
          {host && <span className="sr"> {host.name}</span>}
        </Button>
        {host && (
          <Button look="danger" name="intent" value="remove" formNoValidate disabled={busy}>
            Remove<span className="sr"> {host.name}</span>
          </Button>
        )}
      </div>
    </Form>
  )
}
