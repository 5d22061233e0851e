import { useRef } from 'react'
import { useNavigation } from 'react-router'

import { type KeyPermission, keyPermissions } from '../../sign-in/policy.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField, CheckGroup } from '../../../ui/forms/check-field.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { SelectField } from '../../../ui/forms/select-field.tsx'
import { useRefusalFocus } from '../../../ui/focus.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { keyLifetimes } from '../api-key-actions.tsx'

export const permissionLabels: Record<KeyPermission, { label: string; hint: string }> = {
  'availability:read': { label: 'Read availability', hint: 'Experiences, days, times and places left.' },
  'bookings:read': { label: 'Read bookings', hint: 'Including guests’ names and contact details.' },
  'bookings:write': { label: 'Change bookings', hint: 'Book, move and cancel.' },
  webhooks: { label: 'Webhooks', hint: 'Set the addresses to which we send changes.' },
}

const lifetimeLabels: Record<(typeof keyLifetimes)[number], string> = {
  90: '90 days',
  365: 'A year',
  0: 'Never',
}

/** The form that makes an API key. `owner` is a field that names the vineyard or reseller. */
export function KeyForm({
  owner,
  problems,
}: {
  owner: { name: 'vineyard_id' | 'reseller_id'; value: string }
  problems: Record<string, string>
}) {
  const form = useRef<HTMLFormElement>(null)
  useRefusalFocus(form, Object.keys(problems).length > 0 && problems)
  const sending = useNavigation().formData?.get('intent') === 'make'
  return (
    <Form ref={form} method="post" className="form-grid" preventScrollReset>
      <input type="hidden" name="intent" value="make" />
      <input type="hidden" {...owner} />
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
      >
        <option value="live">Live key</option>
        <option value="test">Test key</option>
      </SelectField>
      <SelectField label="Expires after" name="days" defaultValue="365">
        {keyLifetimes.map((days) => (
          <option key={days} value={days}>
            {lifetimeLabels[days]}
          </option>
        ))}
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
        <Button variant="primary" disabled={sending}>
          {sending ? 'Making the key …' : 'Make a key'}
        </Button>
      </div>
    </Form>
  )
}
