import { useRef } from 'react'
import { href, Link, useLocation, useNavigation } from 'react-router'

import { respond } from '../../staff-client/action-result.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { unlistedHead } from '../../ui/head.ts'
import { useRefusalFocus } from '../../ui/focus.tsx'
import { emailFrom } from '../../personal-data/components/stored-data-link.tsx'
import { erasePersonalData, exportPersonalData } from '../../personal-data/person-actions.tsx'
import { StoredData } from '../../personal-data/components/stored-data.tsx'
import { StaffHead } from '../../ui/staff-head.tsx'
import type { Route } from './+types/privacy.ts'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => unlistedHead('Privacy')

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const isErasure = form.get('intent') === 'forget'
  return respond(isErasure ? await erasePersonalData(request, form) : await exportPersonalData(request, form))
}

export default function AdminPrivacy({ actionData }: Route.ComponentProps) {
  const { key, state } = useLocation()
  const busy = useNavigation().formMethod === 'POST'
  const form = useRef<HTMLFormElement>(null)
  const refused = actionData?.failed ? actionData : undefined
  useRefusalFocus(form, refused)
  const copy = actionData && 'copy' in actionData ? actionData.copy : null
  return (
    <div className="stack">
      <StaffHead title="Privacy" />
      <p>
        Anyone may ask what we store about them, get a copy, or have it erased. First make sure that the
        request comes from the owner of the address. Every export is recorded in the{' '}
        <Link to={`${href('/admin/audit')}?noun=person`}>audit log</Link>.
      </p>
      <Form ref={form} method="post" className="panel stack">
        <TextField
          label="Email address"
          name="email"
          type="email"
          autoComplete="off"
          required
          defaultValue={emailFrom(state)}
          error={refused && (refused.fields.email ?? refused.message)}
        />
        <div>
          <Button variant="primary" name="intent" value="look" disabled={busy}>
            {busy ? 'Searching …' : 'Show stored data'}
          </Button>
        </div>
      </Form>
      {copy && <StoredData key={key} copy={copy} />}
    </div>
  )
}
