import { useId } from 'react'
import { Form, href, useNavigation } from 'react-router'

import { Button } from '../ui/button.tsx'
import { FieldError, TextField } from '../ui/field.tsx'

/** Invites somebody to look after a vineyard. It is empty again once somebody was invited. */
export function InviteForm({
  vineyards,
  problems,
}: {
  vineyards: { id: string; name: string }[]
  problems: Record<string, string>
}) {
  const select = useId()
  const sending = useNavigation().formMethod === 'POST'
  return (
    <Form method="post" action={href('/admin/winemakers')} className="form-grid" preventScrollReset>
      <input type="hidden" name="intent" value="invite" />
      <TextField label="Name" name="name" autoComplete="off" required maxLength={120} error={problems.name} />
      <TextField
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        required
        maxLength={254}
        error={problems.email}
      />
      <div className="field">
        <label htmlFor={select}>Vineyard</label>
        <select
          id={select}
          name="vineyard_id"
          className="in"
          required
          defaultValue=""
          aria-invalid={problems.vineyard_id ? true : undefined}
          aria-describedby={problems.vineyard_id ? `${select}-error` : undefined}
        >
          <option value="" disabled>
            Choose one
          </option>
          {vineyards.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
        {problems.vineyard_id && <FieldError id={`${select}-error`}>{problems.vineyard_id}</FieldError>}
      </div>
      <TextField
        label="Position"
        name="position"
        autoComplete="off"
        optional
        maxLength={120}
        hint="What they do there. It is a label; all staff of a vineyard may do the same."
        error={problems.position}
      />
      <div className="full">
        <Button look="do" disabled={sending}>
          {sending ? 'Inviting …' : 'Invite'}
        </Button>
      </div>
    </Form>
  )
}
