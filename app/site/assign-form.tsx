import { Form, useSubmit } from 'react-router'

import { SelectField } from '../ui/field.tsx'

/** An admin as the others see them. */
export type Colleague = { id: string; name: string }

/** Gives a message to somebody; the choice counts at once. */
export function AssignForm({
  id,
  version,
  subject,
  assigned_to,
  admins,
}: {
  id: string
  version: string
  subject: string
  assigned_to: string | null
  admins: Colleague[]
}) {
  const submit = useSubmit()
  return (
    <Form
      method="post"
      preventScrollReset
      onChange={(event) => void submit(event.currentTarget, { preventScrollReset: true })}
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="subject" value={subject} />
      <SelectField label="Who sees to it" name="assigned_to" defaultValue={assigned_to ?? ''}>
        <option value="">Nobody yet</option>
        {admins.map((admin) => (
          <option key={admin.id} value={admin.id}>
            {admin.name}
          </option>
        ))}
      </SelectField>
    </Form>
  )
}
