import { type ReactNode, useRef } from 'react'
import { Form as RouterForm, useNavigation } from 'react-router'
import type { z } from 'zod'

import { type WinemakerRole, winemakerRoles } from '../../../staff-client/account-types.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { Dialog, useAsking } from '../../../ui/dialog.tsx'
import { EditRefusal } from '../../../ui/forms/edit-form.tsx'
import { useRefusalFocus } from '../../../ui/focus.tsx'
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
  const { asking, refused, ask, close } = useAsking<'change' | 'remove', TeamResult>(outcome)
  const busy = useNavigation().formMethod === 'POST'
  const dialog = useRef<HTMLDivElement>(null)
  useRefusalFocus(dialog, asking !== null && refused)
  const { intent, label, title, text, doing } =
    removals[is_you ? 'leave' : has_password ? 'remove' : 'withdraw']
  const question = (children: ReactNode) => (
    <RouterForm method="post" className="stack" preventScrollReset>
      <input type="hidden" name="in_dialog" value="yes" />
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="name" value={name} />
      {refused && (
        <div ref={dialog}>
          <EditRefusal refused={{ ...refused, conflict: null }} />
        </div>
      )}
      {children}
    </RouterForm>
  )
  return (
    <>
      <RouterForm method="post" className="row row-actions" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <input type="hidden" name="name" value={name} />
        {!has_password && is_active && (
          <Button small name="intent" value="remind" disabled={busy}>
            Send again<span className="sr"> to {name}</span>
          </Button>
        )}
        <Button small type="button" onClick={() => ask('change')}>
          Change role<span className="sr"> of {name}</span>
        </Button>
        <Button small variant="danger" type="button" onClick={() => ask('remove')}>
          {label}
          {!is_you && <span className="sr"> {name}</span>}
        </Button>
      </RouterForm>
      <Dialog open={asking === 'change'} onClose={close} title={`Role of ${name}`}>
        {asking === 'change' &&
          question(
            <>
              <input type="hidden" name="was" value={role} />
              <RoleChoice chosen={role} />
              <p className="row">
                <Button type="button" onClick={close}>
                  Cancel
                </Button>
                <Button variant="primary" name="intent" value="change" disabled={busy}>
                  {busy ? 'Saving …' : 'Save'}
                </Button>
              </p>
            </>,
          )}
      </Dialog>
      <Dialog open={asking === 'remove'} onClose={close} title={title(name)}>
        {asking === 'remove' &&
          question(
            <>
              <p>{text}</p>
              <p className="row">
                <Button type="button" onClick={close}>
                  Cancel
                </Button>
                <Button variant="danger" name="intent" value={intent} disabled={busy}>
                  {busy ? doing : label}
                </Button>
              </p>
            </>,
          )}
      </Dialog>
    </>
  )
}

const removals = {
  remove: {
    intent: 'remove',
    label: 'Remove',
    doing: 'Removing …',
    title: (name: string) => `Remove ${name}?`,
    text: 'They are signed out everywhere straight away. Their name stays in the history of your bookings.',
  },
  withdraw: {
    intent: 'withdraw',
    label: 'Withdraw',
    doing: 'Withdrawing …',
    title: (name: string) => `Withdraw the invitation of ${name}?`,
    text: 'The link in the email stops working, and we delete their name and address.',
  },
  leave: {
    intent: 'leave',
    label: 'Leave',
    doing: 'Leaving …',
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
