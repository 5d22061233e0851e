import { type ReactNode, useRef } from 'react'
import { useNavigation } from 'react-router'

import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { useRefusalFocus } from '../../../ui/focus.tsx'

/** The form that invites a colleague. `children` are the other fields of the admins' or the owners' page. */
export function InviteForm({
  problems,
  children,
}: {
  problems: Record<string, string>
  children: ReactNode
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
      {children}
      <div className="full">
        <Button variant="primary" disabled={sending}>
          {sending ? 'Inviting …' : 'Invite'}
        </Button>
      </div>
    </Form>
  )
}
