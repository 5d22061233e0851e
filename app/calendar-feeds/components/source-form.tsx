import { useRef } from 'react'
import { useNavigation } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useRefusalFocus } from '../../ui/refusal.ts'
import type { FeedPlace } from '../calendar-data.tsx'

/** Adds a calendar whose busy times close slots. */
export function SourceForm({
  vineyardId,
  places,
  problems,
}: {
  vineyardId: string
  places: FeedPlace[]
  /** By field, as the API names them; none before it was refused. */
  problems: Record<string, string>
}) {
  const form = useRef<HTMLFormElement>(null)
  useRefusalFocus(form, Object.keys(problems).length > 0 && problems)
  const busy = useNavigation().state !== 'idle'
  return (
    <Form ref={form} method="post" className="form-grid" preventScrollReset>
      <input type="hidden" name="vineyard_id" value={vineyardId} />
      <TextField
        label="Address of the calendar"
        name="url"
        required
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        hint="The secret address in iCal format, from the other calendar’s settings."
        error={problems.url}
      />
      <SelectField label="Closes" name="experience_id" error={problems.experience_id}>
        {places.map(({ experience_id, title }) => (
          <option key={experience_id ?? 'all'} value={experience_id ?? ''}>
            {title}
          </option>
        ))}
      </SelectField>
      <div className="full">
        <Button variant="primary" name="intent" value="add" disabled={busy}>
          Add the calendar
        </Button>
      </div>
    </Form>
  )
}
