import type { ReactNode } from 'react'
import { Form as RouterForm } from 'react-router'

import { winemakerState, type WinemakerState } from '../../../staff-client/account-types.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogButtons, useAsking } from '../../../ui/dialog.tsx'
import { AskFirst } from '../../../ui/forms/dialog-form.tsx'
import { Conflict, type Difference } from '../../../ui/forms/edit-form.tsx'
import { FormButton, HiddenFields, useSending } from '../../../ui/forms/form-parts.tsx'
import { Refusal } from '../../../ui/page/notice.tsx'
import type { IconName } from '../../../ui/pictures/icons.ts'
import type { StatusTone } from '../../../ui/badge.tsx'
import { roleLabels } from '../team.ts'
import type { WinemakerResult } from '../winemaker-actions.tsx'
import type { WinemakerEntry } from '../winemaker.server.ts'
import { isStale } from '../../../staff-client/call.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { Form } from '../../../ui/forms/form.tsx'

export const winemakerLabels: Record<WinemakerState, { label: string; tone: StatusTone; icon: IconName }> = {
  active: { label: 'Active', tone: 'good', icon: 'tick' },
  invited: { label: 'Invited', tone: 'wait', icon: 'clock' },
  disabled: { label: 'Disabled', tone: 'off', icon: 'cross' },
}

/** Returns the field that chooses another vineyard, with its error message. */
type VineyardField = (winemaker: WinemakerEntry, error: string | undefined) => ReactNode

/** The actions for one winemaker in the list. `outcome` is the result of the page's last action. */
export function WinemakerActions({
  winemaker,
  outcome,
  vineyardField,
}: {
  winemaker: WinemakerEntry
  outcome: WinemakerResult | undefined
  vineyardField: VineyardField
}) {
  const { id, name, is_active, last_used_at } = winemaker
  const { asking, refused, ask, close } = useAsking<WinemakerEntry, WinemakerResult>(outcome)
  return (
    <div className="row row-actions many">
      <RouterForm method="post" className="row row-actions many" preventScrollReset>
        <HiddenFields values={{ id, name }} />
        {winemakerState(winemaker) === 'invited' && (
          <FormButton small name="intent" value="remind">
            Send again<span className="sr"> to {name}</span>
          </FormButton>
        )}
        <Button small type="button" onClick={() => ask(winemaker)}>
          Change<span className="sr"> {name}</span>
        </Button>
        {is_active && last_used_at !== null && (
          <FormButton small name="intent" value="sign_out">
            Sign out<span className="sr"> {name} everywhere</span>
          </FormButton>
        )}
        {!is_active && (
          <FormButton small name="intent" value="enable">
            Enable<span className="sr"> {name}</span>
          </FormButton>
        )}
      </RouterForm>
      {is_active && (
        <AskFirst
          label="Disable"
          about={name}
          title={`Disable ${name}?`}
          safe="Cancel"
          busy="Disabling …"
          values={{ intent: 'disable', id, name }}
          button={{ small: true }}
        >
          They are signed out everywhere straight away and cannot sign in until an admin enables them again.
        </AskFirst>
      )}
      <Dialog open={asking !== null} onClose={close} title={`Change ${asking?.name ?? name}`}>
        {asking && (
          <ChangeWinemaker opened={asking} latest={winemaker} {...{ refused, close, vineyardField }} />
        )}
      </Dialog>
    </div>
  )
}

/** The form that edits a winemaker. After a refusal, `latest` is the current version. Only changed fields are saved. */
function ChangeWinemaker({
  opened,
  latest,
  refused,
  close,
  vineyardField,
}: {
  opened: WinemakerEntry
  latest: WinemakerEntry
  refused: WinemakerResult | undefined
  close: () => void
  vineyardField: VineyardField
}) {
  const busy = useSending()
  const fields = refused?.fields ?? {}
  const text = (name: 'name' | 'position') => ({
    label: labels[name],
    name,
    maxLength: 120,
    defaultValue: opened[name] ?? '',
    error: fields[name],
  })
  return (
    <Form method="post" className="form-grid" preventScrollReset refused={refused}>
      <HiddenFields
        values={{
          intent: 'change',
          id: opened.id,
          seen: JSON.stringify(opened),
          version: latest.version,
        }}
      />
      {refused && (
        <div className="full">
          {refused.problem && isStale(refused.problem) ? (
            <Conflict differences={differencesOf(opened, latest, refused.sent)}>
              <span className="small">If you save again, their changes stay and yours are added.</span>
            </Conflict>
          ) : (
            <Refusal>{refused.message}</Refusal>
          )}
        </div>
      )}
      <TextField {...text('name')} required />
      <TextField {...text('position')} optional />
      {vineyardField(opened, fields.vineyard_id)}
      <SelectField
        label="Role"
        name="role"
        defaultValue={opened.role}
        error={fields.role}
        options={roleLabels}
      />
      <p className="full soft small">After a move to another vineyard, they see only its bookings.</p>
      <DialogButtons safe="Cancel" onClose={close} busy={busy && 'Saving …'}>
        Save
      </DialogButtons>
    </Form>
  )
}

const labels = {
  name: 'Name',
  position: 'Position',
  vineyard_name: 'Vineyard',
  role: 'Role',
  is_active: 'Can sign in',
} as const

/** Lists the fields that another admin has changed, with the values of the form beside them. */
function differencesOf(
  opened: WinemakerEntry,
  latest: WinemakerEntry,
  sent: Record<string, string>,
): Difference[] {
  const vineyard = [opened, latest].find(({ vineyard_id }) => vineyard_id === sent.vineyard_id)
  const mine = {
    name: sent.name ?? '',
    position: sent.position ?? '',
    vineyard_name: vineyard?.vineyard_name ?? 'another vineyard',
    role: sent.role ?? '',
    is_active: 'not changed here',
  }
  const text = (value: string | boolean | null) =>
    typeof value === 'boolean' ? (value ? 'yes' : 'no') : (value ?? '')
  return (Object.keys(labels) as (keyof typeof labels)[])
    .filter((field) => text(opened[field]) !== text(latest[field]))
    .map((field) => ({
      label: labels[field],
      before: text(opened[field]),
      theirs: text(latest[field]),
      mine: mine[field],
    }))
}
