import { useRef } from 'react'
import { data, href, redirect, useNavigation } from 'react-router'

import { problemSentence, resultOf } from '../../../staff-client/call.ts'
import { Breadcrumb } from '../../../ui/breadcrumb.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextAreaField, TextField } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { siteName } from '../../../ui/head.ts'
import { Notice } from '../../../ui/notice.tsx'
import { useRefusalFocus } from '../../../ui/refusal.ts'
import { curated } from '../../../itineraries/curated-calls.ts'
import type { Route } from './+types/create.ts'

export { PageFailure as ErrorBoundary } from '../../../staff-client/page-failure.tsx'

export const meta: Route.MetaFunction = () => [
  { title: `Make an itinerary · ${siteName}` },
  { name: 'robots', content: 'noindex' },
]

/** Its stops come next; until it is published only admins see it. */
export async function clientAction({ request }: Route.ClientActionArgs) {
  const form = await request.formData()
  const json = {
    title: String(form.get('title') ?? ''),
    summary: String(form.get('summary') ?? '').trim() || null,
  }
  const made = await resultOf(curated().index.$post({ json }))
  if (made.ok) return redirect(href('/admin/itineraries/:id/edit', { id: made.value.id }))
  const fields = made.problem.kind === 'refused' ? made.problem.fields : {}
  return data({ failed: true, said: problemSentence(made.problem), fields }, { status: 422 })
}

export default function CreateCurated({ actionData }: Route.ComponentProps) {
  const sending = useNavigation().formMethod === 'POST'
  const fields: Record<string, string> = actionData?.fields ?? {}
  const written = useRef<HTMLFormElement>(null)
  useRefusalFocus(written, actionData)
  return (
    <>
      <Breadcrumb
        trail={[{ to: href('/admin/itineraries'), label: 'Itineraries' }]}
        here="Make an itinerary"
      />
      <div className="staff-head">
        <h1>Make an itinerary</h1>
      </div>
      {actionData && <Notice tone="bad">{actionData.said}</Notice>}
      <Form ref={written} method="post" className="form-grid narrow space-above" draft="new itinerary">
        <TextField label="Name" name="title" required maxLength={120} error={fields.title} wide />
        <TextAreaField
          label="What the day is about"
          name="summary"
          rows={3}
          maxLength={500}
          error={fields.summary}
          optional
          wide
        />
        <div className="full">
          <Button variant="primary" disabled={sending}>
            {sending ? 'Making it …' : 'Make it and add stops'}
          </Button>
        </div>
      </Form>
    </>
  )
}
