import { href, redirect } from 'react-router'

import { resultOf } from '../../../staff-client/call.ts'
import { Breadcrumb } from '../../../ui/page/breadcrumb.tsx'
import { CheckField } from '../../../ui/forms/check-field.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton } from '../../../ui/forms/form-parts.tsx'
import { unlistedHead } from '../../../ui/page/head.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import { vineyardsAt } from '../../../catalogue/vineyards/vineyard-save.tsx'
import { withScheme } from '../../../catalogue/vineyards/missing-scheme.ts'
import { toActionResult, respond, readFormText } from '../../../staff-client/action-result.tsx'
import { StaffHead } from '../../../ui/page/staff-head.tsx'
import type { Route } from './+types/new.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Add a vineyard')

const optionalFields = ['city', 'region', 'address', 'postcode', 'phone', 'email', 'description'] as const

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const optional = optionalFields.map((field) => [field, readFormText(form, field) || null] as const)
  const json = {
    name: readFormText(form, 'name'),
    ...Object.fromEntries(optional),
    website: withScheme(readFormText(form, 'website')) || null,
    is_visible: form.get('is_visible') !== null,
  }
  const created = await resultOf(vineyardsAt('admin').index.$post({ json }))
  if (created.ok) throw redirect(href('/admin/vineyards/:id', { id: created.value.id }))
  return respond(toActionResult(request, created, ''))
}

export default function AdminVineyardNew({ actionData }: Route.ComponentProps) {
  const fields = actionData?.fields ?? {}
  return (
    <>
      <StaffHead
        title="Add a vineyard"
        above={
          <Breadcrumb trail={[{ to: href('/admin/vineyards'), label: 'Vineyards' }]} here="Add a vineyard" />
        }
      />
      {actionData && <Notice tone="bad">{actionData.message}</Notice>}
      <Form method="post" className="form-grid narrow space-above" draft="new vineyard" refused={actionData}>
        <TextField label="Name" name="name" required maxLength={200} error={fields.name} wide />
        <TextField label="Town or village" name="city" optional maxLength={200} error={fields.city} />
        <TextField
          label="County"
          name="region"
          optional
          maxLength={200}
          hint="The name visitors use: Kent, not South East."
          error={fields.region}
        />
        <TextField label="Address" name="address" optional maxLength={200} error={fields.address} />
        <TextField label="Postcode" name="postcode" optional maxLength={200} error={fields.postcode} />
        <TextField label="Phone" name="phone" type="tel" optional maxLength={40} error={fields.phone} />
        <TextField label="Email" name="email" type="email" optional maxLength={254} error={fields.email} />
        <TextField
          label="Website"
          name="website"
          inputMode="url"
          placeholder="www.example.com"
          optional
          maxLength={2000}
          error={fields.website}
          wide
        />
        <TextAreaField
          label="Description"
          name="description"
          optional
          maxLength={10_000}
          error={fields.description}
          wide
        />
        <div className="full">
          <CheckField label="Visible to visitors straight away" name="is_visible" defaultChecked />
        </div>
        <div className="full">
          <FormButton variant="primary" busy="Adding …">
            Add the vineyard
          </FormButton>
        </div>
      </Form>
    </>
  )
}
