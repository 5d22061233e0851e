import { data, href } from 'react-router'

import { statusAfter } from '../../../../staff-client/action-result.tsx'
import { isSignedOut } from '../../../../staff-client/call.ts'
import { loadResult, failed } from '../../../../staff-client/load.ts'
import { Breadcrumb } from '../../../../ui/page/breadcrumb.tsx'
import { Button, ButtonLink } from '../../../../ui/button.tsx'
import { EditRefusal } from '../../../../ui/forms/edit-form.tsx'
import { SelectField } from '../../../../ui/forms/select-field.tsx'
import { Form } from '../../../../ui/forms/form.tsx'
import { FormButton } from '../../../../ui/forms/form-parts.tsx'
import { unlistedHead } from '../../../../ui/page/head.ts'
import { Notice } from '../../../../ui/page/notice.tsx'
import { useRefusalFocus } from '../../../../ui/focus.tsx'
import { DetailsFields, ItineraryEditor } from '../../../../explore/itineraries/components/edit-forms.tsx'
import {
  runCuratedAction,
  choicesOf,
  curatedDays,
  readCurated,
  vineyardsFor,
} from '../../../../explore/itineraries/curated-actions.ts'
import { waysToTravel } from '../../../../explore/itineraries/means-of-travel.ts'
import { StaffHead } from '../../../../ui/page/staff-head.tsx'
import type { Route } from './+types/edit.ts'
import '../../../../explore/itineraries/components/itineraries.css'

export const meta: Route.MetaFunction = ({ loaderData }) =>
  unlistedHead(`Edit ${loaderData?.itinerary.title ?? 'an itinerary'}`)

export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
  const itinerary = await loadResult(request, readCurated(params.id))
  const search = (new URL(request.url).searchParams.get('search') ?? '').trim()
  const [choices, found] = await Promise.all([
    choicesOf(itinerary),
    search === '' ? null : loadResult(request, vineyardsFor(search)),
  ])
  return {
    itinerary,
    choices,
    search,
    days: curatedDays(itinerary),
    found: found?.items ?? null,
  }
}

export async function clientAction({ request, params }: Route.ClientActionArgs) {
  const result = await runCuratedAction(params.id, await request.formData())
  if (result.call && isSignedOut(result.call)) throw failed(request, result.call)
  const { problem, message, conflict = null, refusal = null } = result
  // Status 422 prevents a reload, so the form keeps its input beside the conflicting values.
  return data(
    { problem, message, conflict, refusal },
    { status: conflict || refusal?.sentence === null ? 422 : statusAfter(result.call) },
  )
}

export default function EditCurated({ loaderData, actionData }: Route.ComponentProps) {
  const { itinerary, days, choices, search, found } = loaderData
  const { id, title, summary, party, begins_at, travel, version, edition, published_at } = itinerary
  const { refusal = null, conflict = null } = actionData ?? {}
  const isOfWhole = refusal === null || refusal.sentence !== null
  const day = useRefusalFocus<HTMLDivElement>(refusal)
  return (
    <div ref={day}>
      <StaffHead
        above={<Breadcrumb trail={[{ to: href('/admin/itineraries'), label: 'Itineraries' }]} here="Edit" />}
        title={title}
      >
        {published_at && <ButtonLink to={href('/itinerary/:id', { id })}>View as a visitor</ButtonLink>}
        <Form method="post" action={href('/admin/itineraries')}>
          <input type="hidden" name="id" value={id} />
          <Button variant="danger" name="intent" value="delete">
            Delete
          </Button>
        </Form>
      </StaffHead>
      <Notice tone={published_at ? 'good' : 'wait'} role="status">
        <Form method="post" className="row" preventScrollReset>
          <input type="hidden" name="version" value={edition} />
          <span>
            {published_at ? 'Published: everyone can see it.' : 'Not published: only admins can see it.'}
          </span>
          <FormButton small name="intent" value={published_at ? 'withdraw' : 'publish'}>
            {published_at ? 'Unpublish' : 'Publish'}
          </FormButton>
        </Form>
      </Notice>
      {actionData?.problem && !conflict && isOfWhole && (
        <EditRefusal refused={{ message: actionData.problem, conflict: null }} />
      )}
      <p className="sr" role="status">
        {actionData?.message}
      </p>
      <ItineraryEditor {...{ days, choices, refusal, search, found }} version={edition} visitDate={null}>
        <Form
          method="post"
          className="stack"
          key={version}
          preventScrollReset
          draft="details"
          refused={conflict}
        >
          <input
            type="hidden"
            name="seen"
            value={JSON.stringify({ title, summary, party, begins_at, travel })}
          />
          {conflict && <EditRefusal refused={{ message: null, conflict }} />}
          <DetailsFields details={itinerary} refusal={refusal} />
          <SelectField label="How people travel" name="travel" defaultValue={travel} options={waysToTravel} />
          <p>
            <FormButton small name="intent" value="details">
              Save
            </FormButton>
          </p>
        </Form>
      </ItineraryEditor>
    </div>
  )
}
