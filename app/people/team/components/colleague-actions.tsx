import { Form as RouterForm } from 'react-router'
import type { z } from 'zod'

import { type WinemakerRole, winemakerRoles } from '../../../staff-client/account-types.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { Dialog, useAsking } from '../../../ui/dialog.tsx'
import { AskFirst, DialogForm } from '../../../ui/forms/dialog-form.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import type { colleagueShape } from '../team.shapes.ts'
import { roleLabels } from '../team.ts'
import type { TeamResult } from '../team-actions.tsx'

/** The actions for one colleague in the list. `outcome` is the result of the page's last action. */
export function ColleagueActions({
  colleague,
  outcome,
}: {
  colleague: z.infer<typeof colleagueShape>
  outcome: TeamResult | undefined
}) {
  const { id, name, role, has_password, is_active, is_you } = colleague
  const { asking, refused, ask, close } = useAsking<'change', TeamResult>(outcome)
  const { intent, title, text, ...removal } =
    removals[is_you ? 'leave' : has_password ? 'remove' : 'withdraw']
  const values = { id, name, in_dialog: 'yes' }
  return (
    <div className="row row-actions">
      {!has_password && is_active && (
        <RouterForm method="post" preventScrollReset>
          <HiddenFields values={{ id, name }} />
          <FormButton small name="intent" value="remind">
            Send again<span className="sr"> to {name}</span>
          </FormButton>
        </RouterForm>
      )}
      <Button small type="button" onClick={() => ask('change')}>
        Change role<span className="sr"> of {name}</span>
      </Button>
      <AskFirst
        {...removal}
        {...(!is_you && { about: name })}
        title={title(name)}
        safe="Cancel"
        values={{ ...values, intent }}
        button={{ small: true }}
      >
        {text}
      </AskFirst>
      <Dialog open={asking !== null} onClose={close} title={`Role of ${name}`}>
        {asking && (
          <DialogForm
            refused={refused}
            refusal={refused?.message}
            safe="Cancel"
            onClose={close}
            send="Save"
            busy="Saving …"
          >
            <HiddenFields values={{ ...values, intent: 'change', was: role }} />
            <RoleChoice chosen={role} />
          </DialogForm>
        )}
      </Dialog>
    </div>
  )
}

const removals = {
  remove: {
    intent: 'remove',
    label: 'Remove',
    busy: 'Removing …',
    title: (name: string) => `Remove ${name}?`,
    text: 'They are signed out everywhere straight away. Their name stays in the history of your bookings.',
  },
  withdraw: {
    intent: 'withdraw',
    label: 'Withdraw',
    busy: 'Withdrawing …',
    title: (name: string) => `Withdraw the invitation of ${name}?`,
    text: 'The link in the email stops working, and we delete their name and address.',
  },
  leave: {
    intent: 'leave',
    label: 'Leave',
    busy: 'Leaving …',
    title: () => 'Leave this team?',
    text: 'You are signed out everywhere straight away. Only an invitation from another owner brings you back.',
  },
} as const

/** Lets the owner choose a role, and says what each role may do. */
export function RoleChoice({ chosen }: { chosen: WinemakerRole }) {
  return (
    <CheckGroup legend="Role" wide>
      {winemakerRoles.map((role) => (
        <CheckField
          key={role}
          type="radio"
          name="role"
          value={role}
          required
          defaultChecked={role === chosen}
          label={roleLabels[role].label}
          hint={roleLabels[role].may}
        />
      ))}
    </CheckGroup>
  )
}
