import { useRef } from 'react'
import { href, Link, useLocation, useNavigation } from 'react-router'

import { respond } from '../../staff-client/action-result.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { siteName } from '../../ui/head.ts'
import { useRefusalFocus } from '../../ui/focus.tsx'
import { emailFrom } from '../../personal-data/components/stored-data-link.tsx'
import { erasePersonalData, lookUp } from '../../personal-data/person-actions.tsx'
import { PersonKept } from '../../personal-data/components/stored-data.tsx'
import type { Route } from './+types/privacy.ts'

export { PageFailure as ErrorBoundary } from '../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Privacy · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const act =
    form.get('intent') === 'forget' ? await erasePersonalData(request, form) : await lookUp(request, form)
  return respond(act)
}

export default function AdminPrivacy({ actionData }: Route.ComponentProps) {
  const { key, state } = useLocation()
  const looking = useNavigation().formMethod === 'POST'
  const form = useRef<HTMLFormElement>(null)
  const refused = actionData?.failed ? actionData : undefined
  useRefusalFocus(form, refused)
  const copy = actionData && 'copy' in actionData ? actionData.copy : null
  return (
    <div className="stack">
      <div className="staff-head">
        <h1>Privacy</h1>
      </div>
      <p>
        Anybody may ask what we keep about them, have a copy, or be forgotten. Make sure that who asks is who
        reads the mails of the address. That a copy was shown is noted in the{' '}
        <Link to={`${href('/admin/audit')}?noun=person`}>audit</Link>.
      </p>
      <Form ref={form} method="post" className="panel stack">
        <TextField
          label="Mail address"
          name="email"
          type="email"
          autoComplete="off"
          required
          defaultValue={emailFrom(state)}
          error={refused && (refused.fields.email ?? refused.said)}
        />
        <div>
          <Button variant="primary" name="intent" value="look" disabled={looking}>
            {looking ? 'Looking …' : 'Show what is kept'}
          </Button>
        </div>
      </Form>
      {copy && <PersonKept key={key} copy={copy} />}
    </div>
  )
}
