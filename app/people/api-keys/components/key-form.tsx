import { type KeyPermission, keyPermissions } from '../../sign-in/policy.ts'
import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { FormButton, HiddenFields } from '../../../ui/forms/form-parts.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import type { KeyResult } from '../api-key-actions.tsx'

export const permissionLabels: Record<KeyPermission, { label: string; hint: string }> = {
  'availability:read': { label: 'Read availability', hint: 'Experiences, days, times and places left.' },
  'bookings:read': { label: 'Read bookings', hint: 'Including guests’ names and contact details.' },
  'bookings:write': { label: 'Change bookings', hint: 'Book, move and cancel.' },
  webhooks: { label: 'Webhooks', hint: 'Set the addresses to which we send changes.' },
}

/** The form that makes an API key. `owner` is a field that names the vineyard or reseller. */
export function KeyForm({
  owner,
  outcome,
}: {
  owner: { name: 'vineyard_id' | 'reseller_id'; value: string }
  outcome: KeyResult | undefined
}) {
  const problems = outcome?.fields ?? {}
  return (
    <Form method="post" className="form-grid" preventScrollReset refused={outcome?.failed && outcome}>
      <HiddenFields values={{ [owner.name]: owner.value }} />
      <TextField
        label="Name"
        name="name"
        autoComplete="off"
        required
        maxLength={80}
        hint="Where the key is used, such as “Web shop”."
        error={problems.name}
      />
      <SelectField
        label="Kind"
        name="reach"
        hint="A test key books at a made-up vineyard: nothing is real, and no email is sent."
        options={{ live: 'Live key', test: 'Test key' }}
      />
      <SelectField label="Expires after" name="days" defaultValue="365">
        <option value="90">90 days</option>
        <option value="365">A year</option>
        <option value="0">Never</option>
      </SelectField>
      <CheckGroup legend="Permissions" wide error={problems.permissions}>
        {keyPermissions.map((permission) => (
          <CheckField
            key={permission}
            name="permissions"
            value={permission}
            defaultChecked={permission === 'availability:read'}
            label={permissionLabels[permission].label}
            hint={permissionLabels[permission].hint}
          />
        ))}
      </CheckGroup>
      <div className="full">
        <FormButton variant="primary" name="intent" value="make" busy="Making the key …">
          Make a key
        </FormButton>
      </div>
    </Form>
  )
}
