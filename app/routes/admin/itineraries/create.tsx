import { href, redirect } from 'react-router'

import { readFormText, respond, toActionResult } from '../../../staff-client/action-result.tsx'
import { resultOf } from '../../../staff-client/call.ts'
import { Breadcrumb } from '../../../ui/page/breadcrumb.tsx'
import { TextAreaField, TextField } from '../../../ui/forms/field.tsx'
import { Form } from '../../../ui/forms/form.tsx'
import { FormButton } from '../../../ui/forms/form-parts.tsx'
import { unlistedHead } from '../../../ui/page/head.ts'
import { Notice } from '../../../ui/page/notice.tsx'
import { curated } from '../../../explore/itineraries/curated-actions.ts'
import { StaffHead } from '../../../ui/page/staff-head.tsx'
import type { Route } from './+types/create.ts'

export const meta: Route.MetaFunction = () => unlistedHead('Create an itinerary')

export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const json = {
    title: readFormText(form, 'title'),
    summary: readFormText(form, 'summary') || null,
  }
  const created = await resultOf(curated().index.$post({ json }))
  if (created.ok) return redirect(href('/admin/itineraries/:id/edit', { id: created.value.id }))
  return respond(toActionResult(request, created, ''))
}

export default function CreateCurated({ actionData }: Route.ComponentProps) {
  const fields = actionData?.fields ?? {}
  return (
    <>
      <StaffHead
        above={
          <Breadcrumb
            trail={[{ to: href('/admin/itineraries'), label: 'Itineraries' }]}
            here="Create an itinerary"
          />
        }
        title="Create an itinerary"
      />
      {actionData && <Notice tone="bad">{actionData.message}</Notice>}
      <Form method="post" className="form-grid narrow space-above" draft="new itinerary" refused={actionData}>
        <TextField label="Name" name="title" required maxLength={120} error={fields.title} wide />
        <TextAreaField
          label="What the plan is about"
          name="summary"
          rows={3}
          maxLength={500}
          error={fields.summary}
          optional
          wide
        />
        <div className="full">
          <FormButton variant="primary" busy="Creating …">
            Create and add stops
          </FormButton>
        </div>
      </Form>
    </>
  )
}
