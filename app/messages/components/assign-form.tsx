import { useEffect, useRef } from 'react'
import { Form, useNavigation, useSubmit } from 'react-router'

import { SelectField } from '../../ui/field.tsx'

/** An admin as the others see them. */
export type Assignee = { id: string; name: string }

/** Gives a message to somebody; the choice counts at once. */
export function AssignForm({
  id,
  version,
  subject,
  assigned_to,
  admins,
  outcome,
}: {
  id: string
  version: string
  subject: string
  assigned_to: string | null
  admins: Assignee[]
  /** What the last act came to: a choice that was not kept is not shown. */
  outcome: object | undefined
}) {
  const submit = useSubmit()
  const busy = useNavigation().formMethod === 'POST'
  const choice = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (choice.current) choice.current.value = assigned_to ?? ''
  }, [assigned_to, outcome])
  return (
    <Form
      method="post"
      preventScrollReset
      onChange={(event) => {
        // One after the other: each goes along with the version it was made on.
        if (!busy) void submit(event.currentTarget, { preventScrollReset: true })
      }}
    >
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="subject" value={subject} />
      <SelectField label="Who sees to it" name="assigned_to" ref={choice} defaultValue={assigned_to ?? ''}>
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
