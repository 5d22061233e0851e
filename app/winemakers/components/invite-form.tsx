import { useRef } from 'react'
import { useNavigation } from 'react-router'

import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { useRefusalFocus } from '../../ui/focus.tsx'
import { VineyardChoice } from '../../vineyards/components/vineyard-choice.tsx'

/** The form to invite a winemaker. It is emptied after an invitation. */
export function InviteForm({
  vineyard,
  problems,
}: {
  /** The vineyard that the page was opened for. */
  vineyard: { id: string; name: string } | undefined
  problems: Record<string, string>
}) {
  const form = useRef<HTMLFormElement>(null)
  useRefusalFocus(form, Object.keys(problems).length > 0 && problems)
  const sending = useNavigation().formData?.get('intent') === 'invite'
  return (
    <Form ref={form} method="post" className="form-grid" preventScrollReset>
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
      <VineyardChoice chosen={vineyard} error={problems.vineyard_id} />
      <TextField
        label="Position"
        name="position"
        autoComplete="off"
        optional
        maxLength={120}
        hint="Their job title. All staff of a vineyard have the same rights."
        error={problems.position}
        wide
      />
      <div className="full">
        <Button variant="primary" disabled={sending}>
          {sending ? 'Inviting …' : 'Invite'}
        </Button>
      </div>
    </Form>
  )
}
