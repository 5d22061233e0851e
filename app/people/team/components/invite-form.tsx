import type { ReactNode } from 'react'

import type { ActionResult } from '../../../staff-client/action-result.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton } from '../../../ui/forms/form-parts.tsx'

/** The form that invites a colleague. `children` are the other fields of the admins' or the owners' page. */
export function InviteForm({
  outcome,
  children,
}: {
  outcome: ActionResult | undefined
  children: ReactNode
}) {
  const problems = outcome?.fields ?? {}
  return (
    <Form method="post" className="form-grid" preventScrollReset refused={outcome?.failed && outcome}>
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
        <FormButton variant="primary" name="intent" value="invite" busy="Inviting …">
          Invite
        </FormButton>
      </div>
    </Form>
  )
}
